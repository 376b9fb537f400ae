// Names in diff headers are read back by git as what they were, whatever they hold.

import { expect, it } from "vitest";
import { formatDiffPath } from "../../../src/edit/diff-path.js";

it.each<[path: string, expected: string]>([
  ["src/a.ts", "a/src/a.ts"],
  ["/abs/a.ts", "a/abs/a.ts"],
  ["//abs//a.ts", "a/abs//a.ts"],
  ["with space", "a/with space\t"],
  ['quo"te', '"a/quo\\"te"'],
  ["back\\slash", '"a/back\\\\slash"'],
  ["tab\tname", '"a/tab\\tname"'],
  ["line\nfeed", '"a/line\\nfeed"'],
  ["carriage\rreturn", '"a/carriage\\rreturn"'],
  ["bell\u0007", '"a/bell\\007"'],
  ["delete\u007f and \u0001", '"a/delete\\177 and \\001"'],
  ["naïve", "a/naïve"],
])("%j is written as %j", (path, expected) => {
  expect(formatDiffPath("a", path)).toBe(expected);
});
