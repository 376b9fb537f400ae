// Knows the commands that only give a line its result. They run no program, so that nobody needs to allow them.

const RESULTS = /^(?:true|false|:|exit(?: \d{1,3})?)$/;

/** Tells whether words are `true`, `false`, `:` or `exit`, as they stand behind `||` and `&&`. */
export function isNeutralCommand(words: readonly string[]): boolean {
  return RESULTS.test(words.join(" "));
}
