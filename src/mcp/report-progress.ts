// Tells a client how far a tool is that answers in snapshots, if the client asked to be told.

import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { ServerNotification, ServerRequest } from "@modelcontextprotocol/sdk/types.js";

/** What the protocol hands over with a request. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const MAX_MESSAGE_CHARACTERS = 120;

/** Creates what sends progress: a count of snapshots, and the last line of what a command printed. */
export function createProgressReporter(extra: RequestExtra): ((snapshot: unknown) => Promise<void>) | undefined {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return async (snapshot) => {
    progress += 1;
    const message = findLastLine(snapshot);
    const params = { progressToken, progress, ...(message === "" ? {} : { message }) };
    await extra.sendNotification({ method: "notifications/progress", params });
  };
}

function findLastLine(snapshot: unknown): string {
  const stdout = typeof snapshot === "object" && snapshot !== null && "stdout" in snapshot ? snapshot.stdout : "";
  const tail = typeof stdout === "string" ? stdout.trimEnd() : "";
  return tail.slice(tail.lastIndexOf("\n") + 1).slice(0, MAX_MESSAGE_CHARACTERS);
}
