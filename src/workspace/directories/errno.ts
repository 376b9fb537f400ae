// The one table from the platform's error codes to the kinds of FsError.

import { FsError, type FsErrorKind, isFsError } from "../../errors.js";
import type { NodeStat } from "./directory.js";

interface ErrnoEntry {
  readonly kind: FsErrorKind;
  readonly message: string;
  readonly hint: string;
}

const ONLY_OPERATOR = "Leave it as it is; only the operator can change what the system allows.";

/** By the platform's code, and some of our own for what a platform tells in several ways. */
export const ERRNO_ENTRIES: Readonly<Record<string, ErrnoEntry>> = {
  ENOENT: {
    kind: "path_not_found",
    message: "nothing is there",
    hint: "List the parent directory to see what exists.",
  },
  ENOTDIR: {
    kind: "not_a_directory",
    message: "a part of the path is not a directory",
    hint: "A file stands where the path goes on; list the directory above it.",
  },
  EISFILE: {
    kind: "not_a_directory",
    message: "it is not a directory",
    hint: "Name the directory that it is in, or read it as a file.",
  },
  EISROOT: { kind: "not_a_file", message: "it is a whole root", hint: "Name something below it." },
  EISDIR: { kind: "not_a_file", message: "it is a directory", hint: "List the directory instead." },
  ENOTFILE: {
    kind: "not_a_file",
    message: "it is a special file of the system",
    hint: "Choose a regular file; devices, sockets and pipes are neither read nor changed.",
  },
  EEXIST: {
    kind: "file_already_exists",
    message: "something is already there",
    hint: "Choose another path, or look at what is there.",
  },
  ENOTEMPTY: {
    kind: "file_already_exists",
    message: "the directory is not empty",
    hint: "Remove what is in it first.",
  },
  ELOOP: {
    kind: "symlink_escape",
    message: "a symbolic link stands there",
    hint: "Name the file or directory itself; changes never go through a link.",
  },
  EACCES: { kind: "permission_denied", message: "the operating system denies access", hint: ONLY_OPERATOR },
  EPERM: { kind: "permission_denied", message: "the operating system denies the operation", hint: ONLY_OPERATOR },
  EROFS: { kind: "permission_denied", message: "the file system is read-only", hint: ONLY_OPERATOR },
  ENOSPC: {
    kind: "io_error",
    message: "the disk is full",
    hint: "Free some space, then try again; nothing was changed.",
  },
  EDQUOT: { kind: "io_error", message: "the disk quota is used up", hint: "Free some space, then try again." },
  EFBIG: {
    kind: "io_error",
    message: "the file would be larger than the system allows",
    hint: "Write less, or split it into several files.",
  },
  EIO: {
    kind: "io_error",
    message: "the disk reports an error",
    hint: "Try once more; if it fails again, leave the file and say so.",
  },
  EBUSY: { kind: "io_error", message: "it is in use", hint: "Try again in a moment." },
  ETXTBSY: { kind: "io_error", message: "it is a program that runs now", hint: "Try again when it has ended." },
  ENAMETOOLONG: {
    kind: "io_error",
    message: "a name in the path is longer than the file system takes",
    hint: "Use shorter names.",
  },
  EMFILE: { kind: "io_error", message: "the process has too many files open", hint: "Try again in a moment." },
  ENFILE: { kind: "io_error", message: "the system has too many files open", hint: "Try again in a moment." },
  ESTALE: { kind: "io_error", message: "it was moved or removed meanwhile", hint: "Look at the directory again." },
  EINVAL: {
    kind: "invalid_path",
    message: "the operating system does not take the path for this operation",
    hint: "A directory cannot be moved into itself.",
  },
  EXDEV: {
    kind: "io_error",
    message: "source and target are on different devices",
    hint: "Only files are moved there: make the directory, then move its files one by one.",
  },
};

/** Answers the platform's code of an error, or `undefined`. */
export function errnoOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

/** Tells whether an error carries one of the given codes. */
export function hasErrno(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(errnoOf(error) ?? "");
}

/** Makes an error as the platform makes them, for trees that have no platform under them. */
export function createErrno(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Makes the error for a node that is no regular file. */
export function createNotFileErrno({ type, special }: Pick<NodeStat, "type" | "special">): Error {
  return type === "dir" ? createErrno("EISDIR") : Object.assign(createErrno("ENOTFILE"), { special });
}

/**
 * Turns any failure of the platform into an {@link FsError}; an `FsError` passes through.
 * The message names the path as the workspace shows it, never a host path.
 */
export function toFsError(error: unknown, path: string): FsError {
  if (isFsError(error)) return error;
  const entry = ERRNO_ENTRIES[errnoOf(error) ?? ""];
  if (entry === undefined) {
    const hint = "Try another way; if it fails again, leave it and say so.";
    return new FsError("internal_error", `${path}: the operation failed unexpectedly`, { path, hint, cause: error });
  }
  const special = (error as { special?: unknown }).special;
  const message = typeof special === "string" ? `it is ${special}` : entry.message;
  return new FsError(entry.kind, `${path}: ${message}`, { path, hint: entry.hint, cause: error });
}
