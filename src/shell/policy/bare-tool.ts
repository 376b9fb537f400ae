// Finds the tool that a package manager starts by its bare name, as in `yarn tsx x.ts`. Judges nothing.

import { programName } from "./program-name.js";

/** Words before the tool, with the number of words that each one takes. */
const PREFIXES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  yarn: { run: 1, exec: 1, dlx: 1, workspace: 2, workspaces: 1, foreach: 1 },
  pnpm: { exec: 1, dlx: 1, recursive: 1, multi: 1, m: 1 },
  bun: { run: 1, x: 1 },
};

const VALUE_FLAGS: readonly string[] = [
  ...["--filter", "-F", "--filter-prod", "-C", "--dir", "--cwd", "--reporter", "--loglevel", "--registry"],
  ...["--workspace-concurrency", "--include", "--exclude", "--from", "--use-yarnrc", "--mutex", "--jobs", "-j"],
];

/** Their own commands, and usual names of scripts, that are names of other programs as well. */
const OWN: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    "test start stop install link unlink patch env rm watch view script set open config fetch file time run exec init " +
    "build bench create expect dc at"
  ).split(" "),
);

/** Answers how many words stand before the tool at an index, if that is none itself; 0 where it may be the tool. */
function measurePrefix(word: string, prefixes: Readonly<Record<string, number>>): number {
  if (word.startsWith("-")) return VALUE_FLAGS.includes(word) ? 2 : 1;
  return Object.hasOwn(prefixes, word) ? (prefixes[word] ?? 0) : 0;
}

/** Answers the 0-based index of the tool; `null` when the package manager is asked for something else. */
export function findBareTool(words: readonly string[]): number | null {
  const prefixes = PREFIXES[programName(words)];
  if (prefixes === undefined) return null;
  let index = 1;
  for (let taken = 1; taken > 0 && index < words.length; index += taken) {
    taken = measurePrefix(words[index] ?? "", prefixes);
  }
  const tool = words[index];
  return tool === undefined || OWN.has(tool) ? null : index;
}
