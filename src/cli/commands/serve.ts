// The command "serve": the files for programs that speak HTTP.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { FsError } from "../../errors.js";
import type { FileServer } from "../../http/serve.js";
import type { Workspace } from "../../workspace/interfaces/workspace.js";
import type { CliCall, CliCommand } from "../command.js";
import { UsageError } from "../exit-codes.js";
import { printJson, printText } from "../print-outcome.js";
import { HISTORY_FLAG, ROOT_FLAG, withWorkspace } from "../workspace-flags.js";

const TOKEN_BYTES = 24;
const TOKEN_VARIABLE = "AI_FILE_TOOLS_TOKEN";
const LARGEST_PORT = 65_535;

/** Serves the files over HTTP until somebody stops it. */
export const serveCommand: CliCommand = {
  name: "serve",
  summary: "serve the files over HTTP",
  parameters: "",
  maxPositionals: 0,
  options: {
    ...ROOT_FLAG,
    ...HISTORY_FLAG,
    port: { type: "string", short: "p", value: "PORT", summary: "default one that is free" },
    host: { type: "string", value: "ADDRESS", summary: "address to listen on; default 127.0.0.1" },
    trusted: { type: "boolean", summary: "let callers with the token change files; default they only read" },
    "trust-loopback": { type: "boolean", summary: "let every program of this machine in without the token" },
    "allow-host": { type: "string", multiple: true, value: "NAME", summary: "answer to this name too" },
    "allow-origin": { type: "string", multiple: true, value: "ORIGIN", summary: "let pages of this origin in" },
    json: { type: "boolean", summary: "prints address and token as one JSON object" },
  },
  notes: [
    `The token is that of the variable ${TOKEN_VARIABLE}, or with --trusted a new one, which is shown.`,
    "The routes are described at /openapi.json.",
  ],
  examples: ["serve --port 8080", "serve --trusted --json", "serve --host 0.0.0.0 --allow-host files.example.com"],
  run: (call) => {
    const trusted = call.values.flag("trusted") ?? false;
    return withWorkspace(call, { trusted }, (workspace) => serve(call, workspace));
  },
};

async function serve(call: CliCall, workspace: Workspace): Promise<number> {
  const { values, streams } = call;
  const given = streams.environment[TOKEN_VARIABLE];
  const token = given ?? (workspace.trusted ? randomBytes(TOKEN_BYTES).toString("base64url") : undefined);
  const server = await listen(call, workspace, token);
  try {
    const shown = given === undefined && token !== undefined ? { token } : {};
    if (values.flag("json") === true) printJson(streams, { url: server.url, ...shown });
    else printText(streams.stdout, [server.url, ...Object.values(shown).map((one) => `token ${one}`)].join("\n"));
    if (!streams.signal.aborted) await once(streams.signal, "abort");
  } finally {
    await server.close();
  }
  throw streams.signal.reason;
}

async function listen({ values }: CliCall, workspace: Workspace, token: string | undefined): Promise<FileServer> {
  // Only here, since no other command needs a server.
  const { serveFileRoutes } = await import("../../http/serve.js");
  const hostname = values.text("host") ?? "127.0.0.1";
  try {
    return await serveFileRoutes({
      workspace,
      token,
      hostname,
      port: resolvePort(values.integer("port")),
      trustLoopback: values.flag("trust-loopback"),
      allowedHosts: values.list("allow-host"),
      allowedOrigins: values.list("allow-origin"),
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw toListenError(error);
  }
}

/** @throws {UsageError} when it is no port */
function resolvePort(port: number | undefined): number | undefined {
  if (port === undefined || (port >= 0 && port <= LARGEST_PORT)) return port;
  throw new UsageError(`--port must be at most ${LARGEST_PORT}, not ${port}`);
}

/** Answers an error of the network as a failure in words; any other is a fault. */
function toListenError(error: unknown): unknown {
  const isNetworkError = error instanceof Error && "syscall" in error && "code" in error;
  if (!isNetworkError) return error;
  return new FsError("io_error", `the server cannot listen there: ${String(error.code)}`, {
    hint: "Choose another --port or --host.",
    cause: error,
  });
}
