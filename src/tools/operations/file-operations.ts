// The operations of the file tool. Read, write, list and search are those of their own tools; the others are here.

import { FsError, isFsError } from "../../errors.js";
import type { FileStore } from "../../stores/file-store.js";
import type { FileOperations } from "../../stores/store-files.js";
import type { WorkspaceStat } from "../../workspace/interfaces/workspace.js";
import type { ToolCall } from "../definition/define-tool.js";
import type { ToolFiles } from "../definition/tool-files.js";
import { type GrepSettings, runGrep } from "../grep.js";
import { runList } from "../list.js";
import { fileNotFoundError } from "../paths/find-file.js";
import { type ReadSettings, runRecordedRead } from "../read.js";
import { runWrite, type WriteSettings } from "../write.js";
import type { FileOperation, FileOperationInput } from "./file-input.js";
import type { FileOperationOutput } from "./file-output.js";

/** What every operation of one tool works with. */
export interface FileOperationSettings {
  /** The files of a workspace with what the operator opens besides, or those of a store. */
  readonly files: ToolFiles;
  readonly store: FileStore;
  readonly read: ReadSettings;
  readonly write: WriteSettings;
  readonly search: GrepSettings;
  /** The operator lets directories be removed with what is in them. */
  readonly isRecursive: boolean;
}

/** One call with what it needs. */
interface OperationCall {
  readonly input: FileOperationInput;
  readonly call: ToolCall;
  readonly fs: FileOperations;
  readonly settings: FileOperationSettings;
}

type Run = (operation: OperationCall) => Promise<FileOperationOutput>;

async function statExisting({ input, call, fs, settings }: OperationCall): Promise<WorkspaceStat> {
  const { path } = input;
  const stat = await fs.stat(path, { signal: call.signal });
  if (stat === null) throw await fileNotFoundError({ store: settings.store, path, signal: call.signal });
  return stat;
}

/** Says how to replace what is in the way, where that is possible. */
function explainTaken(error: unknown, { overwrite }: FileOperationInput): unknown {
  if (!isFsError(error) || error.kind !== "file_already_exists" || overwrite === true) return error;
  if (error.details?.["type"] === "dir") return error;
  return new FsError("file_already_exists", error.message, {
    path: error.path,
    hint: "Nothing was done. Set overwrite: true to replace the file, or choose another path.",
    cause: error,
  });
}

async function write({ input, call, settings }: OperationCall): Promise<FileOperationOutput> {
  const { path, content = "", overwrite } = input;
  const request = { path, content, expectedSha256: overwrite === true ? undefined : null };
  try {
    return { operation: "write", ...(await runWrite(request, call, settings.write)) };
  } catch (error) {
    throw explainTaken(error, input);
  }
}

/** Copies or moves, and describes what is at the target afterwards. */
async function transfer(operation: "copy" | "move", called: OperationCall): Promise<FileOperationOutput> {
  const { input, call, fs } = called;
  const { targetPath = "", overwrite, createParents = true } = input;
  const { signal } = call;
  const source = await statExisting(called);
  const before = await fs.stat(targetPath, { signal });
  try {
    await fs[operation](input.path, targetPath, { overwrite, createParents, signal });
  } catch (error) {
    throw explainTaken(error, input);
  }
  const after = await fs.stat(targetPath, { signal });
  return {
    operation,
    path: source.path,
    targetPath: after?.path ?? targetPath,
    type: source.type,
    size: source.size,
    replaced: before !== null,
  };
}

async function deleteFile(called: OperationCall): Promise<FileOperationOutput> {
  const { path, type } = await statExisting(called);
  if (type === "dir") {
    throw new FsError("not_a_file", `${path} is a directory.`, {
      path,
      hint: "Nothing was done. Use delete_empty_dir for an empty directory.",
    });
  }
  await called.fs.remove(called.input.path, { signal: called.call.signal });
  return { operation: "delete_file", path, deleted: true };
}

async function deleteDirectory(called: OperationCall): Promise<FileOperationOutput> {
  const { input, call, fs, settings } = called;
  const { path, type } = await statExisting(called);
  if (type !== "dir") {
    throw new FsError("not_a_directory", `${path} is no directory.`, {
      path,
      hint: "Nothing was done. Use delete_file for a file.",
    });
  }
  const recursive = settings.isRecursive && input.recursive === true;
  try {
    await fs.remove(input.path, { recursive, signal: call.signal });
  } catch (error) {
    throw explainNotEmpty(error, path);
  }
  return { operation: "delete_empty_dir", path, deleted: true };
}

function explainNotEmpty(error: unknown, path: string): unknown {
  if (!isFsError(error) || error.kind !== "file_already_exists") return error;
  return new FsError("file_already_exists", `${path}: the directory is not empty`, {
    path,
    hint: "Nothing was done. See with list_dir what is in it; ignored files count, too.",
    cause: error,
  });
}

async function makeDirectory({ input, call, fs }: OperationCall): Promise<FileOperationOutput> {
  const { path, createParents = true } = input;
  const { signal } = call;
  const before = await fs.stat(path, { signal });
  await fs.mkdir?.(path, { recursive: createParents, signal });
  const after = await fs.stat(path, { signal });
  return { operation: "mkdir", path: after?.path ?? path, created: before === null };
}

async function search({ input, call, settings }: OperationCall): Promise<FileOperationOutput> {
  const { path, query = "", ignoreCase, offset, limit, respectGitIgnore } = input;
  const asked = { pattern: query, path, ignoreCase, offset, limit, respectGitIgnore };
  const output = await runGrep(asked, call, settings.search);
  return { operation: "search", ...output };
}

const RUNS: Readonly<Record<FileOperation, Run>> = {
  stat: async (called) => {
    const { path, type, special, size, mode, mtime } = await statExisting(called);
    const kind = special === undefined ? { type } : { type, special };
    return { operation: "stat", path, ...kind, size, mode, mtime };
  },
  read: async ({ input: { path, offset, limit, byteOffset }, call, settings }) => {
    const output = await runRecordedRead({ path, offset, limit, byteOffset }, call, settings.read);
    return { operation: "read", ...output };
  },
  write,
  copy: (called) => transfer("copy", called),
  move: (called) => transfer("move", called),
  delete_file: deleteFile,
  delete_empty_dir: deleteDirectory,
  mkdir: makeDirectory,
  list_dir: async ({ input: { path, offset, limit, respectGitIgnore }, call, settings }) => ({
    operation: "list_dir",
    ...(await runList({ path, offset, limit, respectGitIgnore }, call, settings.files)),
  }),
  search,
};

/** Runs one operation. */
export async function runFileOperation(
  input: FileOperationInput,
  call: ToolCall,
  settings: FileOperationSettings,
): Promise<FileOperationOutput> {
  return RUNS[input.operation]({ input, call, fs: await settings.files.forCall(call), settings });
}
