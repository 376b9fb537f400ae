// What the demo's project is made of: the files of this repository or, in an installed package, of a small project.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SMALL_PROJECT } from "./small-project.js";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));
const NOT_COPIED = new Set(["node_modules", "dist", "coverage", ".git"]);

const run = promisify(execFile);

/** Files before anybody has changed them. */
export interface Original {
  /** How the demo names them to a person. */
  readonly name: string;
  readonly paths: readonly string[];
  read(path: string): Promise<Buffer>;
}

/** Answers the files that the demo works on a copy of. */
export async function openOriginal(): Promise<Original> {
  if (!existsSync(join(REPOSITORY, "src/limits.ts"))) {
    const paths = Object.keys(SMALL_PROJECT);
    return { name: "a small project", paths, read: async (path) => Buffer.from(SMALL_PROJECT[path] ?? "") };
  }
  const paths = await listFiles();
  return { name: "a copy of this repository", paths, read: (path) => readFile(join(REPOSITORY, path)) };
}

/** Lists the files that git tracks, or all but the built ones where git is missing. */
async function listFiles(): Promise<readonly string[]> {
  try {
    const { stdout } = await run("git", ["ls-files", "-z"], { cwd: REPOSITORY });
    return stdout.split("\0").filter((path) => path !== "" && existsSync(join(REPOSITORY, path)));
  } catch {
    const entries = await readdir(REPOSITORY, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(REPOSITORY.length))
      .filter((path) => !path.split("/").some((name) => NOT_COPIED.has(name)));
  }
}
