// Git in a repository whose settings run a program on each difference: none of the lines that are let through starts it.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";

let root: string;
let mark: string;
let workspace: Workspace;

function git(...args: readonly string[]): void {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: root, stdio: "ignore" });
}

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "policy-git-")));
  mark = join(root, "mark");
  git("init", ".");
  writeFileSync(join(root, ".gitattributes"), "*.txt diff=x\n");
  for (const content of ["a\n", "b\n"]) {
    writeFileSync(join(root, "f.txt"), content);
    git("add", "f.txt", ".gitattributes");
    git("commit", "-m", content.trim());
  }
  writeFileSync(join(root, "f.txt"), "c\n");
  git("stash");
  writeFileSync(join(root, "f.txt"), "d\n");
  git("config", "diff.x.textconv", `sh -c 'touch ${mark}; cat "$0"'`);
  git("config", "diff.external", `sh -c 'touch ${mark}' --`);
  git("config", "man.viewer", "evil");
  git("config", "man.evil.cmd", `touch ${mark}`);
  git("config", "alias.evil", `!touch ${mark}`);
  workspace = await openWorkspace({ root, trusted: true });
});

afterAll(async () => {
  await workspace.close();
  rmSync(root, { recursive: true, force: true });
});

beforeEach(() => rmSync(mark, { force: true }));

async function run(command: string, allowedCommands?: readonly string[]): Promise<number | null> {
  const commands = workspace.shell.run(command, allowedCommands === undefined ? {} : { allowedCommands });
  for (;;) {
    const step = await commands.next();
    if (step.done === true) return step.value.exitCode;
  }
}

test.each([
  ...[
    "git diff",
    "git diff --stat",
    "git log -p -2",
    "git log -L1,1:f.txt",
    "git log -G b",
    "git show",
    "git stash show",
  ],
  ...["git stash show -p", "git stash list -p", "git reflog show -1", "git diff-tree -p HEAD", "git diff-files -p"],
  ...["git diff-index -p HEAD", "git blame f.txt", "git annotate f.txt", "git format-patch --stdout -1", "git status"],
  ...["git whatchanged -p -1", "git grep c", "git cat-file -p HEAD:f.txt", "git commit --dry-run"],
])("does not run it: %s", async (command) => {
  expect([0, 1]).toContain(await run(command, ["git"]));
  expect(existsSync(mark)).toBe(false);
});

test.each([
  "git diff",
  "git blame f.txt",
  "git status -vv",
  "git reflog -p -1",
  "git range-diff HEAD~1..HEAD HEAD~1..HEAD",
  "git evil",
  "git status --help",
  "git help status",
])("runs it without a policy, which shows that the settings count: %s", async (command) => {
  await run(command);
  expect(existsSync(mark)).toBe(true);
});

test.each([
  "git status -vv",
  "git reflog -p -1",
  "git range-diff HEAD~1..HEAD HEAD~1..HEAD",
  "git evil",
  "git status --help",
  "git help status",
  "git commit -v",
])("is refused where git has no switch against it: %s", async (command) => {
  await expect(run(command, ["git"])).rejects.toMatchObject({ kind: "command_not_allowed" });
});
