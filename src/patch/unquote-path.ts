// Names of files as they stand in the headers of a diff: quoted as C does, with prefixes, with a date behind. Pure strings.

import { MAX_PATH_LENGTH } from "../limits.js";
import { decodeName } from "../text/name-bytes.js";
import { showNames } from "../text/shown-name.js";

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

// A quoted name: pairs of a backslash and a sign, or anything else up to the quote.
const QUOTED = /^"((?:\\.|[^"\\])*)"/;

/** Reads the name that a header line holds behind its keyword; a date behind a tab is left out. */
export function readHeaderName(text: string): string {
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted !== undefined) return unquoteName(quoted);
  const tab = text.indexOf("\t");
  return (tab === -1 ? text : text.slice(0, tab)).trimEnd();
}

/** Answers the two names of a `diff --git` line, prefixes included; `null` when they cannot be told apart. */
export function splitGitNames(text: string): readonly [oldName: string, newName: string] | null {
  const quoted = QUOTED.exec(text);
  if (quoted !== null) {
    const rest = text.slice(quoted[0].length + 1);
    return [unquoteName(quoted[1] ?? ""), readHeaderName(rest)];
  }
  const names = text.trimEnd();
  if (names.length > 2 * MAX_PATH_LENGTH) return null;
  const quote = names.indexOf(' "');
  if (quote !== -1 && names.endsWith('"')) return [names.slice(0, quote), readHeaderName(names.slice(quote + 1))];
  // Both are the same name but for their prefixes, so the blank between them is in the middle.
  for (let blank = names.indexOf(" "); blank !== -1; blank = names.indexOf(" ", blank + 1)) {
    const [oldName, newName] = [names.slice(0, blank), names.slice(blank + 1)];
    if (withoutFirstComponent(oldName) === withoutFirstComponent(newName)) return [oldName, newName];
  }
  return null;
}

/** Answers a name without its first component; the whole name when it has only one. */
export function withoutFirstComponent(name: string): string {
  const slash = name.indexOf("/");
  return slash === -1 ? name : name.slice(slash + 1);
}

function unquoteName(quoted: string): string {
  const bytes: Buffer[] = [];
  for (const [part, sign] of quoted.matchAll(/\\([0-7]{1,3}|.)|[^\\]+/g)) bytes.push(unquotePart(part, sign));
  return showNames(decodeName(Buffer.concat(bytes)));
}

function unquotePart(part: string, sign: string | undefined): Buffer {
  if (sign === undefined) return Buffer.from(part);
  const byte = /^[0-7]/.test(sign) ? Number.parseInt(sign, 8) & 0xff : ESCAPES[sign];
  return byte === undefined ? Buffer.from(sign) : Buffer.from([byte]);
}
