// A large tree of real files: copies of the installed packages, as hard links where the file system has them.

import { constants, type Dirent, existsSync } from "node:fs";
import { copyFile, link, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchContext } from "../harness/work-item.js";

const PACKAGES = fileURLToPath(new URL("../../node_modules", import.meta.url));
const COPIES = 4;

/** Stands once in each copy. */
export const RARE_LITERAL = "a needle that no package has, 7f3a91";

/** Answers where the tree lies. */
export function packageTreePath(context: BenchContext): string {
  return join(context.directory, "tree");
}

async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
  }
}

// Dotted entries of the packages are caches of other tools, which come and go while this runs.
function isWanted(entry: Dirent): boolean {
  return !entry.name.startsWith(".") && (entry.isDirectory() || entry.isFile());
}

async function linkTree(source: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (!isWanted(entry)) continue;
    const step = entry.isDirectory() ? linkTree : linkOrCopy;
    await step(join(source, entry.name), join(target, entry.name));
  }
}

/** Makes the tree, with ignore rules at its root and one rare literal in each copy, unless it is there already. */
export async function ensurePackageTree(context: BenchContext): Promise<void> {
  const tree = packageTreePath(context);
  if (existsSync(tree)) return;
  for (let copy = 1; copy <= COPIES; copy++) {
    await linkTree(PACKAGES, join(tree, `copy-${copy}`));
    await writeFile(join(tree, `copy-${copy}`, "needle.ts"), `// ${RARE_LITERAL}\n`);
  }
  await writeFile(join(tree, ".gitignore"), "*.map\n*.d.cts\ncoverage/\n/copy-*/**/test/fixtures/\n");
}
