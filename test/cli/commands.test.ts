// Each command over a real directory: what it prints, for people and for programs, and its exit code.

import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useSandbox } from "../support/temp-workspace.js";
import { type CliEnd, type CliSetting, run } from "./run-cli.js";

const FILES = {
  "src/a.ts": "export const answer = 41;\n// end\n",
  "notes.md": "one\ntwo\nthree\n",
  ".gitignore": "out/\n",
  "out/b.ts": "answer\n",
};

interface Place {
  readonly root: string;
  readonly outside: string;
  readonly at: (words: readonly string[], setting?: CliSetting) => Promise<CliEnd>;
  readonly text: (path: string) => string;
}

function open(): Place {
  const sandbox = useSandbox();
  sandbox.write(FILES);
  const { root, outside } = sandbox;
  return {
    root,
    outside,
    at: (words, setting) => run(words, { cwd: root, ...setting }),
    text: (path) => readFileSync(join(root, path), "utf8"),
  };
}

describe("read", () => {
  test("shows lines with their numbers, a window, or the text alone", async () => {
    const { at } = open();
    expect(await at(["read", "notes.md"])).toEqual({ exitCode: 0, stdout: "1\tone\n2\ttwo\n3\tthree\n", stderr: "" });
    expect((await at(["read", "notes.md", "--offset", "2", "--limit", "1"])).stdout).toMatch(/^2\ttwo\n\[/);
    expect((await at(["read", "notes.md", "--offset", "-1"])).stdout).toMatch(/^3\tthree\n/);
    expect((await at(["read", "-p", "notes.md"])).stdout).toBe("one\ntwo\nthree\n");
  });

  test("finds the workspace by --root, from anywhere", async () => {
    const { root, outside } = open();
    expect((await run(["read", "notes.md", "--root", root], { cwd: outside })).exitCode).toBe(0);
    expect((await run(["read", "notes.md", "--root=../ws"], { cwd: outside })).exitCode).toBe(0);
  });

  test("names images, and has their bytes in --json", async () => {
    const sandbox = useSandbox();
    sandbox.write({ "dot.png": Buffer.from("89504e470d0a1a0a0000000d49484452", "hex") });
    const shown = await run(["read", "dot.png"], { cwd: sandbox.root });
    expect(shown.stdout).toBe("[image/png, 16 bytes; --json has them as base64]\n");
    const { stdout } = await run(["read", "dot.png", "--json"], { cwd: sandbox.root });
    expect(JSON.parse(stdout)).toMatchObject({ mediaType: "image/png", base64: "iVBORw0KGgoAAAANSUhEUg==" });
  });
});

describe("write", () => {
  test("takes its text from a word or from standard input", async () => {
    const { at, text } = open();
    expect((await at(["write", "new.txt", "hello"])).stdout).toBe("Created new.txt (5 bytes).\n");
    expect(text("new.txt")).toBe("hello");
    expect((await at(["write", "new.txt", "-"], { stdin: "piped\r\n" })).exitCode).toBe(0);
    expect(text("new.txt")).toBe("piped\r\n");
    expect((await at(["write", "new.txt"], { stdin: "" })).exitCode).toBe(0);
    expect(text("new.txt")).toBe("");
  });

  test("refuses bytes that are no text, and more than the tool takes", async () => {
    const { at, text } = open();
    const binary = await at(["write", "notes.md"], { stdin: Buffer.from([0xff, 0xfe, 0x00]) });
    expect([binary.exitCode, binary.stderr]).toEqual([1, expect.stringMatching(/^unsupported_encoding: /)]);
    const large = await at(["write", "notes.md"], { stdin: "x".repeat(2 * 1024 * 1024 + 1) });
    expect([large.exitCode, large.stderr]).toEqual([1, expect.stringMatching(/^file_too_large: /)]);
    expect(text("notes.md")).toBe(FILES["notes.md"]);
  });

  test("asks a person at a terminal for the text", async () => {
    const { exitCode, stderr } = await open().at(["write", "new.txt"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/CONTENT is missing/)]);
  });

  test("keeps to an expected version", async () => {
    const { at, text } = open();
    const { exitCode, stderr } = await at(["write", "notes.md", "new", "--expected-sha256", "0".repeat(64)]);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^hash_mismatch: /)]);
    expect(text("notes.md")).toBe(FILES["notes.md"]);
  });
});

