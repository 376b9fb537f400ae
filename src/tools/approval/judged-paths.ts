// The names by which rules judge a file: as it was given, and as it is called where links have led. Through a store only.

import type { FileRequest } from "../find-file.js";

/** Answers every name of a file that a rule may know, without doubles; one that is not there goes by its directory's. */
export async function listJudgedPaths(file: FileRequest): Promise<readonly string[]> {
  const given = file.path.normalize("NFC");
  return [...new Set([given, (await findRealPath(file)).normalize("NFC")])];
}

async function findRealPath({ store, path, signal }: FileRequest): Promise<string> {
  const names = path.split("/");
  for (let count = names.length; count > 0; count--) {
    const found = (await store.stat(names.slice(0, count).join("/") || "/", { signal }))?.path;
    const below = names.slice(count);
    if (found !== undefined) return [...(found === "" || found === "." ? [] : [found]), ...below].join("/");
  }
  return path;
}
