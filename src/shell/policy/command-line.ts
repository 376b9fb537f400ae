// The one form of a command line that a policy judges and a shell is given. Types and their serialisation only.

/** What stands between two commands; an empty string stands before the first. A line feed counts as `;`. */
export type Joiner = "" | "&&" | "||" | "|" | ";";

/** A reserved word before a pipeline: it turns the result around, or measures the time. */
export type PipelinePrefix = "!" | "time" | "time -p";

/** One program with its arguments. */
export interface SimpleCommand {
  /** Stands before this command. */
  readonly joiner: Joiner;
  /** The program and its arguments, as the program receives them; never empty. */
  readonly words: readonly string[];
  /** Reserved words before the pipeline that this command begins. */
  readonly prefixes?: readonly PipelinePrefix[];
  /** Redirections that write no file, in our own spelling, such as `2>&1`. */
  readonly redirects: readonly string[];
  /** What the shell checks once this command has succeeded, in its own syntax and of our own making. */
  readonly guard?: string;
  /** Subshells that begin right before this command, and that end right behind it. */
  readonly opens?: number;
  readonly closes?: number;
}

/** Quotes one word so that a POSIX shell hands it on unchanged, whatever it holds except NUL. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function serializeCommand(command: SimpleCommand): string {
  const { words, redirects, guard, prefixes = [], opens = 0, closes = 0 } = command;
  const plain = [...words.map(quoteWord), ...redirects].join(" ");
  const guarded = guard === undefined ? plain : `{ ${plain} && ${guard}; }`;
  const before = prefixes.map((prefix) => `${prefix} `).join("");
  const text = `${before}${"( ".repeat(opens)}${guarded}${" )".repeat(closes)}`;
  return command.joiner === "" ? text : ` ${command.joiner} ${text}`;
}

/** Writes commands as a line for a POSIX shell in which every word is quoted. */
export function serializeCommandLine(commands: readonly SimpleCommand[]): string {
  return commands.map(serializeCommand).join("");
}
