// Which requests of a client are not answered yet, seen from the transport.

import { setTimeout as wait } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJSONRPCNotification, isJSONRPCRequest, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

const INTERVAL_MS = 10;

/** The requests of a transport. */
export interface OpenRequests {
  /** Waits until every request is answered or cancelled, so many milliseconds at most. */
  settle(timeoutMs: number): Promise<void>;
}

/** Watches a transport that is connected already. */
export function watchRequests(transport: Transport): OpenRequests {
  const open = new Set<unknown>();
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message, extra) => {
    noteReceived(open, message);
    onmessage?.(message, extra);
  };
  transport.send = async (message, options) => {
    await send(message, options);
    if (!("method" in message)) open.delete(message.id);
  };
  return { settle: (timeoutMs) => settle(open, timeoutMs) };
}

function noteReceived(open: Set<unknown>, message: JSONRPCMessage): void {
  if (isJSONRPCRequest(message)) open.add(message.id);
  if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
    open.delete(message.params?.["requestId"]);
  }
}

async function settle(open: ReadonlySet<unknown>, timeoutMs: number): Promise<void> {
  for (let waitedMs = 0; open.size > 0 && waitedMs < timeoutMs; waitedMs += INTERVAL_MS) await wait(INTERVAL_MS);
}
