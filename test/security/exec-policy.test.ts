// The command policy against lines that try to get around it, and against lines that people need.

import { describe, expect, test } from "vitest";
import { isFsError } from "../../src/errors.js";
import { createCommandPolicy, type PlannedCommand } from "../../src/shell/policy/command-policy.js";
import { ARGUMENT_ATTACKS, UNSEEN_ATTACKS } from "./exec-policy-argument-attacks.js";
import { ATTACKS as PLAIN_ATTACKS } from "./exec-policy-attacks.js";
import { CODE_ATTACKS } from "./exec-policy-code-attacks.js";
import { ORDINARY, ORDINARY_ALLOWED, ORDINARY_BY_NAME } from "./exec-policy-ordinary.js";
import { PATH_ATTACKS } from "./exec-policy-path-attacks.js";
import { WRITER_ATTACKS } from "./exec-policy-writer-attacks.js";

const ATTACKS = [...PLAIN_ATTACKS, ...ARGUMENT_ATTACKS, ...WRITER_ATTACKS, ...CODE_ATTACKS, ...PATH_ATTACKS];

function planCommand(command: string, allowed: readonly string[]): PlannedCommand {
  return createCommandPolicy(allowed).plan(command);
}

function refusalOf(command: string, allowed: readonly string[]): unknown {
  try {
    return planCommand(command, allowed);
  } catch (error) {
    return error;
  }
}

describe("a line that begins with what is allowed", () => {
  test.each(ATTACKS)("[%s] is refused: %j", (allowed, command) => {
    expect(command.startsWith(allowed), "comparing prefixes would let it through").toBe(true);
    const refusal = refusalOf(command, [allowed]);
    expect(isFsError(refusal), `it was planned as ${JSON.stringify(refusal)}`).toBe(true);
    expect(refusal).toMatchObject({
      kind: "command_not_allowed",
      message: expect.stringMatching(/^The command was not run: .+\.$/s),
      hint: expect.stringContaining(allowed),
    });
  });

  test("is refused for what it adds: the allowed part alone is fine", () => {
    const alone = new Set(ATTACKS.filter(([allowed, command]) => allowed === command).map(([one]) => one));
    for (const allowed of new Set(ATTACKS.map(([one]) => one))) {
      if (alone.has(allowed)) continue;
      expect(planCommand(allowed, [allowed]).command).not.toBe("");
    }
  });
});

describe("a line whose programs are allowed, but not with words that nobody has seen", () => {
  test.each(UNSEEN_ATTACKS)("[%s] is refused: %j", (allowed, command) => {
    const commands = allowed.split(",");
    expect(commands.some((one) => command.startsWith(one))).toBe(true);
    expect(refusalOf(command, commands)).toMatchObject({ kind: "command_not_allowed" });
    const [first = ""] = commands;
    expect(planCommand(first, [first]).command).not.toBe("");
  });
});

