// FsError and the one table of its kinds. Nothing here knows a file system, a model or a transport.

/** Tells what a caller may do about a failure: give up, try again with other arguments, or try the same later. */
export type FsErrorRetry = "never" | "after_change" | "later";

/** The HTTP status that stands for a kind; `parse_error` is 400 for a request and 422 for a file's content. */
export type FsErrorStatus = 400 | 403 | 404 | 409 | 413 | 422 | 500 | 503;

interface FsErrorKindEntry {
  readonly status: FsErrorStatus;
  readonly retry: FsErrorRetry;
}

/** Names one reason for a failure. Kinds are API: they are added, never renamed. */
export type FsErrorKind =
  | "path_outside_workspace"
  | "symlink_escape"
  | "path_not_found"
  | "binary_file"
  | "file_too_large"
  | "hash_mismatch"
  | "file_already_exists"
  | "text_not_found"
  | "ambiguous_text_match"
  | "untrusted_workspace"
  | "permission_denied"
  | "io_error"
  | "internal_error"
  | "parse_error"
  | "invalid_path"
  | "not_a_file"
  | "not_a_directory"
  | "protected_path"
  | "unsupported_encoding"
  | "overlapping_edits"
  | "no_change"
  | "invalid_pattern"
  | "command_not_allowed"
  | "patch_conflict";

const KINDS: Readonly<Record<FsErrorKind, FsErrorKindEntry>> = {
  path_outside_workspace: { status: 400, retry: "after_change" },
  symlink_escape: { status: 400, retry: "after_change" },
  path_not_found: { status: 404, retry: "after_change" },
  binary_file: { status: 422, retry: "never" },
  file_too_large: { status: 413, retry: "after_change" },
  hash_mismatch: { status: 409, retry: "after_change" },
  file_already_exists: { status: 409, retry: "after_change" },
  text_not_found: { status: 422, retry: "after_change" },
  ambiguous_text_match: { status: 422, retry: "after_change" },
  untrusted_workspace: { status: 403, retry: "never" },
  permission_denied: { status: 403, retry: "never" },
  io_error: { status: 503, retry: "later" },
  internal_error: { status: 500, retry: "never" },
  parse_error: { status: 400, retry: "after_change" },
  invalid_path: { status: 400, retry: "after_change" },
  not_a_file: { status: 400, retry: "after_change" },
  not_a_directory: { status: 400, retry: "after_change" },
  protected_path: { status: 403, retry: "never" },
  unsupported_encoding: { status: 422, retry: "never" },
  overlapping_edits: { status: 422, retry: "after_change" },
  no_change: { status: 422, retry: "after_change" },
  invalid_pattern: { status: 400, retry: "after_change" },
  command_not_allowed: { status: 403, retry: "after_change" },
  patch_conflict: { status: 409, retry: "after_change" },
};

/** Lists every kind, in the order of `docs/errors.md`. */
export const FS_ERROR_KINDS: readonly FsErrorKind[] = Object.keys(KINDS) as FsErrorKind[];

/** A value that survives `JSON.stringify` unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Says what goes into an {@link FsError} besides its kind and its message. */
export interface FsErrorOptions {
  /** The path as the workspace names it (relative, `/`), never a host path outside the roots. */
  readonly path?: string | undefined;
  /** The next step that is likely to succeed, as one or two sentences for a model or a person. */
  readonly hint?: string | undefined;
  /** Facts a program may use, such as candidate lines; handed on to the model as fields of the failure. */
  readonly details?: Readonly<Record<string, JsonValue>> | undefined;
  /** Overrides the kind's own status; only `parse_error` has two. */
  readonly status?: FsErrorStatus | undefined;
  /** The failure underneath; never serialised. */
  readonly cause?: unknown;
}

const BRAND: unique symbol = Symbol.for("ai-file-tools.FsError");

/** The form of an {@link FsError} on the wire. */
export interface FsErrorJson {
  readonly name: "FsError";
  readonly kind: FsErrorKind;
  readonly message: string;
  readonly status: FsErrorStatus;
  readonly path?: string;
  readonly hint?: string;
}

/**
 * Reports an expected failure of a file operation.
 * `kind` is for programs, `message` and `hint` are for people and models and may change between versions.
 */
export class FsError extends Error {
  readonly kind: FsErrorKind;
  readonly status: FsErrorStatus;
  readonly retry: FsErrorRetry;
  readonly path: string | undefined;
  readonly hint: string | undefined;
  readonly details: Readonly<Record<string, JsonValue>> | undefined;

  static {
    Object.defineProperty(FsError.prototype, "name", { value: "FsError", configurable: true, writable: true });
    Object.defineProperty(FsError.prototype, BRAND, { value: true });
  }

  constructor(kind: FsErrorKind, message: string, options: FsErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.status = options.status ?? KINDS[kind].status;
    this.retry = KINDS[kind].retry;
    this.path = options.path;
    this.hint = options.hint;
    this.details = options.details;
  }

  /** Answers kind, message, status, path and hint; never the cause or the stack. */
  toJSON(): FsErrorJson {
    return {
      name: "FsError",
      kind: this.kind,
      message: this.message,
      status: this.status,
      ...(this.path === undefined ? {} : { path: this.path }),
      ...(this.hint === undefined ? {} : { hint: this.hint }),
    };
  }
}

/** Tells whether a value is an {@link FsError}, also one made by another copy of this package. */
export function isFsError(value: unknown): value is FsError {
  return typeof value === "object" && value !== null && BRAND in value;
}
