// Names of files in diff headers, written so that no name can be taken for something else. Pure.

import { encodeName } from "../text/name-bytes.js";
import { hasUnshowable, parseShownName } from "../text/shown-name.js";

/** Made when used: reading the tables behind it would cost every import some milliseconds. */
const escapable = (): RegExp => /["\\]|[^\p{L}\p{N}\p{P}\p{S}\p{M} ]|\p{Default_Ignorable_Code_Point}/gu;

const ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };

/** Writes a name as `git` does: quoted where it must be, by its bytes, with a tab behind a name that has a space. */
export function formatDiffPath(side: "a" | "b", path: string): string {
  const name = `${side}/${readNames(path.replace(/^\/+/, ""))}`;
  const escaped = name.replace(escapable(), escapeCharacter);
  if (escaped !== name) return `"${escaped}"`;
  return name.includes(" ") ? `${name}\t` : name;
}

function escapeCharacter(character: string): string {
  const known = ESCAPES[character];
  if (known !== undefined) return known;
  if (!hasUnshowable(character)) return character;
  return Array.from(encodeName(character), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}

/** Answers the real names in a path that may hold quoted forms, so that nothing is quoted twice. */
function readNames(path: string): string {
  return path
    .split("/")
    .map((name) => parseShownName(name) ?? name)
    .join("/");
}
