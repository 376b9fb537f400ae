// The policy against a real bash: whatever is accepted must run exactly the words that were approved.

import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFsError } from "../../src/errors.js";
import { createCommandPolicy } from "../../src/shell/policy/command-policy.js";

const PROGRAMS = ["ls", "cat", "rg", "wc"];
const STRINGS = 2100;

const WORDS = [
  ...["ls", "cat", "rg", "wc", "-l", "--foo=bar", "ab", "./x", "HEAD~1", "HEAD^", "stash@{0}", "2", "1", "%", "+"],
  ...[
    "'a b'",
    '"a b"',
    "''",
    '""',
    "'it'",
    `"it's"`,
    `'say "x"'`,
    '"a\\"b"',
    '"a\\\\"',
    '"a\\n"',
    '"\\$x"',
    '"é"',
    "'漢 字'",
  ],
  ...["a'b'c", `a"b"'c'`, "'a\nb'", '"a\tb"', "/dev/null", "--", "-", "=", "a=b", "'!'", '"!x"', "x,y", "a:b", "@"],
  ...["\\(", "\\;", "a\\*b", "a\\ b", "{}", "-I{}", "日本", "a#b", "!", "[", "]", "\\$x", "\\'", '\\"'],
];
const JOINERS = [" && ", "&&", " || ", "||", " | ", "|", "; ", ";", "\n", " ;\n\n ", " &&\n", "|\n "];
const REDIRECTIONS = [
  " 2>&1",
  " >/dev/null",
  " 2>/dev/null",
  " >&2",
  " &>/dev/null",
  " </dev/null",
  ">/dev/null",
  " 2>&1 >/dev/null",
];
const HOSTILE = [
  ...[
    "$x",
    "`ls`",
    "$(ls)",
    "*",
    "?",
    "[a]",
    "~",
    "{a,b}",
    "{1..2}",
    "\\",
    "\\\n",
    "'",
    '"',
    "$'a'",
    '$"a"',
    "$" + "{x}",
    "$((1))",
  ],
  ...[
    "&",
    "|&",
    "(",
    ")",
    "{",
    "}",
    "!",
    "#",
    " # x",
    "A=1 ",
    "> f",
    ">> f",
    "< f",
    "<<< f",
    "<< E",
    ">|f",
    "<>f",
    "&>f",
  ],
  ...[
    "if",
    "then",
    "time ",
    "[[",
    "]]",
    "function ",
    "coproc ",
    ";;",
    ";&",
    "\r",
    "\u00a0",
    "\u2028",
    "\u200b",
    "é",
    "\x01",
    "<(ls)",
  ],
  ...[
    "2>",
    "1>&",
    ">&-",
    "3>&1",
    "ls(",
    "()",
    "@(a)",
    "+(a)",
    "^",
    "a\\ b",
    '"\\`"',
    '"$"',
    "'\\'",
    "=(a)",
    "x=(",
    "[0]=",
    "\t",
    " ",
  ],
];

/** A small generator with a seed, so that a failure can be repeated. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

function createStrings(seed: number): ReadonlySet<string> {
  const random = createRandom(seed);
  const pick = (list: readonly string[]): string => list[random(list.length)] ?? "";
  const command = (): string => {
    const words = Array.from({ length: random(4) }, () => pick(random(12) === 0 ? HOSTILE : WORDS));
    return [pick(PROGRAMS), ...words].join(random(10) === 0 ? "\t" : " ") + (random(4) === 0 ? pick(REDIRECTIONS) : "");
  };
  const line = (): string => {
    let text = command();
    for (let count = random(3); count > 0; count -= 1) text += pick(JOINERS) + command();
    if (random(6) === 0)
      text = `${pick(["(", "( "])}${text}${pick([")", " )", ";)", "\n)"])}${pick(["", ";", " | wc"])}`;
    if (random(3) > 0) return text;
    const at = random(text.length + 1);
    return text.slice(0, at) + pick(HOSTILE) + text.slice(at + random(2));
  };
  const strings = new Set<string>();
  while (strings.size < STRINGS) strings.add(line());
  return strings;
}

const SHIM = ["#!/bin/sh", 'printf "%s\\0" "$NAME" "$@" > "$LOG/$$"', "exit $(($# % 2))", ""].join("\n");

/** Runs every line of the file "$LINES" with the shell "$1", each with a log of its own; notes what does not parse. */
const DRIVER = `
index=0
while IFS= read -r -d '' line <&3; do
  export LOG="$LOGS/$index"
  "$1" -n -c "$line" || : > "$LOGS/rejected-$index"
  PATH="$SHIMS" "$1" -c "$line"
  index=$((index + 1))
done 3< "$LINES" < /dev/null`;

let directory: string;

function inDirectory(...names: readonly string[]): string {
  return join(directory, ...names);
}

/** Answers, for each line, the words of the programs that it ran, in the order of their text; `null` is no syntax. */
async function runLogged(shell: string, lines: readonly string[]): Promise<readonly (readonly string[] | null)[]> {
  const logs = mkdtempSync(inDirectory("logs-"));
  for (const index of lines.keys()) mkdirSync(join(logs, String(index)));
  writeFileSync(join(logs, "lines"), lines.map((line) => `${line}\0`).join(""));
  const env = { PATH: "/usr/bin:/bin", LOGS: logs, LINES: join(logs, "lines"), SHIMS: inDirectory("bin") };
  await promisify(execFile)("bash", ["-c", DRIVER, "driver", shell], { cwd: inDirectory("cwd"), env });
  return lines.map((_line, index) => {
    if (existsSync(join(logs, `rejected-${index}`))) return null;
    const log = join(logs, String(index));
    return readdirSync(log)
      .map((name) => readFileSync(join(log, name), "utf8"))
      .sort();
  });
}

beforeAll(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "policy-")));
  for (const name of ["bin", "cwd"]) mkdirSync(inDirectory(name));
  for (const program of PROGRAMS) {
    writeFileSync(inDirectory("bin", program), SHIM.replace("$NAME", program));
    chmodSync(inDirectory("bin", program), 0o755);
  }
});

afterAll(() => rmSync(directory, { recursive: true, force: true }), 60_000);

test("the log sees programs, words, writes and syntax errors, so that a difference would be noticed", async () => {
  const logged = await runLogged("/bin/bash", ["ls 'a b' $(rg x) *; cat < /dev/null", "ls( -l", "wc > evil"]);
  expect(logged).toEqual([["cat\0", "ls\0a b\0*\0", "rg\0x\0"], null, ["wc\0"]]);
  expect(readdirSync(inDirectory("cwd"))).toEqual(["evil"]);
  rmSync(inDirectory("cwd", "evil"));
});

test("whatever is accepted runs the approved words, in bash as in sh, and writes nothing", async () => {
  const policy = createCommandPolicy(PROGRAMS);
  const planned = new Map<string, string>();
  for (const line of createStrings(20_260_101)) {
    try {
      planned.set(line, policy.plan(line).command);
    } catch (error) {
      expect(isFsError(error)).toBe(true);
    }
  }
  const asWritten = await runLogged("/bin/bash", [...planned.keys()]);
  const asPlanned = await runLogged("/bin/sh", [...planned.values()]);
  for (const [index, line] of [...planned.keys()].entries()) {
    expect(asWritten[index], JSON.stringify(line)).toEqual(asPlanned[index]);
    expect(asPlanned[index], JSON.stringify(line)).not.toBeNull();
  }
  expect(readdirSync(inDirectory("cwd"))).toEqual([]);
  expect(planned.size).toBeGreaterThan(500);
  expect(planned.size).toBeLessThan(STRINGS - 500);
}, 300_000);
