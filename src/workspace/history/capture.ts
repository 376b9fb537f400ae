// What is about to be changed, as a version that the history can keep. Reads no more than it may keep.

import { READ_FILE_SIZE_CAP } from "../../limits.js";
import type { NodeStat } from "../directories/directory.js";
import type { WholeFile } from "../reading/read-file.js";
import type { WriteTarget } from "../writing/atomic-write.js";
import { readCurrent } from "../writing/current-file.js";
import { Content } from "./content.js";
import {
  type ContentHandle,
  createLostContent,
  createPlainVersion,
  type TransactionLog,
  type Version,
} from "./transaction.js";

/** A version, and the mark of the node that it was read from; `undefined` stands for nothing. */
export interface CapturedVersion {
  readonly version: Version | null;
  readonly nodeVersion: string | undefined;
}

/** Answers a content as the history keeps it; of one that is too large only the hash. */
export function limitContent(log: TransactionLog, content: Content): ContentHandle {
  return content.size <= log.maxContentBytes ? content : createLostContent(content.size, content.sha256);
}

/** Makes the version of a file whose bytes are known. */
export function createFileVersion(log: TransactionLog, content: Content, mode: number): Version {
  return { type: "file", mode: mode & 0o777, content: limitContent(log, content) };
}

/** Makes the version of bytes that were read. */
export function toCaptured(log: TransactionLog, whole: WholeFile): CapturedVersion {
  return { version: createFileVersion(log, new Content(whole.bytes), whole.mode), nodeVersion: whole.version };
}

/**
 * Captures what stands at the place of a mutation. A file over the share of the history is read for its hash, and one
 * that is too large even for that is known by its size alone.
 */
export async function captureCurrent(
  log: TransactionLog,
  target: WriteTarget,
  signal: AbortSignal | undefined,
): Promise<CapturedVersion> {
  const node = target.parent.lookup(target.name);
  if (node === null) return { version: null, nodeVersion: undefined };
  if (node.type === "file" && node.size <= READ_FILE_SIZE_CAP) {
    const whole = await readCurrent(target, signal);
    return whole === null ? { version: null, nodeVersion: undefined } : toCaptured(log, whole);
  }
  return { version: describeUnread(node), nodeVersion: node.version };
}

function describeUnread(node: NodeStat): Version {
  if (node.type === "dir") return createPlainVersion("dir", node.mode);
  if (node.type !== "file") return createPlainVersion("other", node.mode);
  return { type: "file", mode: node.mode & 0o777, content: createLostContent(node.size, null) };
}
