// The answer to a request that is too long to be read: to whom it goes is in its first or its last characters.

import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import type { DroppedLine } from "./line-filter.js";

/** Clients write the identifier of a request behind the version, or last of all. Deeper ones are no identifiers. */
const FIRST_ID = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15}|"[^"\\]*")\s*,/;
const LAST_ID = /[,{]\s*"id"\s*:\s*(\d{1,15}|"[^"\\]*")\s*\}\s*$/;

/** Answers the identifier of a request that was dropped; `undefined` where none can be told. */
export function findRequestId({ head, tail }: DroppedLine): string | number | undefined {
  const [, found] = FIRST_ID.exec(head) ?? LAST_ID.exec(tail) ?? [];
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}

/** Tells the client that a message was not read. */
export async function refuseLongMessage(transport: Transport, line: DroppedLine, maxBytes: number): Promise<void> {
  const id = findRequestId(line);
  const message = `the message is longer than the ${maxBytes} bytes that are taken here, nested too deep, or holds too many values; nothing was done`;
  const error = { code: ErrorCode.InvalidRequest, message };
  await transport.send({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), error });
}
