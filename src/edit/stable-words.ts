// Words of a folded text that stand as they are wherever the text that was folded has them. Pure strings.

// Visible ASCII but K, semicolon and backtick: no character outside ASCII is composed to any of these.
const NEVER_COMPOSED = /[!-:<-JL-_a-~]+/g;

// Letters, digits and underscores of these; signs also stand for other quotes and dashes, and for full-width signs.
const NEVER_FOLDED = /[0-9A-JL-Z_a-z]+/g;

const FULL_WIDTH_WORDS = /[\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]/;

/** Tells whether a text has full-width letters, digits or underscores. */
export function hasFullWidthWords(text: string): boolean {
  return FULL_WIDTH_WORDS.test(text);
}

/** Lists the words of a text that can only come from themselves once invisible differences are folded. */
export function listNeverComposed(text: string): readonly string[] {
  return text.match(NEVER_COMPOSED) ?? [];
}

/** Lists the words that can only come from themselves once look-alikes are folded, but for full-width ones. */
export function listNeverFolded(text: string): readonly string[] {
  return text.match(NEVER_FOLDED) ?? [];
}
