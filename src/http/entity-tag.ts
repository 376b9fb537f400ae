// Entity tags: names of versions of files in headers. The tag of a small file is its sha256, so that it can be given to a
// write; that of a larger one names the version without reading it.

import { FsError, isFsError } from "../errors.js";
import { sha256Of } from "../text/sha256.js";
import type { HeldFile, WorkspaceFileSystem } from "../workspace/interfaces/workspace.js";

const TAG = /(W\/)?"([\x21\x23-\x7e\x80-\u00ff]*)"/y;
const SEPARATOR = /[ \t]*(?:,[ \t]*)*/y;
const SHA256 = /^[0-9a-f]{64}$/;

/** What a header such as If-Match names: any version, or one of some. */
export type TagList = "*" | readonly string[];

/** Writes a tag as headers have it. */
export function quoteTag(tag: string): string {
  return `"${tag}"`;
}

/** Answers the tag of a version, without quotes. */
export async function createEntityTag(file: HeldFile, maxHashedBytes: number): Promise<string> {
  if (file.sizeBytes <= maxHashedBytes) return sha256Of(await file.readBytes(0, file.sizeBytes));
  return `v-${sha256Of(file.mark(0)).slice(0, 32)}`;
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Headers that list tags. A weak tag is one of If-None-Match; If-Match compares strongly, so that it names no version. */
type TagHeader = "If-Match" | "If-None-Match";

/**
 * Reads a header that lists tags; `undefined` when it is absent.
 * @throws {FsError} parse_error – when it is no list of tags
 */
export function parseTagList(name: TagHeader, header: string | null): TagList | undefined {
  if (header === null) return undefined;
  const text = header.trim();
  if (text === "*") return "*";
  const tags: string[] = [];
  for (let index = 0; index < text.length; ) {
    const match = matchAt(TAG, text, index);
    if (match === null) {
      throw new FsError("parse_error", `${name} is no list of entity tags`, {
        hint: 'Give tags in quotes, such as "abc", or *.',
      });
    }
    const [whole, weakMark, tag = ""] = match;
    if (weakMark === undefined || name === "If-None-Match") tags.push(tag);
    index += whole.length;
    index += matchAt(SEPARATOR, text, index)?.[0].length ?? 0;
  }
  return tags;
}

/** Tells whether a list names a tag. */
export function namesTag(list: TagList | undefined, tag: string): boolean {
  return list === "*" || list?.includes(tag) === true;
}

function createMismatchError(): FsError {
  return new FsError("hash_mismatch", "the file is not the version that If-Match names", {
    hint: "Read it again and repeat the change on its current content.",
  });
}

/**
 * Answers the sha256 that a file must have for one of the tags to be its version. A single hash is answered as it is: the
 * write compares it at the last moment.
 * @throws {FsError} hash_mismatch – when the file is another version, or gone
 */
export async function resolveMatchedSha256(
  fs: WorkspaceFileSystem,
  path: string,
  wanted: { readonly tags: TagList; readonly maxHashedBytes: number; readonly signal: AbortSignal },
): Promise<string> {
  const { tags, maxHashedBytes, signal } = wanted;
  const [only] = tags;
  if (tags !== "*" && tags.length === 1 && only !== undefined && SHA256.test(only)) return only;
  try {
    return await fs.holdFile(path, (file) => matchVersion(file, tags, maxHashedBytes), { signal });
  } catch (error) {
    throw isFsError(error) && error.kind === "path_not_found" ? createMismatchError() : error;
  }
}

async function matchVersion(file: HeldFile, tags: TagList, maxHashedBytes: number): Promise<string> {
  const sha256 = await file.sha256();
  if (namesTag(tags, sha256) || namesTag(tags, await createEntityTag(file, maxHashedBytes))) return sha256;
  throw createMismatchError();
}
