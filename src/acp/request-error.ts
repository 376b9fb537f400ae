// Failures on the wire of the Agent Client Protocol: how an FsError is put into a JSON-RPC error and taken out again.
// Both are known by their shape, since each side may have another copy of either package.

import { FS_ERROR_KINDS, FsError, type FsErrorKind, type FsErrorStatus } from "../errors.js";

/** The code of JSON-RPC for a failure of the one who answers. */
const INTERNAL_ERROR = -32603;

/** What an error of the wire carries besides its message. */
export interface RequestErrorData {
  readonly errorKind: FsErrorKind;
  /** The next step that is likely to succeed. */
  readonly hint?: string;
  /** HTTP status that stands for the kind. */
  readonly status?: FsErrorStatus;
}

type RequestErrorConstructor = new (code: number, message: string, data?: unknown) => Error;

/** Stands in for the protocol's own class where its package is not installed. */
class RequestError extends Error {
  readonly code: number;
  readonly data: unknown;

  static {
    Object.defineProperty(RequestError.prototype, "name", { value: "RequestError", configurable: true });
  }

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

interface FailureShape {
  readonly name: "FsError";
  readonly kind: FsErrorKind;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly status?: FsErrorStatus | undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isKind(value: unknown): value is FsErrorKind {
  return FS_ERROR_KINDS.some((kind) => kind === value);
}

function isFailure(error: unknown): error is FailureShape {
  return isObject(error) && "name" in error && error.name === "FsError" && "kind" in error && isKind(error.kind);
}

/** The connection sends code and data only of errors made by its own class. */
async function loadRequestError(): Promise<RequestErrorConstructor> {
  try {
    return (await import("@agentclientprotocol/sdk")).RequestError;
  } catch {
    return RequestError;
  }
}

/**
 * Answers the error to throw from a handler of the protocol: for an `FsError`, of whatever copy of this package, a
 * `RequestError` with code -32603 and the kind, the hint and the status as its data; any other error as it is.
 */
export async function toRequestError(error: unknown): Promise<unknown> {
  if (!isFailure(error)) return error;
  const { kind, message, hint, status } = error;
  const data: RequestErrorData = {
    errorKind: kind,
    ...(hint === undefined ? {} : { hint }),
    ...(status === undefined ? {} : { status }),
  };
  const Class = await loadRequestError();
  return new Class(INTERNAL_ERROR, message, data);
}

/**
 * Answers the `FsError` that the other side put into an error of the protocol; `null` when there is none in it.
 * NOT guaranteed: that its message and its hint are true. They come from the other side.
 */
export function fromRequestError(error: unknown): FsError | null {
  if (!isObject(error) || !("data" in error) || !isObject(error.data)) return null;
  const { errorKind, hint, status } = error.data as Partial<Record<keyof RequestErrorData, unknown>>;
  if (!isKind(errorKind)) return null;
  const plain = new FsError(errorKind, "");
  return new FsError(errorKind, "message" in error ? String(error.message) : errorKind, {
    hint: typeof hint === "string" ? hint : undefined,
    status: errorKind === "parse_error" && status === 422 ? 422 : plain.status,
    cause: error,
  });
}
