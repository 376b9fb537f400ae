// Scripts that are taken for harmless, run by the sed of this machine: none of them may leave a trace.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findSedEffects } from "../../src/shell/policy/sed-arguments.js";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "sed-"));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function run(script: string): readonly string[] {
  spawnSync("sed", ["--", script], { cwd: directory, input: "a]b\nc/d\n", timeout: 2_000 });
  return readdirSync(directory);
}

const delimiter = fc.constantFrom(..."/|#@,:%_!~");
const fragment = fc.constantFrom(
  ...["w evil", "W evil", "1e touch evil", "e touch evil", "p", "d", "s", "y", "a x", "i\\", "c", "{", "}", ";", "\n"],
  ...[
    "a",
    "b",
    "[]]",
    "[^]]",
    "[]",
    "[",
    "]",
    "\\",
    "\\]",
    "\\n",
    "&",
    "$",
    "1",
    ",",
    "!",
    "g",
    "e",
    "/",
    " ",
    ":a",
    "b",
  ],
);
const text = fc.array(fragment, { maxLength: 4 }).map((parts) => parts.join(""));
const substitution = fc
  .tuple(delimiter, text, text, fc.constantFrom("", "g", "e", "p", "w evil", ";w evil", "\nw evil"))
  .map(([mark, one, other, flags]) => `s${mark}${one}${mark}${other}${mark}${flags}`);
const script = fc.array(fc.oneof(substitution, text), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));

test("a script that is taken for harmless writes no file and starts nothing", () => {
  let count = 0;
  fc.assert(
    fc.property(script, (one) => {
      if (findSedEffects(["sed", "--posix", one]).length > 0) return;
      count += 1;
      if (count <= 400) expect(run(one)).toEqual([]);
    }),
    { numRuns: 30_000 },
  );
  expect(count).toBeGreaterThan(400);
});

test("what leaves a trace is seen here", () => {
  for (const one of ["w evil", "s/a/b/w evil", "1e touch evil"]) {
    expect(findSedEffects(["sed", one])).not.toEqual([]);
    expect(run(one)).toEqual(["evil"]);
  }
});
