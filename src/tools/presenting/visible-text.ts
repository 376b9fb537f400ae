// Makes characters visible that a model would not see, or that would show it another text than is there.

const CONTROL_PICTURES = 0x2400;
const DELETE = 0x7f;

// C0 without tab and line feed, DEL, C1, and the marks that change the direction of what follows.
const INVISIBLE = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Replaces control characters other than tab and line feed by signs: `␛` for escape, `<U+202E>` beyond ASCII. */
export function makeControlsVisible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.charCodeAt(0);
    if (code === DELETE) return "␡";
    if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}