describe("edit", () => {
  test("shows a diff with --dry-run, and writes without", async () => {
    const { at, text } = open();
    const words = ["edit", "src/a.ts", "--old", "41", "--new", "42"];
    const dry = await at([...words, "--dry-run"]);
    expect(dry.stdout).toMatch(/^Dry run, nothing written: src\/a\.ts/);
    expect(dry.stdout).toContain("+export const answer = 42;");
    expect(text("src/a.ts")).toBe(FILES["src/a.ts"]);
    expect((await at(words)).stdout).toMatch(/^Edited src\/a\.ts/);
    expect(text("src/a.ts")).toContain("42");
  });

  test("takes several pairs, and JSON from a word or a pipe", async () => {
    const { at, text } = open();
    const pairs = ["--old", "one", "--new", "1", "--old", "two", "--new", ""];
    expect((await at(["edit", "notes.md", ...pairs])).exitCode).toBe(0);
    expect(text("notes.md")).toBe("1\n\nthree\n");
    const edits = JSON.stringify([{ oldText: "three", newText: "3" }]);
    expect((await at(["edit", "notes.md", "--edits", "-"], { stdin: edits })).exitCode).toBe(0);
    expect((await at(["edit", "notes.md", "--edits", edits.replace("three", "1")])).exitCode).toBe(0);
    expect(text("notes.md")).toBe("3\n\n3\n");
    expect((await at(["edit", "notes.md", "--old", "3", "--new", "4", "--replace-all"])).exitCode).toBe(0);
    expect(text("notes.md")).toBe("4\n\n4\n");
  });

  test.for([
    ["no pair", []],
    ["half a pair", ["--old", "one"]],
    ["pairs and JSON", ["--old", "one", "--new", "1", "--edits", "[]"]],
  ] as const)("takes %s for a wrong command line", async ([, words]) => {
    expect((await open().at(["edit", "notes.md", ...words])).exitCode).toBe(2);
  });

  test("says why a text was not found, with the nearest lines", async () => {
    const { exitCode, stdout, stderr } = await open().at(["edit", "src/a.ts", "--old", "answer = 47;", "--new", "2"]);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^text_not_found: .*closest is line \d.*\n.*\nNearest lines:\n\d\texport const answer = 41;/,
    );
  });
});

describe("grep", () => {
  test("shows hits by file, and skips what ignore files hide", async () => {
    expect(await open().at(["grep", "answer"])).toEqual({
      exitCode: 0,
      stdout: "src/a.ts\n1\texport const answer = 41;\n",
      stderr: "",
    });
  });

  test("passes on its options", async () => {
    const { at } = open();
    expect((await at(["grep", "-Ei", "ANSW.R", "src", "-g", "*.ts", "-C", "1"])).stdout).toContain("2-\t// end");
    expect((await at(["grep", "o", "--mode", "count"])).stdout).toMatch(/^2\tnotes\.md$/m);
    expect((await at(["grep", "a.s", "."])).exitCode).toBe(1);
  });

  test("exits with 1 when nothing matches and when it cannot search, which --json tells apart", async () => {
    const { at } = open();
    const none = await at(["grep", "nowhere"]);
    expect([none.exitCode, none.stdout, none.stderr]).toEqual([1, "", expect.stringMatching(/no match/)]);
    expect(JSON.parse((await at(["grep", "nowhere", "--json"])).stdout)).toMatchObject({ hits: [] });
    const wrong = await at(["grep", "-E", "(", "--json"]);
    expect([wrong.exitCode, JSON.parse(wrong.stdout).error.kind]).toEqual([1, "invalid_pattern"]);
  });
});

