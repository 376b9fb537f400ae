// What SECURITY.md admits: each hole is shown open, so that a sentence which is no longer true is noticed.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";

let base: string;
let workspace: Workspace;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "honesty-")));
  mkdirSync(join(base, "root"));
  writeFileSync(join(base, "secret"), "secret\n");
  workspace = await openWorkspace({ root: join(base, "root"), trusted: true });
});

afterEach(async () => {
  await workspace.close();
  rmSync(base, { recursive: true, force: true });
});

async function run(command: string, allowedCommands: readonly string[]) {
  const commands = workspace.shell.run(command, { allowedCommands });
  let step = await commands.next();
  while (step.done !== true) step = await commands.next();
  return step.value;
}

test("a build tool that is allowed runs what the model has just written", async () => {
  await workspace.fs.writeTextOverwrite("package.json", `{"scripts":{"test":"echo x > ${base}/evil"}}`);
  await expect(run(`node -e 'evil()'`, ["npm test"])).rejects.toMatchObject({ kind: "command_not_allowed" });
  await run("npm test --silent", ["npm test"]);
  expect(existsSync(join(base, "evil"))).toBe(true);
});

test("an interpreter that is allowed runs any file of the workspace", async () => {
  await workspace.fs.writeTextOverwrite("evil.sh", `echo x > ${base}/evil\n`);
  await run("sh evil.sh", ["sh"]);
  expect(existsSync(join(base, "evil"))).toBe(true);
});

test("programs read their settings from the workspace", async () => {
  await workspace.fs.writeTextOverwrite(
    "package.json",
    `{"scripts":{"pretest":"echo x > ${base}/evil","test":"true"}}`,
  );
  await run("npm test --silent", ["npm test"]);
  expect(readFileSync(join(base, "evil"), "utf8")).toBe("x\n");
});

test("an allowed command reads outside the workspace", async () => {
  expect(await run(`cat ${base}/secret`, ["cat"])).toMatchObject({ stdout: "secret\n" });
});

test("a script of the workspace writes anywhere", async () => {
  await workspace.fs.writeTextOverwrite("tool.sh", 'echo x > "$1"\n');
  await run(`sh tool.sh ${base}/planted`, ["sh tool.sh"]);
  expect(existsSync(join(base, "planted"))).toBe(true);
});

test("a command on the host reads the environment of this process", async () => {
  const { stdout } = await run(`cat /proc/${process.pid}/environ`, ["cat"]);
  expect(stdout).toContain("PATH=");
});
