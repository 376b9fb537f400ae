// The copy that the demo works on: the files of this repository in a temporary directory, and a link that leads out.

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ORIGINAL = fileURLToPath(new URL("../..", import.meta.url));
const NOT_COPIED = new Set(["node_modules", "dist", "coverage", ".git"]);
const GIT_IDENTITY = ["-c", "user.name=demo", "-c", "user.email=demo@example.invalid", "-c", "commit.gpgsign=false"];

const run = promisify(execFile);

/** A copy of the repository, and a directory outside of it that a link in the copy points to. */
export interface RepositoryCopy {
  readonly root: string;
  readonly fileCount: number;
  /** Names the files that are no longer what they were. */
  listChanged(): Promise<readonly string[]>;
  /** Names the files in the directory outside. */
  listOutside(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

/** Copies the files that git tracks, or all but the built ones where git is missing. */
export async function copyRepository(): Promise<RepositoryCopy> {
  const parent = await mkdtemp(join(tmpdir(), "ai-file-tools-demo-"));
  const root = join(parent, "repository");
  const outside = join(parent, "outside");
  const files = await listFiles();
  await mkdir(outside);
  for (const file of files) await cp(join(ORIGINAL, file), join(root, file));
  await symlink(outside, join(root, "docs", "shared"));
  await commitAll(root);
  return {
    root,
    fileCount: files.length,
    listChanged: () => listChanged(root, files),
    listOutside: () => readdir(outside),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

async function listFiles(): Promise<readonly string[]> {
  try {
    const { stdout } = await run("git", ["ls-files", "-z"], { cwd: ORIGINAL });
    return stdout.split("\0").filter((file) => file !== "");
  } catch {
    const entries = await readdir(ORIGINAL, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ORIGINAL.length))
      .filter((file) => !file.split("/").some((name) => NOT_COPIED.has(name)));
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

async function listChanged(root: string, files: readonly string[]): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const file of files) {
    const [before, after] = await Promise.all([readFile(join(ORIGINAL, file)), readFile(join(root, file))]);
    if (!before.equals(after)) changed.push(file);
  }
  return changed;
}
