// How a program is recognised by the word that names it. One function, so that every rule agrees.

/** Programs that are installed under names with their version, such as `python3.12` and `gcc-12`. */
const VERSIONED =
  /^(i?python|pypy|perl|ruby|irb|php|lua|luajit|tclsh|wish|guile|node|deno|bun|pip|erl|gfortran|cpp|gcc|g\+\+|clang\+\+|clang)-?\d+(?:\.\d+)*$/;

/** Compilers also carry what they compile for, such as `x86_64-linux-gnu-gcc`. */
const TARGET = /^\w+(?:-\w+)+-(?=(?:gcc|g\+\+|cpp|gfortran|clang|clang\+\+)(?:-|$))/;

/** Package runners take a version behind the name, such as `tsx@4`. */
const PACKAGE_VERSION = /(?<=.)@[\w.^~*-]+$/;

/** Answers the last component of the program's path, without what Windows appends, its target and its version. */
export function programName(words: readonly string[]): string {
  const name = (words[0] ?? "").split("/").at(-1) ?? "";
  return name
    .replace(/\.exe$/i, "")
    .replace(PACKAGE_VERSION, "")
    .replace(TARGET, "")
    .replace(VERSIONED, "$1");
}
