// Fetches both versions of every package through npm into a cache that git ignores, and unpacks them.

import { execFile } from "node:child_process";
import { access, mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { PackagePair } from "./packages.js";

const CACHE = fileURLToPath(new URL("../.cache/packages/", import.meta.url));

const run = promisify(execFile);

/** Says where a version of a package was unpacked. */
export function packageDirectory(name: string, version: string): string {
  return join(CACHE, `${name.replace(/[@/]/g, "_")}-${version}`, "package");
}

/** Fetches, of both versions of every pair, what the cache does not hold yet. */
export async function downloadPackages(pairs: readonly PackagePair[]): Promise<void> {
  for (const { name, before, after } of pairs) {
    await download(name, before);
    await download(name, after);
  }
}

async function download(name: string, version: string): Promise<void> {
  const target = join(packageDirectory(name, version), "..");
  if (await exists(target)) return;
  const partial = `${target}.${process.pid}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  const { stdout } = await run("npm", ["pack", `${name}@${version}`, "--json", "--pack-destination", partial]);
  const archive = readArchiveName(stdout);
  await run("tar", ["-xzf", join(partial, archive), "-C", partial]);
  await rm(join(partial, archive));
  await rename(partial, target);
}

// Some versions of npm answer a list, others an object with one entry for each package.
function readArchiveName(json: string): string {
  const [packed] = Object.values(JSON.parse(json) as Record<string, { readonly filename: string }>);
  if (packed === undefined) throw new Error("npm packed nothing");
  return packed.filename.replace(/^@/, "").replace("/", "-");
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
