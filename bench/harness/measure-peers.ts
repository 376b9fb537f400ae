// Has an item measured with the packages beside ours, each in a process of its own that has a minute.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { rgPath } from "@vscode/ripgrep";
import { ALL_ITEMS } from "../items/all-items.js";
import { PEER_NAMES, type PeerName, type PeerResult, type PeerResults } from "./peer-result.js";
import { isChanging, type Task } from "./task.js";
import type { BenchContext, WorkItem } from "./work-item.js";

const PEERS = new URL("../peers/", import.meta.url);
const MEASURE_PEER = fileURLToPath(new URL("measure-peer.ts", PEERS));
const TIMEOUT_MS = 60_000;

/** @throws {Error} when the packages are not installed, which they are apart from the project */
export function assertPeersInstalled(): void {
  if (existsSync(new URL("node_modules", PEERS))) return;
  throw new Error("The other packages are not installed: npm ci --prefix bench/peers");
}

/** Ends a process and what it has started: they are a group of their own. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

/** The path has ripgrep, which some of the packages look for there; nothing may be fetched by them. */
function createEnvironment(): NodeJS.ProcessEnv {
  const path = `${dirname(rgPath)}${delimiter}${process.env["PATH"] ?? ""}`;
  return { ...process.env, PATH: path, PI_OFFLINE: "1" };
}

function readResult(stdout: string, stderr: string): PeerResult {
  const lastLine = stdout.trimEnd().split("\n").at(-1) ?? "";
  if (lastLine !== "") return JSON.parse(lastLine) as PeerResult;
  return { words: `its process ended: ${/^.*Error.*$/m.exec(stderr)?.[0] ?? "no reason given"}` };
}

async function measureInFreshProcess(args: readonly string[], signal: AbortSignal): Promise<PeerResult> {
  const child = spawn(process.execPath, [...process.execArgv, "--expose-gc", MEASURE_PEER, ...args], {
    detached: true,
    env: createEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const end = (): void => killGroup(child.pid);
  const ending = AbortSignal.any([deadline, signal]);
  ending.addEventListener("abort", end, { once: true });
  try {
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    signal.throwIfAborted();
    return deadline.aborted ? { words: `no answer in ${TIMEOUT_MS / 1000} s` } : readResult(stdout, stderr);
  } finally {
    ending.removeEventListener("abort", end);
    end();
  }
}

/** Makes files that only one package changes; other tasks share the data of the run. */
async function withData<Result>(
  { item, task, context }: { readonly item: WorkItem; readonly task: Task; readonly context: BenchContext },
  work: (context: BenchContext) => Promise<Result>,
): Promise<Result> {
  if (!isChanging(task)) return work(context);
  const own = { ...context, directory: await mkdtemp(join(context.directory, "peer-")) };
  try {
    await item.prepare(own);
    return await work(own);
  } finally {
    await rm(own.directory, { recursive: true, force: true });
  }
}

/** Measures an item with each package; an item that no other package can be asked for has no results. */
export async function measurePeers(item: WorkItem, context: BenchContext, signal: AbortSignal): Promise<PeerResults> {
  const results = new Map<PeerName, PeerResult>();
  const task = item.describeTask?.(context) ?? null;
  if (task === null) return results;
  for (const name of PEER_NAMES) {
    const result = await withData({ item, task, context }, (own) =>
      measureInFreshProcess([name, String(ALL_ITEMS.indexOf(item)), JSON.stringify(own)], signal),
    );
    console.error(`   ${name}: ${JSON.stringify(result)}`);
    results.set(name, result);
  }
  return results;
}
