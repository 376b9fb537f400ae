// Names of files in diff headers, written so that no name can be taken for something else. Pure.

// Control characters, quotes and backslashes.
const UNSAFE = /[\p{Cc}"\\]/gu;

const ESCAPES: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\" };

/** Writes a name as `git` does: quoted where it must be, with a tab behind a name that has a space. */
export function formatDiffPath(side: "a" | "b", path: string): string {
  const name = `${side}/${path.replace(/^\/+/, "")}`;
  const escaped = name.replace(UNSAFE, escapeCharacter);
  if (escaped !== name) return `"${escaped}"`;
  return name.includes(" ") ? `${name}\t` : name;
}

function escapeCharacter(character: string): string {
  return ESCAPES[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
