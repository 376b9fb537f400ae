// How the parts that read a command line say no. Knows neither syntax nor policy.

/** Ends the reading of a command line with a reason in words, such as `"$HOME" holds a variable or a substitution`. */
export type Refuse = (reason: string) => never;

/** Carries a reason from where a command line is read to where it is judged; nobody outside this room sees one. */
export class CommandRefusal extends Error {
  override readonly name: string = "CommandRefusal";
  /** The line is not in words that can be judged; another spelling may do. */
  readonly isSpelling: boolean;

  constructor(reason: string, isSpelling = false) {
    super(reason);
    this.isSpelling = isSpelling;
  }
}

/** Refuses by throwing a {@link CommandRefusal}. */
export function refuse(reason: string): never {
  throw new CommandRefusal(reason);
}

/** Refuses a line for how it is written. */
export function refuseSpelling(reason: string): never {
  throw new CommandRefusal(reason, true);
}

const MAX_SHOWN_CHARACTERS = 80;

/** Quotes a part of a command line for a reason, shortened to what a reader needs to find it. */
export function showPart(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_SHOWN_CHARACTERS) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, MAX_SHOWN_CHARACTERS).join(""))}…`;
}
