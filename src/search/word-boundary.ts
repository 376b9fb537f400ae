// Tells whether an expression asks for the ends of words, where the engine here knows no letters but those of ASCII.

/** Tells whether an expression has `\b`, `\B`, `\<` or `\>`; a backslash in front of them may itself be escaped. */
export function hasWordBoundary(pattern: string): boolean {
  return /\\[bB<>]/.test(pattern.replaceAll("\\\\", ""));
}
