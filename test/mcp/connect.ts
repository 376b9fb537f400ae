// A client of the official SDK on the other end of a server, both in this process.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { type CallToolResult, ElicitRequestSchema, ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { createMcpServer, type McpServerOptions } from "../../src/mcp/index.js";

/** Says how the client of a test behaves. */
export interface ClientOptions {
  /** Answers `roots/list` with these URIs; absent says that the client has no roots. */
  readonly roots?: (() => readonly string[]) | undefined;
  /** Answers for the person whom the client asks; absent says that it can ask nobody. */
  readonly person?: ((question: string) => "accept" | "decline" | "cancel") | undefined;
}

/** Connects a client to a server that goes away with the test. */
export async function connectClient(server: McpServerOptions, options: ClientOptions = {}): Promise<Client> {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const { roots, person } = options;
  const capabilities = {
    ...(roots === undefined ? {} : { roots: { listChanged: true } }),
    ...(person === undefined ? {} : { elicitation: {} }),
  };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (roots !== undefined) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots().map((uri) => ({ uri })) }));
  }
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ action: person(params.message), content: {} }));
  }
  await createMcpServer(server).connect(serverSide);
  await client.connect(clientSide);
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool and answers its result. */
export async function callTool(client: Client, name: string, input: object = {}): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: { ...input } })) as CallToolResult;
}

/** Answers the text of a result that is nothing but text. */
export function textOf(result: CallToolResult): string {
  const [block, ...more] = result.content;
  if (block?.type !== "text" || more.length > 0) throw new Error(`Not a text: ${JSON.stringify(result.content)}`);
  return block.text;
}
