// What the server has to do besides answering the probe. Each load runs until it is stopped.

import { once } from "node:events";
import { Agent, get, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** A load on a server; resolves when it was stopped and its last request is done. */
export type Load = (url: string, signal: AbortSignal) => Promise<void>;

/** Statuses that any load was answered with. */
export const statuses: Map<number, number> = new Map<number, number>();

function count(status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

/** Asks once and reads the whole answer. */
export async function ask(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<number> {
  const [response] = await once(get(url, { agent, headers }), "response");
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

async function write(url: string, agent: Agent, index: number): Promise<number> {
  const sent = request(`${url}/file/write`, { agent, method: "POST", headers: { "content-type": "application/json" } });
  sent.end(JSON.stringify({ path: `out/${index % 50}.txt`, content: "new\n", mode: "overwrite", createParents: true }));
  const [response] = await once(sent, "response");
  response.resume();
  await once(response, "end");
  return response.statusCode;
}

const MIXED = [
  "/file?path=src-1/file-1.ts",
  "/stat?path=src-2",
  "/file/bytes?path=src-3/file-3.ts",
  "/list?path=src-4",
  "/file?path=../../etc/passwd",
  "/file?path=%ff",
  "/nowhere",
];

/** So many requests a second, good, bad and hostile, at even distances; each tenth writes. */
export function createSteadyLoad(perSecond: number): Load {
  return async (url, signal) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const running = new Set<Promise<void>>();
    for (let index = 0; !signal.aborted; index += 1) {
      const path = MIXED[index % MIXED.length] ?? "/";
      const one = (index % 10 === 0 ? write(url, agent, index) : ask(url + path, agent)).then(count);
      running.add(one);
      void one.finally(() => running.delete(one));
      await delay(1000 / perSecond);
    }
    await Promise.all(running);
    agent.destroy();
  };
}

/** Searches without end, so many at once. */
export function createSearchLoad(atOnce: number): Load {
  return async (url, signal) => {
    const agent = new Agent({ keepAlive: true });
    const search = async (): Promise<void> => {
      while (!signal.aborted) count(await ask(`${url}/grep?pattern=nowhere`, agent));
    };
    await Promise.all(Array.from({ length: atOnce }, search));
    agent.destroy();
  };
}

/** Reads large files without end, so many at once. */
export function createBigReadLoad(atOnce: number): Load {
  return async (url, signal) => {
    const agent = new Agent({ keepAlive: true });
    const read = async (index: number): Promise<void> => {
      const address = `${url}/file/bytes?path=big-${index % 4}.bin`;
      while (!signal.aborted) count(await ask(address, agent, { accept: "application/octet-stream" }));
    };
    await Promise.all(Array.from({ length: atOnce }, (_, index) => read(index)));
    agent.destroy();
  };
}

/** Bodies that come one byte at a time, so many at once. */
export function createSlowLoad(atOnce: number): Load {
  return async (url, signal) => {
    const { hostname, port } = new URL(url);
    const drip = async (): Promise<void> => {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      socket.write("POST /file/write HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n");
      socket.write("Content-Length: 100000\r\n\r\n{");
      while (!signal.aborted) {
        socket.write(" ");
        await delay(500);
      }
      socket.destroy();
    };
    await Promise.all(Array.from({ length: atOnce }, drip));
  };
}

/** So many requests at once, again and again. */
export function createBurstLoad(atOnce: number): Load {
  return async (url, signal) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
    while (!signal.aborted) {
      const burst = Array.from({ length: atOnce }, (_, index) =>
        ask(url + (MIXED[index % MIXED.length] ?? "/"), agent),
      );
      for (const status of await Promise.all(burst)) count(status);
    }
    agent.destroy();
  };
}
