// Asks the routes of a workspace, in this process, and checks of every answer what holds for all of them.

import type { Hono } from "hono";
import { expect } from "vitest";
import { createFileRoutes, type FileRouteError, type FileRoutesOptions } from "../../src/http/index.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { useSandbox } from "../support/temp-workspace.js";

export const TOKEN = "correct-horse-battery-staple";

/** What a request brings besides its address. */
export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: RequestInit["body"];
  readonly env?: unknown;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON; `undefined` when it is none. */
  readonly json: Readonly<Record<string, unknown>> & Partial<FileRouteError>;
}

export type Ask = (address: string, options?: AskOptions) => Promise<Answer>;

function parse(response: Response, text: string): Answer["json"] {
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return isJson && text !== "" ? (JSON.parse(text) as Answer["json"]) : {};
}

/** Checks the shape of a failure: the same for all. */
export function expectErrorShape({ json, status }: Pick<Answer, "json" | "status">): void {
  const { errorKind, error, hint, ...rest } = json;
  expect(rest).toEqual({ status });
  expect([typeof errorKind, typeof error, typeof (hint ?? "")]).toEqual(["string", "string", "string"]);
}

function check(answer: Answer, isHead: boolean, workspace: Workspace): void {
  const { status, headers, text } = answer;
  expect(status).not.toBe(500);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-request-id")).toMatch(/^[\w.:-]+$/);
  if (status >= 400 && !isHead) expectErrorShape(answer);
  if (status >= 400 && workspace.root !== "/") expect(text).not.toContain(workspace.root);
}

/** Makes a function that asks an app. */
export function createAsk(app: Hono, workspace: Workspace): Ask {
  return async (address, { method, headers, json, body, env, signal } = {}) => {
    const content = json === undefined ? body : JSON.stringify(json);
    const type = json === undefined ? {} : { "content-type": "application/json" };
    const request = new Request(`http://localhost${address}`, {
      method: method ?? (content === undefined ? "GET" : "POST"),
      headers: { authorization: `Bearer ${TOKEN}`, ...type, ...headers },
      ...(content === undefined || content === null ? {} : { body: content, duplex: "half" }),
      ...(signal === undefined ? {} : { signal }),
    });
    const response = await app.fetch(request, env as object);
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const answer = { status: response.status, headers: response.headers, bytes, text, json: parse(response, text) };
    check(answer, method === "HEAD", workspace);
    return answer;
  };
}

/** Asks a workspace that is there already. */
export function askWorkspace(workspace: Workspace, options: Partial<FileRoutesOptions> = {}): Ask {
  return createAsk(createFileRoutes({ workspace, token: TOKEN, ...options }), workspace);
}

/** Puts files into a sandbox and asks it. */
export async function askSandbox(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<FileRoutesOptions> = {},
): Promise<{ readonly ask: Ask; readonly sandbox: ReturnType<typeof useSandbox>; readonly workspace: Workspace }> {
  const sandbox = useSandbox();
  sandbox.write(files);
  const workspace = await sandbox.open({ rawPaths: true });
  return { ask: askWorkspace(workspace, options), sandbox, workspace };
}