describe("glob and list", () => {
  test("find and show files", async () => {
    const { at } = open();
    expect((await at(["glob", "**/*.ts"])).stdout).toBe("src/a.ts\n");
    expect((await at(["glob", "*.ts", "src", "--json"])).stdout).toMatch(/^\{.*"paths":\["src\/a\.ts"\].*\}\n$/);
    const { stdout } = await at(["list"]);
    expect(stdout).toContain("src");
    expect(stdout).not.toContain("out");
    expect((await at(["list", ".", "--no-gitignore", "--ignore", "*.md"])).stdout).toMatch(/out/);
    const none = await at(["glob", "*.nothing"]);
    expect([none.exitCode, none.stdout, none.stderr]).toEqual([1, "", expect.stringMatching(/no files match/)]);
    expect((await at(["list", "src", "--depth", "2", "--json"])).stdout).toContain('"name":"a.ts"');
  });
});

describe("exec", () => {
  test("runs a command line, or words as they are, each stream to its own", async () => {
    const { at } = open();
    expect(await at(["exec", "echo out; echo err >&2"])).toEqual({ exitCode: 0, stdout: "out\n", stderr: "err\n" });
    expect((await at(["exec", "--", "printf", "%s|", "a b", "$HOME", "it's", "--help"])).stdout).toBe(
      "a b|$HOME|it's|--help|",
    );
  });

  test("takes its own options on both sides of a command, and those of the command behind --", async () => {
    const { at } = open();
    expect((await at(["exec", "--cwd=src", "--", "ls", "-1"])).stdout).toBe("a.ts\n");
    expect(JSON.parse((await at(["exec", "ls", "--cwd", "src", "--json"])).stdout)).toMatchObject({ stdout: "a.ts\n" });
    const { exitCode, stderr } = await at(["exec", "ls", "-1"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/'-1'.* behind --/)]);
  });

  test("exits as the command does", async () => {
    const { at } = open();
    expect((await at(["exec", "exit 7"])).exitCode).toBe(7);
    expect((await at(["exec", "kill -KILL $$"])).exitCode).toBe(137);
    const late = await at(["exec", "--timeout", "1", "sleep 60"]);
    expect([late.exitCode, late.stderr]).toEqual([124, expect.stringMatching(/timed out/)]);
  });

  test("runs in a directory, and only what is allowed", async () => {
    const { at, root } = open();
    expect((await at(["exec", "pwd", "--cwd", "src"])).stdout).toBe(`${join(root, "src")}\n`);
    const refused = await at(["exec", "--allow", "git log", "--", "rm", "notes.md"]);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringMatching(/^command_not_allowed: /)]);
  });

  test("answers one object with --json", async () => {
    const { exitCode, stdout } = await open().at(["exec", "--json", "echo out; exit 3"]);
    expect([exitCode, JSON.parse(stdout)]).toEqual([3, expect.objectContaining({ exitCode: 3, stdout: "out\n" })]);
  });

  test("shows each part of a long output once, and says what is left out", async () => {
    const { at } = open();
    const { stdout, stderr } = await at(["exec", "seq 1 2000; sleep 0.3; seq 2001 4000"]);
    expect(stdout).toBe(Array.from({ length: 4000 }, (_, index) => `${index + 1}\n`).join(""));
    expect(stderr).toBe("");
    const long = await at(["exec", "seq 1 5000; sleep 0.3; seq 5001 90000"]);
    expect(long.stdout.match(/^1$/gm)).toHaveLength(1);
    expect(long.stdout).toMatch(/\n90000\n$/);
    expect(long.stderr).toMatch(/left out/);
  });
});

