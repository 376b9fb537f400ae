// The process in which one item is measured with one package: `measure-peer.ts <package> <position> <context as JSON>`.
// Prints the result as JSON, on a line of its own at the end, since packages print too.

import type { PeerName, PeerResult } from "../harness/peer-result.js";
import type { BenchContext } from "../harness/work-item.js";
import { ALL_ITEMS } from "../items/all-items.js";
import { ALL_PEERS } from "./all-peers.js";
import { startFloor } from "./floor.js";
import { measureWork } from "./measure-work.js";
import type { OpenPeer } from "./peer.js";
import type { PeerWork } from "./work/peer-work.js";
import { planWork } from "./work/plan-work.js";

const [name, position = "", contextJson = ""] = process.argv.slice(2);

function describe(problem: string, error: unknown): { readonly words: string } {
  return { words: `${problem}: ${error instanceof Error ? error.message : error}` };
}

async function measureAgainstFloor(work: PeerWork, peer: OpenPeer, rounds: number): Promise<PeerResult> {
  const floor = startFloor(position, contextJson);
  try {
    return await measureWork(work, { floor, rounds, serverPid: peer.serverPid });
  } catch (error) {
    return describe("failed", error);
  } finally {
    floor.close();
  }
}

async function measure(): Promise<PeerResult> {
  const item = ALL_ITEMS[Number(position)];
  const task = item?.describeTask?.(JSON.parse(contextJson) as BenchContext);
  if (!item || !task) throw new TypeError("measure-peer.ts needs the name of a package, an item and a context");
  const peer = await ALL_PEERS[name as PeerName](task.directory).catch((error) => describe("does not run", error));
  if ("words" in peer) return peer;
  const work = await planWork(task, peer.abilities);
  const result = work === null ? null : await measureAgainstFloor(work, peer, item.rounds);
  await peer.close();
  return result;
}

const result = await measure();
process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit());
