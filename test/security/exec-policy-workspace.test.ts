// The command policy where it meets a workspace: directories and files that commands name are judged by the boundary.

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandResult } from "../../src/shell/command-runner.js";
import type { AllowedCommand } from "../../src/shell/policy/allowance.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";

let base: string;
let workspace: Workspace;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "policy-")));
  mkdirSync(join(base, "root", "src"), { recursive: true });
  mkdirSync(join(base, "root", ".git", "hooks"), { recursive: true });
  mkdirSync(join(base, "outside"));
  writeFileSync(join(base, "outside", "secret"), "secret\n");
  writeFileSync(join(base, "root", "src", "a.txt"), "a\n");
  symlinkSync(join(base, "outside"), join(base, "root", "out"));
  workspace = await openWorkspace({ root: join(base, "root"), trusted: true });
});

afterEach(async () => {
  await workspace.close();
  rmSync(base, { recursive: true, force: true });
});

async function run(command: string, allowedCommands?: readonly AllowedCommand[], cwd = "."): Promise<CommandResult> {
  const commands = workspace.shell.run(command, { ...(allowedCommands && { allowedCommands }), cwd });
  for (;;) {
    const step = await commands.next();
    if (step.done === true) return step.value;
  }
}

const ALLOWED = ["cd", "cat", "ls", "pwd", "tee", "cp", "touch", "mkdir", "ln", "git", "echo", "rm", "node"];

describe("a change of directory", () => {
  test.each([
    ["cd src && cat a.txt", "a\n"],
    ["(cd src && cat a.txt); ls -d src", "a\nsrc\n"],
    ["cd src; cd ..; ls -d src", "src\n"],
    ["mkdir -p new/deep && cd new/deep && touch x && ls", "x\n"],
    ["cd missing || cat src/a.txt", "a\n"],
  ])("inside is made: %s", async (command, stdout) => {
    expect(await run(command, ALLOWED)).toMatchObject({ stdout, exitCode: 0 });
  });

  test("may be named by its absolute path", async () => {
    const { stdout } = await run(`cd ${join(base, "root", "src")} && cat a.txt`, ALLOWED);
    expect(stdout).toBe("a\n");
  });

  test("may lead up from where the line starts, as long as it stays inside", async () => {
    expect(await run("cd .. && ls src", ALLOWED, "src")).toMatchObject({ stdout: "a.txt\n" });
  });

  test.each([
    "cd .. && ls",
    "cd out && cat secret",
    "cd src && cd ../.. && ls",
    "cd out/.. && ls",
    "git -C out status",
  ])("to the outside is refused before anything runs: %s", async (command) => {
    await expect(run(`touch src/began; ${command}`, ALLOWED)).rejects.toMatchObject({ kind: "command_not_allowed" });
    expect(existsSync(join(base, "root", "src", "began"))).toBe(false);
  });

  test.each([
    ["a link that the line itself makes", "cp -P out src/way && cd src/way && cat secret"],
    ["a change that failed before", "cd src/missing; cd ../.. ; ls outside"],
  ])("by way of %s ends the line", async (_name, command) => {
    const { stdout, stderr, exitCode } = await run(command, ALLOWED);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 126 });
    expect(stderr).toContain("outside the workspace");
  });

  test.each([
    ["cd src && node ../tool.js", "tool\n"],
    ["cd src && ls && node ../tool.js", "a.txt\ntool\n"],
    ["(cd src && node ../tool.js) && ls -d src", "tool\nsrc\n"],
    ["cd src && cp a.txt ../b.txt && cat ../b.txt", "a\n"],
  ])("that must have succeeded counts for the paths behind it: %s", async (command, stdout) => {
    writeFileSync(join(base, "root", "tool.js"), "console.log('tool')");
    expect(await run(command, ALLOWED)).toMatchObject({ stdout, exitCode: 0 });
  });

  test.each([
    "cd src; node ../tool.js",
    "cd src || ls && node ../tool.js",
    "(cd src) && node ../tool.js",
    "(cd src && ls) && node ../tool.js",
    "cd src | ls && node ../tool.js",
    "ls | cd src && node ../tool.js",
    "! cd src && node ../tool.js",
    "time cd src && node ../tool.js",
    "bash -c 'cd src && ls' && node ../tool.js",
    "cd src && cd .. && node ../tool.js",
  ])("that may not have happened does not count: %s", async (command) => {
    writeFileSync(join(base, "tool.js"), "console.log('outside')");
    await expect(run(command, [...ALLOWED, "bash"])).rejects.toMatchObject({ kind: "command_not_allowed" });
  });

  test("through a link ends the line that relies on where it stands", async () => {
    symlinkSync(join(base, "root"), join(base, "root", "way"));
    writeFileSync(join(base, "tool.js"), "console.log('outside')");
    const relying = await run("cd way && node ../tool.js", ALLOWED);
    expect(relying).toMatchObject({ stdout: "", exitCode: 126, stderr: expect.stringContaining("link") });
    expect(await run("cd way && ls -d src", ALLOWED)).toMatchObject({ stdout: "src\n", exitCode: 0 });
    expect(await run("cd way && node ../tool.js")).toMatchObject({ stdout: "outside\n" });
  });

  test("does all of that without a policy, which shows that the links lead out", async () => {
    expect(await run("cd out && cat secret")).toMatchObject({ stdout: "secret\n" });
  });
});

