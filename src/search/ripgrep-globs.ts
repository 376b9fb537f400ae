// Puts the glob of a search into globs for ripgrep, as far as both surely mean the same, so that it passes over the rest.

/** Names and paths of plain characters and `*`, none of them `.` or `..`, absolute, or only for directories. */
const PLAIN_GLOB = /^(?!\.{1,2}(?:\/|$))[\w.*-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.*-]+)*$/;

/** The same with alternatives of endings, such as `*.{ts,tsx}`. */
const WITH_ENDINGS = /^([\w./*-]+)\{([\w.-]+(?:,[\w.-]+)+)\}$/;

/** Answers the glob that only a name or path itself matches. */
export function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, "\\$&");
}

/**
 * Answers globs in ripgrep's syntax that let through at least what `compileGlob` does with `matchBasename`; empty where
 * that is not sure, and for what is excluded.
 */
export function toRipgrepGlobs(glob: string): readonly string[] {
  if (PLAIN_GLOB.test(glob)) return [glob];
  const [, start = "", endings = ""] = WITH_ENDINGS.exec(glob) ?? [];
  const alternatives = endings.split(",").map((ending) => `${start}${ending}`);
  if (!alternatives.every((alternative) => PLAIN_GLOB.test(alternative))) return [];
  // The glob itself may be the name of a file.
  return endings === "" ? [] : [...alternatives, escapeGlob(glob)];
}
