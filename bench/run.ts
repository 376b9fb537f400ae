// Measures the built package against the raw floor and prints a table: `npm run bench -- [--only 5,6] [--peers]
// [--write]`. BENCH_BYTES shrinks the large log. Nothing here fails because something is slow.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { assertPeersInstalled, measurePeers } from "./harness/measure-peers.js";
import { type RunOptions, resolveRunOptions } from "./harness/options.js";
import { formatPeerResults, formatPeerTable } from "./harness/peer-report.js";
import type { PeerResults } from "./harness/peer-result.js";
import { describeMachine, formatResults, formatTable } from "./harness/report.js";
import type { Result } from "./harness/result.js";
import type { BenchContext, Measurement, WorkItem } from "./harness/work-item.js";
import { ALL_ITEMS } from "./items/all-items.js";

const MEASURE_ITEM = fileURLToPath(new URL("measure-item.ts", import.meta.url));
const RESULTS = new URL("RESULTS.md", import.meta.url);
const PEER_RESULTS = new URL("PEERS.md", import.meta.url);

/** Paths of the compiler's configuration would send the name of the package to its sources. */
function assertBuiltPackage(): void {
  const found = import.meta.resolve("ai-file-tools");
  if (!found.endsWith("/dist/index.js")) throw new Error(`The built package is to be measured, not ${found}`);
}

async function measureInFreshProcess(item: WorkItem, context: BenchContext, signal: AbortSignal): Promise<Measurement> {
  const script = [MEASURE_ITEM, String(ALL_ITEMS.indexOf(item)), JSON.stringify(context)];
  const args = [...process.execArgv, "--expose-gc", ...script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { signal });
  return JSON.parse(stdout) as Measurement;
}

async function runItems(
  items: readonly WorkItem[],
  context: BenchContext,
  { signal, peers: withPeers }: { readonly signal: AbortSignal; readonly peers: boolean },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    console.error(`${item.number}. ${item.name} …`);
    await item.prepare(context);
    signal.throwIfAborted();
    const measurement = await measureInFreshProcess(item, context, signal);
    const peers: PeerResults = withPeers ? await measurePeers(item, context, signal) : new Map();
    results.push({ item, measurement, peers });
  }
  return results;
}

function selectItems({ only, peers }: RunOptions): readonly WorkItem[] {
  const asked = peers ? ALL_ITEMS.filter((item) => item.describeTask !== undefined) : ALL_ITEMS;
  const items = asked.filter((item) => only?.has(item.number) ?? true);
  if (items.length > 0) return items;
  throw new TypeError(
    `No such item; the numbers are 1 to ${ALL_ITEMS.at(-1)?.number}, and not every one is for other packages`,
  );
}

const options = resolveRunOptions(process.argv.slice(2), process.env);
const items = selectItems(options);
assertBuiltPackage();
if (options.peers) assertPeersInstalled();

const interruption = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => interruption.abort(new Error(`ended by ${name}`)));
}
const directory = await mkdtemp(join(tmpdir(), "ai-file-tools-bench-"));
try {
  const context = { directory, logBytes: options.logBytes };
  const results = await runItems(items, context, { signal: interruption.signal, peers: options.peers });
  const machine = describeMachine(new Date());
  console.log(`${machine}\n\n${formatTable(results)}`);
  if (options.peers) console.log(`\n${formatPeerTable(results)}`);
  if (options.write && options.peers)
    await writeFile(PEER_RESULTS, formatPeerResults(results, machine, options.logBytes));
  else if (options.write) await writeFile(RESULTS, formatResults(results, machine, options.logBytes));
} finally {
  await rm(directory, { recursive: true, force: true });
}
