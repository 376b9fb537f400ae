// The names by which rules judge a file: as it was given, as it is called where links have led, and from the whole root
// where the request sees only a part of it. Through a store only.

import type { FileStat } from "../../stores/file-store.js";
import type { FileRequest } from "../paths/find-file.js";

/** Answers every name of a file that a rule may know, without doubles; one that is not there goes by its directory's. */
export async function listJudgedPaths(file: FileRequest): Promise<readonly string[]> {
  const names = [file.path, ...(await findRealPaths(file))];
  return [...new Set(names.map((name) => name.normalize("NFC")))];
}

async function findRealPaths({ store, path, signal }: FileRequest): Promise<readonly string[]> {
  const names = path.split("/");
  const top = path.startsWith("/") ? "/" : ".";
  for (let count = names.length; count >= 0; count--) {
    const found = await store.stat(names.slice(0, count).join("/") || top, { signal });
    if (found !== null) return namesOf(found).map((start) => joinNames(start, names.slice(count)));
  }
  return [];
}

function namesOf({ path, pathFromRoot }: FileStat): readonly string[] {
  return [path, pathFromRoot].filter((name) => name !== undefined);
}

function joinNames(start: string, below: readonly string[]): string {
  return [...(start === "" || start === "." ? [] : [start]), ...below].join("/");
}
