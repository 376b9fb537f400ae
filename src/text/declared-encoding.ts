// Finds what a file says of its own encoding in its first lines. Whether that is true is decided elsewhere.

const DECLARATION_BYTES = 1024;

// Each has the name in its first group. Written for a head of 1 KiB, and none looks back over what it has passed.
const DECLARATIONS: readonly RegExp[] = [
  // <?xml version="1.0" encoding="..."?>
  /^\s{0,16}<\?xml\s[^>]{0,200}?\bencoding\s?=\s?["']([\w.:-]{2,40})["']/,
  // <meta charset="...">, <meta http-equiv="Content-Type" content="text/html; charset=...">
  /<meta\s[^>]{0,200}?\bcharset\s?=\s?["']?([\w.:-]{2,40})/i,
  // @charset "...";
  /^@charset "([\w.:-]{2,40})";/,
  // -*- coding: ... -*- in the first two lines, as Python and Emacs read it
  /^(?:[^\n]{0,400}\n)?[^\n]{0,200}?(?:#|-\*-|\/\/|;)[^\n]{0,200}?\bcoding[:=][ \t]{0,4}([\w.:-]{2,40})/,
  // vim: set fileencoding=... :
  /\bvim?:[^\n]{0,200}?\b(?:fileencoding|fenc)=([\w.:-]{2,40})/,
];

/** Finds the name that a declaration in the first 1 KiB gives; `undefined` without one. It can be any name. */
export function findDeclaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION_BYTES)).toString(
    "latin1",
  );
  for (const declaration of DECLARATIONS) {
    const label = declaration.exec(head)?.[1];
    // Emacs adds how lines end.
    if (label !== undefined) return label.replace(/-(?:unix|dos|mac)$/, "");
  }
  return undefined;
}
