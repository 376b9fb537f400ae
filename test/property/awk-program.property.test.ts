// Programs that are taken for harmless, run by the awk of this machine: none of them may leave a trace.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isHarmlessAwkProgram } from "../../src/shell/policy/awk-program.js";

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "awk-"));
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

function run(program: string): readonly string[] {
  spawnSync("awk", ["--", program], { cwd: directory, input: "a 1\nb|c 9\n", timeout: 2_000 });
  return readdirSync(directory);
}

const fragment = fc.constantFrom(
  ...['print > "evil"', 'print "x" | "touch evil"', 'system("touch evil")', '"touch evil" | getline', ' >> "evil"'],
  ...['print "x"', "print $1", "print", 'printf "%s", $1', "if ($2 > 3) ", "i++", "x = ", "length ", "$1", "NR", "1"],
  ...["/", "/a/", '/"/', "/[/]/", "/[^]]/", "/\\//", "\\", '"', '"a"', '"/"', "# ", "\n", ";", "{", "}", "(", ")"],
  ...[">", ">>", "|", "||", "|&", "?", ":", ",", "[", "]", " ", " ", "~", "!", "=", "==", "<", "@", "in ", "getline "],
);
const program = fc.array(fragment, { minLength: 1, maxLength: 9 }).map((parts) => parts.join(""));
const enclosed = fc.oneof(
  program,
  program.map((text) => `{${text}}`),
  fc.tuple(program, program).map(([one, other]) => `{ print ${one} ; ${other} }`),
);

test("a program that is taken for harmless writes no file and starts nothing", () => {
  let count = 0;
  fc.assert(
    fc.property(enclosed, (text) => {
      if (!isHarmlessAwkProgram(text)) return;
      count += 1;
      if (count <= 400) expect(run(text)).toEqual([]);
    }),
    { numRuns: 40_000 },
  );
  expect(count).toBeGreaterThan(400);
});

test.each(['{ print > "evil" }', '{ print "x" | "touch evil" }', '{ if ($1) /"/; print $0 > "evil" /"/ }'])(
  "the awk of this machine would leave a trace: %s",
  (text) => {
    expect(isHarmlessAwkProgram(text)).toBe(false);
    run(text);
  },
);

test("what leaves a trace is seen here", () => {
  expect(run('{ print > "evil" }')).toEqual(["evil"]);
});

test("an endless text is read in one pass", () => {
  for (const part of ["[", "/a", "(", '"a', "a ", "/[a", "getline "]) {
    expect(typeof isHarmlessAwkProgram(part.repeat(20_000))).toBe("boolean");
  }
});
