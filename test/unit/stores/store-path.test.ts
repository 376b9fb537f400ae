import { expect, test } from "vitest";
import { resolveStorePath } from "../../../src/stores/store-path.js";

test.each([
  ["a.txt", "a.txt"],
  ["./a.txt", "a.txt"],
  ["/a.txt", "a.txt"],
  ["a//b/./c", "a/b/c"],
  ["a/b/../c", "a/c"],
  ["a/..", ""],
  [".", ""],
  ["/", ""],
  ["dir/", "dir"],
  ["...", "..."],
  ["Cafe\u0301.TXT", "Cafe\u0301.TXT"],
])("%j is %j", (path, normal) => {
  expect(resolveStorePath(path)).toBe(normal);
});

test.each(["", "a\u0000", "a\nb", "\u001b[31m", "a\u007f"])("%j is invalid_path", (path) => {
  expect(() => resolveStorePath(path)).toThrow(expect.objectContaining({ kind: "invalid_path" }));
});

test("a control character is escaped in the message", () => {
  expect(() => resolveStorePath("a\u001bb")).toThrow('"a\\u001bb"');
});

test.each(["..", "../a", "a/../..", "/..", "a/../../b"])("%j is path_outside_workspace", (path) => {
  expect(() => resolveStorePath(path)).toThrow(expect.objectContaining({ kind: "path_outside_workspace" }));
});