describe("file", () => {
  test("reaches the temporary directory only with --temporary", async () => {
    const { at } = open();
    expect((await at(["file", "stat", tmpdir()])).stderr).toMatch(/^path_outside_workspace: /);
    expect((await at(["file", "stat", tmpdir(), "--temporary"])).exitCode).toBe(0);
    expect((await at(["file", "stat", tmpdir(), "--temporary", "--no-trusted"])).exitCode).toBe(1);
  });

  test("looks at, copies, moves, makes and deletes", async () => {
    const { at, root } = open();
    expect((await at(["file", "stat", "notes.md", "--json"])).stdout).toContain('"type":"file"');
    for (const words of [
      ["copy", "notes.md", "b.md"],
      ["move", "b.md", "deep/c.md"],
      ["mkdir", "new"],
      ["rmdir", "new"],
    ]) {
      expect((await at(["file", ...words])).exitCode, words.join(" ")).toBe(0);
    }
    expect(existsSync(join(root, "deep/c.md"))).toBe(true);
    expect((await at(["file", "copy", "notes.md", "deep/c.md"])).stderr).toMatch(/^file_already_exists: /);
    expect((await at(["file", "copy", "notes.md", "deep/c.md", "--overwrite"])).exitCode).toBe(0);
    expect((await at(["file", "rmdir", "deep"])).exitCode).toBe(1);
    expect((await at(["file", "rmdir", "deep", "--recursive"])).exitCode).toBe(0);
    expect((await at(["file", "delete", "notes.md"])).exitCode).toBe(0);
    expect([existsSync(join(root, "deep")), existsSync(join(root, "notes.md"))]).toEqual([false, false]);
  });

  test("takes no other operation", async () => {
    const { exitCode, stderr } = await open().at(["file", "chmod", "notes.md"]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/stat, copy, move/)]);
  });
});

describe("apply-patch", () => {
  const PATCH = "*** Begin Patch\n*** Update File: notes.md\n@@\n-one\n+1\n*** Add File: new.md\n+new\n*** End Patch\n";

  test("shows what a patch would do, and does all of it", async () => {
    const { at, text } = open();
    const dry = await at(["apply-patch", "-n"], { stdin: PATCH });
    expect(dry.stdout).toMatch(/^Dry run, nothing written: 2 files, risk low\.\nupdate notes\.md\n/);
    expect(text("notes.md")).toBe(FILES["notes.md"]);
    expect((await at(["apply-patch"], { stdin: PATCH })).stdout).toMatch(/^Patched 2 files/);
    expect([text("notes.md"), text("new.md")]).toEqual(["1\ntwo\nthree\n", "new\n"]);
  });

  test("does nothing where a part fails", async () => {
    const { at, root, text } = open();
    const { exitCode, stderr } = await at(["apply-patch", PATCH.replace("-one", "-nowhere")]);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^text_not_found: /)]);
    expect([text("notes.md"), existsSync(join(root, "new.md"))]).toEqual([FILES["notes.md"], false]);
  });
});

describe("every command", () => {
  test.for([
    ["read", "../outside/x"],
    ["write", "/etc/hosts-of-nobody", "x"],
    ["edit", "link/x", "--old", "", "--new", "x"],
    ["grep", "x", ".."],
    ["glob", "*", "/"],
    ["list", ".."],
    ["exec", "ls", "--cwd", ".."],
  ])("stays inside: %j", async (words) => {
    const { at, root, outside } = open();
    symlinkSync(outside, join(root, "link"));
    const end = await at([...words, "--json"]);
    expect(end.exitCode).toBe(1);
    expect(JSON.parse(end.stdout).error.kind).toMatch(/^(?:path_outside_workspace|symlink_escape)$/);
    expect(end.stdout).not.toContain(outside);
  });

  test("refuses to change protected files, and anything with --no-trusted", async () => {
    const { at } = open();
    expect((await at(["write", ".git/hooks/x", "x"])).stderr).toMatch(/^protected_path: /);
    for (const words of [
      ["write", "x", "x"],
      ["edit", "notes.md", "--old", "one", "--new", "1"],
      ["exec", "true"],
    ]) {
      const { exitCode, stderr } = await at([...words, "--no-trusted"]);
      expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^untrusted_workspace: /)]);
    }
  });
});
