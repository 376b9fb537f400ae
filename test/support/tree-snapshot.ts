// Everything about a tree of files that an operation could have changed, as plain text to compare.

import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

function contentOf(path: string, stats: { isFile(): boolean; isSymbolicLink(): boolean }): string {
  if (stats.isSymbolicLink()) return readlinkSync(path);
  return stats.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "";
}

/** Describes each entry of a tree by name, mode, time of change and content. */
export function snapshotTree(path: string): readonly string[] {
  const stats = lstatSync(path, { bigint: true });
  const own = `${path} ${stats.mode.toString(8)} ${stats.mtimeNs} ${contentOf(path, stats)}`;
  if (!stats.isDirectory()) return [own];
  return [
    own,
    ...readdirSync(path)
      .toSorted()
      .flatMap((name) => snapshotTree(join(path, name))),
  ];
}
