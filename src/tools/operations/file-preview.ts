// What an operation of the file tool would do, for somebody who is asked first, and whether it is still that.

import { FsError } from "../../errors.js";
import type { PatchRisk } from "../../patch/patch-risk.js";
import type { FileStore } from "../../stores/file-store.js";
import { resolveOwnPath } from "../../stores/own-path.js";
import type { FileOperations } from "../../stores/store-files.js";
import { type CallVersions, judgeFileRisk, type ToolPreview } from "../approval/call-preview.js";
import { listNames, type TouchedPath, touchMoved, touchPath, touchTree } from "../approval/touched-paths.js";
import type { ToolCall } from "../definition/define-tool.js";
import { previewWrite } from "../write.js";
import { type FileOperationInput, isFileChange } from "./file-input.js";
import type { FileOperationSettings } from "./file-operations.js";

/** Answers what an operation would do; `null` for one that only looks. */
export async function previewFileOperation(
  input: FileOperationInput,
  call: ToolCall,
  settings: FileOperationSettings,
): Promise<ToolPreview | null> {
  if (!isFileChange(input.operation)) return null;
  const { path, content = "", overwrite } = input;
  if (input.operation === "write") {
    const request = { path, content, expectedSha256: overwrite === true ? undefined : null };
    return previewWrite(request, call, settings.write);
  }
  const fs = await settings.files.forCall(call);
  const { store } = settings;
  const named = { ...input, ...(await nameAsStoreDoes(input, store, call)) };
  const ends = await Promise.all(listPaths(input).map((end) => touchPath({ store, path: end, signal: call.signal })));
  const [from, to] = ends;
  return {
    moves: input.operation === "move" && from !== undefined && to !== undefined ? [{ from, to }] : [],
    summary: describeOperation(named),
    risk: judgeOperation(named, (name) =>
      listNames(ends.filter(({ names, given }) => names.includes(name) || given.includes(name))),
    ),
    versions: await readVersions(input, call, fs),
  };
}

/** Answers what an operation reads, changes, makes or removes. */
export async function listTouched(
  { operation, path, targetPath }: FileOperationInput,
  store: FileStore,
  { signal }: ToolCall,
): Promise<readonly TouchedPath[]> {
  const file = { store, path, signal };
  if (operation === "list_dir" || operation === "search") return [await touchTree(file)];
  const takesBelow = operation === "copy" || operation === "move" || operation === "delete_empty_dir";
  if (!takesBelow) return [await touchPath(file)];
  return touchMoved(file, targetPath === undefined ? null : { store, path: targetPath, signal });
}

/** @throws {FsError} hash_mismatch – when something else is at one of the paths than when the call was approved */
export async function assertApprovedVersions(
  input: FileOperationInput,
  call: ToolCall,
  fs: FileOperations,
): Promise<void> {
  // A write is held to its version by the change itself.
  if (input.operation === "write" || call.approvedVersions === undefined) return;
  const current = await readVersions(input, call, fs);
  const changed = listPaths(input).find((path) => current[path] !== call.approvedVersions?.[path]);
  if (changed !== undefined)
    throw new FsError("hash_mismatch", `${changed} has changed.`, {
      path: changed,
      hint: "Read it again, then make the call anew.",
    });
}

/** Answers the paths of an operation as results name them. */
async function nameAsStoreDoes(
  { path, targetPath }: FileOperationInput,
  store: FileStore,
  { signal }: ToolCall,
): Promise<Pick<FileOperationInput, "path" | "targetPath">> {
  const named = { path: await resolveOwnPath({ store, path, signal }) };
  return targetPath === undefined
    ? named
    : { ...named, targetPath: await resolveOwnPath({ store, path: targetPath, signal }) };
}

function listPaths({ path, targetPath }: FileOperationInput): readonly string[] {
  return targetPath === undefined ? [path] : [path, targetPath];
}

/** What is moved or removed may be of any size: it is told by its kind, size and time, not by its content. */
async function readVersions(
  input: FileOperationInput,
  { signal }: ToolCall,
  fs: FileOperations,
): Promise<CallVersions> {
  const versions = listPaths(input).map(async (path) => {
    const stat = await fs.stat(path, { signal });
    return [path, stat === null ? null : `${stat.type} of ${stat.size} bytes at ${stat.mtime}`] as const;
  });
  return Object.fromEntries(await Promise.all(versions));
}

function describeOperation({ operation, path, targetPath, overwrite, recursive }: FileOperationInput): string {
  const target = targetPath === undefined ? "" : ` to ${delimit(targetPath)}`;
  const options = [...(overwrite === true ? ["overwriting"] : []), ...(recursive === true ? ["with all below"] : [])];
  const what = recursive === true ? "delete dir" : operation.replaceAll("_", " ");
  return `${what} ${delimit(path)}${target}${options.length === 0 ? "" : `, ${options.join(", ")}`}`;
}

/** Quotes a path that would not end where it is seen to end. */
function delimit(path: string): string {
  return /[\s,]/.test(path) ? JSON.stringify(path) : path;
}

function judgeOperation(input: FileOperationInput, namesOf: (path: string) => readonly string[]): PatchRisk {
  const { operation, path, targetPath = path, overwrite } = input;
  if (operation === "delete_file" || operation === "delete_empty_dir") return judgeFileRisk("delete", path, namesOf);
  if (operation === "move") return judgeFileRisk({ movedFrom: path }, targetPath, namesOf);
  return judgeFileRisk(overwrite === true ? "replace" : "add", targetPath, namesOf);
}
