// The copy that the demo works on: files in a temporary directory, and a link that leads out.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Original, openOriginal } from "./original.js";

const GIT_IDENTITY = ["-c", "user.name=demo", "-c", "user.email=demo@example.invalid", "-c", "commit.gpgsign=false"];

const run = promisify(execFile);

/** A copy of a project, and a directory outside of it that a link in the copy points to. */
export interface ProjectCopy {
  readonly root: string;
  /** How the demo names it to a person. */
  readonly name: string;
  readonly fileCount: number;
  /** Names the files that are no longer what they were. */
  listChanged(): Promise<readonly string[]>;
  /** Names the files in the directory outside. */
  listOutside(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** Copies the files of this repository, or of a small project. */
export async function copyProject(): Promise<ProjectCopy> {
  const original = await openOriginal();
  const parent = await mkdtemp(join(tmpdir(), "ai-file-tools-demo-"));
  const root = join(parent, "project");
  const outside = join(parent, "outside");
  await mkdir(outside);
  await copyFiles(original, root);
  await symlink(outside, join(root, "docs", "shared"));
  await commitAll(root);
  return {
    root,
    name: original.name,
    fileCount: original.paths.length,
    listChanged: () => listChanged(root, original),
    listOutside: () => readdir(outside),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

async function copyFiles(original: Original, root: string): Promise<void> {
  for (const path of original.paths) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), await original.read(path));
  }
}

async function commitAll(root: string): Promise<void> {
  try {
    await run("git", ["init", "--quiet"], { cwd: root });
    await run("git", ["add", "--all"], { cwd: root });
    await run("git", [...GIT_IDENTITY, "commit", "--quiet", "--message", "A copy"], { cwd: root });
  } catch {
    // Without git the agent sees no diff of its own; everything else works the same.
  }
}

async function listChanged(root: string, original: Original): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const path of original.paths) {
    const [before, after] = await Promise.all([original.read(path), readFile(join(root, path))]);
    if (!before.equals(after)) changed.push(path);
  }
  return changed;
}
