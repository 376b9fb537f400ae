// The names by which rules judge a file: as it was given, as it is called where links have led, and from the whole root
// where the request sees only a part of it. Through a store only.

import { type FileRequest, findNearest, joinNames } from "../../stores/own-path.js";
import { showStorePath } from "../../stores/store-path.js";

/**
 * Answers every name of a file that a rule may know, without doubles; one that is not there goes by its directory's. A
 * path with `..` is known by where it leads alone.
 */
export async function listJudgedPaths(file: FileRequest): Promise<readonly string[]> {
  const { stat, missing } = await findNearest(file);
  const starts = [stat?.path, stat?.pathFromRoot].filter((name) => name !== undefined);
  const real = starts.map((start) => joinNames(start, missing));
  const isWalked = real.length > 0 && file.path.split("/").includes("..");
  const names = [...(isWalked ? [] : [showStorePath(file.path)]), ...real];
  return [...new Set(names.map((name) => name.normalize("NFC")))];
}
