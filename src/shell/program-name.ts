// How a program is recognised by the word that names it. One function, so that every rule agrees.

/** Answers the last component of the program's path, without what Windows appends. */
export function programName(words: readonly string[]): string {
  const name = (words[0] ?? "").split("/").at(-1) ?? "";
  return name.replace(/\.exe$/i, "");
}
