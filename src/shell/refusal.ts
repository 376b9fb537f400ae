// How the parts that read a command line say no. Knows neither syntax nor policy.

/** Ends the reading of a command line with a reason in words, such as `"$HOME" holds a variable or a substitution`. */
export type Refuse = (reason: string) => never;

const MAX_SHOWN_CHARACTERS = 80;

/** Quotes a part of a command line for a reason, shortened to what a reader needs to find it. */
export function showPart(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MAX_SHOWN_CHARACTERS) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, MAX_SHOWN_CHARACTERS).join(""))}…`;
}
