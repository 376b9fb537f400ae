// Finds paths that lead outside in a word of a command, wherever in the word they begin. Knows no program.

/** Tells whether a path lies in the workspace. */
export type IsInside = (path: string) => boolean;

/** Streams that every command has, and nothing. */
const HARMLESS = /^\/dev\/(?:null|stdout|stderr)$/;

/** What stands behind a flag in the same word, as in `-I/usr` and `--out../x`. */
const ATTACHED = /^--?[\w-]*?(?<path>(?:\/|~|\.\.(?:\/|$)).*)$/s;

const LOOKS_LIKE_PATH = /^(?:\/|~(?:\/|$))|(?:^|\/)\.\.(?:\/|$)/;

/** How the parts of a word are told apart. */
export interface WordParts {
  /** What stands behind `name:` is on another machine. */
  readonly isColonRemote: boolean;
}

function isOutsidePath(part: string, isInside: IsInside): boolean {
  const path = ATTACHED.exec(part)?.groups?.["path"] ?? part;
  return LOOKS_LIKE_PATH.test(path) && !HARMLESS.test(path) && !isInside(path);
}

function splitWord(word: string, { isColonRemote }: WordParts): readonly string[] {
  // A sentence is text, unless it begins like a path.
  if (/\s/.test(word)) return [word];
  const plain = word.replace(/file:\/\//gi, "file:");
  const parts = isColonRemote ? plain.replace(/^(?<name>[\w./-]+):.*$/s, "$<name>") : plain;
  // An address has two slashes behind its scheme, and none of its parts is a path.
  return parts.replace(/[a-z][a-z0-9+.-]{0,20}:\/\/[^,;=]*/gi, "").split(/[=:,;@]/);
}

/** Tells whether a word of a command names a path outside: by itself, behind a flag, `=`, `:`, `,`, `;` or `@`. */
export function namesOutsidePath(word: string, isInside: IsInside, parts: WordParts): boolean {
  return splitWord(word, parts).some((part) => isOutsidePath(part, isInside));
}