describe("a file that a command is known to change", () => {
  test.each([
    ["echo x | tee .git/hooks/pre-commit", ".git/hooks/pre-commit"],
    ["cp src/a.txt .git/config", ".git/config"],
    ["cd .git/hooks && touch pre-commit", ".git/hooks/pre-commit"],
    ["cp src/a.txt out/planted", "../outside/planted"],
    ["touch out/planted", "../outside/planted"],
  ])("is judged like that of a file tool: %s", async (command, path) => {
    await expect(run(command, ALLOWED)).rejects.toMatchObject({ kind: "command_not_allowed" });
    expect(existsSync(join(base, "root", path))).toBe(false);
    await run(command);
    expect(existsSync(join(base, "root", path))).toBe(true);
  });

  test("is changed where nothing speaks against it", async () => {
    expect(await run("cp src/a.txt b.txt && rm src/a.txt && cat b.txt", ALLOWED)).toMatchObject({ stdout: "a\n" });
  });
});

describe("a rule with conditions", () => {
  const rule = {
    command: "git",
    args: (args: readonly string[]) => args[0] === "status" || args[0] === "push",
    deny: ["--force", "push origin"],
  };
  test.each(["git status", "git push --force-with-lease x"])("lets %s through", async (command) => {
    await expect(run(command, [rule])).resolves.toMatchObject({ reason: "exited" });
  });

  test.each([
    ["git log", 'the arguments of "git" are not allowed'],
    ["git push --force x", '"--force" of git is denied'],
    ["git push --force=x", '"--force" of git is denied'],
    ["git push -u origin x", '"push origin" of git is denied'],
    ["git status --ext-diff", "can run another program"],
  ])("refuses %s", async (command, reason) => {
    await expect(run(command, [rule])).rejects.toMatchObject({
      kind: "command_not_allowed",
      message: expect.stringContaining(reason),
      hint: expect.stringContaining("Allowed commands: git."),
    });
  });

  test.each([
    {},
    { command: 1 },
    { command: "git", deny: "x" },
    { command: "git", args: "x" },
    { command: "$x" },
    null,
  ])("that is none is a mistake of the developer: %j", async (wrong) => {
    await expect(run("git status", [wrong as never])).rejects.toThrow(TypeError);
  });
});

test("no file of the workspace stands for a program of the system, also where PATH begins there", async () => {
  const bin = join(base, "root", "bin");
  mkdirSync(bin);
  for (const name of ["ls", "only-here"]) writeFileSync(join(bin, name), "#!/bin/sh\necho planted\n", { mode: 0o755 });
  const before = process.env["PATH"] ?? "";
  process.env["PATH"] = `${bin}:${before}`;
  try {
    expect(await run("ls src", ["ls"])).toMatchObject({ stdout: "a.txt\n" });
    expect(await run("only-here", ["only-here"])).toMatchObject({ stdout: "planted\n" });
  } finally {
    process.env["PATH"] = before;
  }
});

test("a script for a shell is run as our own spelling of it", async () => {
  expect(await run("bash -c 'cat src/a.txt && echo \"it'\"'\"'s\"'", [...ALLOWED, "bash"])).toMatchObject({
    stdout: "a\nit's\n",
  });
  await expect(run("bash -c 'cat src/a.txt; id'", [...ALLOWED, "bash"])).rejects.toThrow(
    '"id" is not an allowed command',
  );
});

test("names that come through a pipe are no options", async () => {
  const allowed = [...ALLOWED, "xargs", "sed -n", "printf"];
  const { stderr } = await run("echo -i | xargs sed -n p", allowed);
  expect(stderr).toContain("can't read -i");
});
