// Failures as HTTP answers them: one shape for everything, from a missing file to a malformed body.

import { FsError, type FsErrorKind, isFsError } from "../errors.js";
import type { Workspace } from "../workspace/interfaces/workspace.js";
import { type Answer, createJsonAnswer } from "./answer.js";

/** Names one reason for a refusal that is about the request and not about a file. Kinds are API, as those of files are. */
export type RequestErrorKind =
  | "unauthorized"
  | "forbidden_host"
  | "forbidden_origin"
  | "route_not_found"
  | "method_not_allowed"
  | "unsupported_media_type"
  | "range_not_satisfiable"
  | "request_timeout"
  | "request_aborted"
  | "rate_limited"
  | "overloaded";

/** The body of every answer that is no success. */
export interface FileRouteError {
  readonly errorKind: FsErrorKind | RequestErrorKind;
  /** Says what is wrong; may change between versions. */
  readonly error: string;
  /** The next step that is likely to succeed. */
  readonly hint?: string;
  /** The HTTP status, again. */
  readonly status: number;
}

const STATUSES: Readonly<Record<RequestErrorKind, number>> = {
  unauthorized: 401,
  forbidden_host: 403,
  forbidden_origin: 403,
  route_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  request_aborted: 499,
  overloaded: 503,
};

/** Lists the kinds that only requests have. */
export const REQUEST_ERROR_KINDS: readonly RequestErrorKind[] = Object.keys(STATUSES) as RequestErrorKind[];

interface RefusalOptions {
  readonly hint?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Refuses a request; it is thrown and answered in this room and never leaves it. */
export class RequestRefusal extends Error {
  readonly errorKind: RequestErrorKind;
  readonly hint: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(errorKind: RequestErrorKind, message: string, options: RefusalOptions = {}) {
    super(message);
    this.errorKind = errorKind;
    this.hint = options.hint;
    this.headers = options.headers ?? {};
  }
}

/** What a client is told of an error. */
export interface DescribedError {
  readonly body: FileRouteError;
  readonly headers: Readonly<Record<string, string>>;
}

/** Where the client should come back later. */
const RETRY_LATER: Readonly<Record<string, string>> = { "Retry-After": "1" };

/** Names the root as answers do, should a message name it as the host does. */
function hideRoot(text: string, { root }: Workspace): string {
  return root.length < 2 ? text : text.replaceAll(`${root}/`, "").replaceAll(root, ".");
}

/** Answers what an error says to a client, and the headers that go with it. */
export function describeError(error: unknown, workspace: Workspace): DescribedError {
  if (error instanceof RequestRefusal) {
    const { errorKind, message, hint, headers } = error;
    const status = STATUSES[errorKind];
    return { body: { errorKind, error: message, ...(hint === undefined ? {} : { hint }), status }, headers };
  }
  const failure = isFsError(error) ? error : new FsError("internal_error", "the operation failed unexpectedly");
  const { kind, message, hint, status } = failure;
  const shown = hint === undefined ? {} : { hint: hideRoot(hint, workspace) };
  return {
    body: { errorKind: kind, error: hideRoot(message, workspace), ...shown, status },
    headers: status === 503 ? RETRY_LATER : {},
  };
}

/** Answers a failure of any kind; what it says names no path outside the workspace. */
export function createErrorAnswer(error: unknown, workspace: Workspace): Answer {
  const { body, headers } = describeError(error, workspace);
  return createJsonAnswer(body, { status: body.status, headers });
}
