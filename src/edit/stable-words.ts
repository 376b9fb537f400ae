// Words of a folded text that stand as they are wherever the text that was folded has them. Pure strings.

// Visible ASCII but K, semicolon and backtick: no character outside ASCII is composed to any of these.
const NEVER_COMPOSED = /[!-:<-JL-_a-~]+/g;

// The same without the quotes and the hyphen, which also stand for look-alikes.
const NEVER_FOLDED = /[!#-&(-,./-:<-JL-_a-~]+/g;

const FULL_WIDTH = /[\uff01-\uff5e]/;

/** Tells whether a text has full-width forms of ASCII, so that its look-alikes may be any visible character of ASCII. */
export function hasFullWidth(text: string): boolean {
  return FULL_WIDTH.test(text);
}

/** Lists the words of a text that can only come from themselves once invisible differences are folded. */
export function listNeverComposed(text: string): readonly string[] {
  return text.match(NEVER_COMPOSED) ?? [];
}

/** Lists the words that can only come from themselves once look-alikes are folded, but for full-width forms. */
export function listNeverFolded(text: string): readonly string[] {
  return text.match(NEVER_FOLDED) ?? [];
}
