// The server that is measured, in a process of its own: a directory of many small files behind the built routes; with the
// argument "floor" a server of Node that sends the same bytes and does nothing else.

import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "ai-file-tools";
import { serveFileRoutes } from "ai-file-tools/http";

const DIRECTORIES = 20;
const FILES_EACH = 100;
const BIG_FILES = 4;
const BIG_BYTES = 10 * 1024 * 1024;

interface Serving {
  readonly url: string;
  close(): Promise<void>;
}

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

async function fetchOnce(url: string): Promise<Sent> {
  const response = await fetch(url);
  const { connection: _, "keep-alive": __, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Asks the routes for each address once, and from then on sends what they answered. */
async function serveFloor(routes: Serving): Promise<Serving> {
  const known = new Map<string, Sent>();
  const server = createServer(async ({ url = "/" }, response) => {
    const sent = known.get(url) ?? (await fetchOnce(`${routes.url}${url}`));
    known.set(url, sent);
    response.writeHead(sent.status, sent.headers).end(sent.body);
  });
  server.listen({ host: "127.0.0.1", port: 0, backlog: 4096 });
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await routes.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const root = await mkdtemp(join(tmpdir(), "bench-http-"));
for (let directory = 0; directory < DIRECTORIES; directory += 1) {
  const path = join(root, `src-${directory}`);
  await mkdir(path);
  for (let file = 0; file < FILES_EACH; file += 1) {
    await writeFile(join(path, `file-${file}.ts`), `export const value = ${file};\n`.repeat(40));
  }
}
for (let file = 0; file < BIG_FILES; file += 1) await writeFile(join(root, `big-${file}.bin`), Buffer.alloc(BIG_BYTES));
const workspace = await openWorkspace({ root, trusted: true });
const routes = await serveFileRoutes({ workspace, trustLoopback: true });
const server = process.argv[2] === "floor" ? await serveFloor(routes) : routes;
process.stdout.write(`${server.url}\n`);
process.stdin.resume();
process.stdin.once("end", async () => {
  await server.close();
  await workspace.close();
  await rm(root, { recursive: true });
});
