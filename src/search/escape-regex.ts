// Writes literal text as a regular expression of JavaScript.

/** Escapes what has a meaning in an expression with the flag `u`. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