describe("a line that people need", () => {
  const policy = createCommandPolicy(ORDINARY_ALLOWED);

  test.each(ORDINARY.map((command) => [command]))("runs: %j", (command) => {
    expect(policy.plan(command).command).toMatch(/^'/);
  });

  test.each(ORDINARY.map((command) => [command]))("is refused where nothing is allowed: %j", (command) => {
    expect(refusalOf(command, [])).toMatchObject({ hint: expect.stringContaining("No command is allowed here") });
  });
});

describe("a line whose programs are allowed by name alone", () => {
  test.each(ORDINARY_BY_NAME)("[%s] runs: %j", (programs, command) => {
    expect(planCommand(command, programs.split(" ")).command).not.toBe("");
  });

  test.each(ORDINARY_BY_NAME)("[%s] is refused without them: %j", (_programs, command) => {
    expect(isFsError(refusalOf(command, ["no-such-program"]))).toBe(true);
  });
});

describe("what is run", () => {
  const spellings: readonly (readonly [command: string, planned: string])[] = [
    ["git status -s", "'git' 'status' '-s'"],
    ["  ls\t-l  ;", "'ls' '-l'"],
    ["ls&&ls||ls|ls\nls;ls", "'ls' && 'ls' || 'ls' | 'ls' ; 'ls' ; 'ls'"],
    [`ls "it's" 'a"b' c"d"'e'`, `'ls' 'it'\\''s' 'a"b' 'cde'`],
    ['ls "a\\"b\\\\c\\d"', `'ls' 'a"b\\c\\d'`],
    ["ls '' 2>&1 >/dev/null", "'ls' '' 2>&1 >/dev/null"],
    ["2>/dev/null ls x", "'ls' 'x' 2>/dev/null"],
    ["ls &>>/dev/null </dev/null", "'ls' >/dev/null 2>&1 </dev/null"],
    ["ls 2 >&1", "'ls' '2' >&1"],
    ["! ls | ls && time -p ls", "! 'ls' | 'ls' && time -p 'ls'"],
    ["! time ls; ! (ls)", "! time 'ls' ; ! ( 'ls' )"],
    ['ls "a$|b$"', "'ls' 'a$|b$'"],
  ];
  const unseen: readonly (readonly [command: string, planned: string])[] = [
    [
      "xargs -I{} git log -1 {}",
      "'xargs' '-I{}' 'git' 'log' '--no-ext-diff' '--no-textconv' '-1' '--end-of-options' '{}'",
    ],
    ["xargs -I{} sort -r {} x", "'xargs' '-I{}' 'sort' '-r' '--' '{}' 'x'"],
    ["xargs -n1 -I{} grep -c x {}", "'xargs' '-n1' '-I{}' 'grep' '-c' 'x' '{}'"],
    ["xargs rg -e x", "'xargs' 'rg' '-e' 'x' '--'"],
    ["xargs awk -F, '{print $1}'", "'xargs' 'awk' '-F,' '--' '{print $1}'"],
  ];
  test.each(unseen)("with unseen words, for %j, is %j", (command, planned) => {
    expect(planCommand(command, ["xargs", "git log", "sort", "grep", "rg", "awk"]).command).toBe(planned);
  });

  test.each(spellings)("for %j is %j", (command, planned) => {
    expect(planCommand(command, ["ls", "git status"]).command).toBe(planned);
  });
});

describe("an allowed command", () => {
  test.each(["", "  ", "ls; cat", "ls > x", "$HOME/bin/x", "ls *", "A=1 ls", "ls &", "'unfinished", "if"])(
    "that is no list of literal words is a mistake of the developer: %j",
    (allowed) => {
      expect(() => createCommandPolicy([allowed])).toThrow(TypeError);
    },
  );

  test("may spell out the argument that is refused otherwise, at its own place only", () => {
    expect(planCommand("find . -delete", ["find . -delete"]).command).toBe("'find' '.' '-delete'");
    expect(isFsError(refusalOf("find . -delete -exec x", ["find . -delete"]))).toBe(true);
    expect(planCommand("find . -delete", ["find", "find . -delete"]).command).toBe("'find' '.' '-delete'");
    expect(planCommand("git config --get user.name", ["git config --get"]).command).toContain("'config'");
  });

  test("is compared word by word, so that quoting changes nothing", () => {
    expect(planCommand("'git' \"status\"", ["git status"]).command).toBe("'git' 'status'");
    expect(planCommand("cat 'a b'", ['cat "a b"']).command).toBe("'cat' 'a b'");
  });

  test("does not allow a program of the same name elsewhere", () => {
    for (const command of ["./ls", "/bin/ls", "../ls", "bin/ls"])
      expect(isFsError(refusalOf(command, ["ls"]))).toBe(true);
  });
});

test("every directory that git enters goes to the boundary, wherever its option stands", () => {
  const { touched } = planCommand("git --no-pager -C a -P -C b/.. status", ["git"]);
  expect(touched).toEqual([
    { path: "/workspace/a", use: "enter" },
    { path: "/workspace/a/b/..", use: "enter" },
  ]);
  expect(planCommand("git -C -C -C x status", ["git"]).touched).toHaveLength(2);
});

test("a refusal says which part is refused", () => {
  expect(refusalOf("git status; git stash", ["git status"])).toMatchObject({
    message: 'The command was not run: "git stash" is not an allowed command.',
  });
  expect(refusalOf("ls | sort -o x", ["ls", "sort"])).toMatchObject({
    message: 'The command was not run: the argument "-o" of sort can write a file.',
  });
  expect(refusalOf(`ls '${"x".repeat(3000)}' $y`, ["ls"])).toMatchObject({
    message: 'The command was not run: "$y" holds a variable or a substitution.',
  });
  expect(String(refusalOf("x".repeat(3000), ["ls"])).length).toBeLessThan(200);
});

describe("a refusal advises", () => {
  const allowed = ["echo", "git log"];

  test.each(["echo $HOME", "echo *", "X=1 echo a", "echo a > file", "echo $(ls)", "echo 'open"])(
    "another spelling of %j",
    (command) => {
      expect(refusalOf(command, allowed)).toMatchObject({ hint: expect.stringContaining("single quotes") });
    },
  );

  test.each(["ls", "git push", "echo a; ls", "git log --output=file"])(
    "nothing but what is allowed on %j, which no spelling helps",
    (command) => {
      expect(refusalOf(command, allowed)).toMatchObject({ hint: "Allowed commands: echo, git log." });
    },
  );
});
