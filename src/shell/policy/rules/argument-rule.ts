// What a rule about arguments is made of. Types and shared words only.

/** Names arguments of programs that a policy refuses unless the allowed command spells them out. */
export interface ArgumentRule {
  readonly programs: readonly string[];
  /** Subcommand to which the rule is limited. */
  readonly subcommand?: string;
  /** The same, where it stands right behind the program. */
  readonly firstWord?: string;
  /** Whole words; one that begins with `--` also counts when abbreviated or followed by `=`. */
  readonly flags?: readonly string[];
  /** The program knows no abbreviations, so that only whole flags count. */
  readonly exact?: true;
  /** The program takes long flags behind one dash too. */
  readonly oneDash?: true;
  /** Words that are no options must lie in the workspace. */
  readonly outsideOperands?: true;
  /** No word may name a path outside, be it an operand or anywhere in an option. */
  readonly confined?: true;
  /** Options of a confined program whose value is text, such as a message or a pattern. */
  readonly textFlags?: readonly string[];
  /** Words of a confined program that begin like a path and are none. */
  readonly textPattern?: RegExp;
  /** A confined program for which `name:/path` lies on another machine. */
  readonly colonIsRemote?: true;
  /** Subcommands to which the rule does not apply. */
  readonly exceptSubcommands?: readonly string[];
  /** Harmless words that look like an abbreviation of a flag above. */
  readonly harmless?: readonly string[];
  /** One-letter flags, also inside a cluster such as `-no`. */
  readonly letters?: string;
  /** One-letter flags that take the rest of their word as a value, so that a cluster ends there. */
  readonly lettersWithValue?: string;
  /** The flag counts only when its value is a path outside the workspace, or an address. */
  readonly outsideOnly?: true;
  /** Values with which a flag does no harm. */
  readonly harmlessValues?: RegExp;
  /** Arguments behind `--` belong to another program that the workspace defines. */
  readonly untilDashes?: true;
  /** Options without a value: the rule ends at the first operand, behind which another program begins. */
  readonly untilOperand?: RegExp;
  /** What an argument looks like that is itself a small program with effects. */
  readonly pattern?: RegExp;
  /** The same for the first argument only, where `tar` takes flags without a dash. */
  readonly firstPattern?: RegExp;
  /** What the argument does, as it stands in the refusal. */
  readonly effect: string;
}

export const RUNS = "can run another program";
export const WRITES = "can write a file";
export const OUTSIDE = "leads outside the workspace";
