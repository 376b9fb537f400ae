// Millions of tries of every operation against names that another process exchanges: `npm run race`. Prints tables.

import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isFsError, openWorkspace } from "ai-file-tools";
import { snapshotTree } from "../../test/support/tree-snapshot.js";
import { formatRows } from "../harness/markdown-table.js";
import { LEFT_NAME, NAIVE, OPERATIONS, type RacedOperation, type Turn } from "./operations.js";
import {
  compileExchange,
  createGround,
  Exchange,
  type Ground,
  Pipe,
  removeGround,
  SECRET,
  SWAPS,
  type Swap,
} from "./swaps.js";

/** Tries of one operation against one kind of exchange, of five million in all. */
const TRIES = { small: 94_500, middle: 2700, large: 300 } as const;
const ALL_TRIES = 5_000_000;

/** Tries that tell how long one takes while nothing is exchanged, once it is warm. */
const REHEARSALS = { small: 400, middle: 16, large: 3 } as const;

/** How long names stay at most, in the time of one try: then many tries are let through, and many are refused. */
const MOST_STAY = { small: 3, middle: 6, large: 4 } as const;

interface Tally {
  tries: number;
  letThrough: number;
  refused: number;
  escapes: number;
  leftovers: number;
  exchanges: number;
  faults: number;
}

interface Race {
  readonly swap: Swap;
  readonly operation: RacedOperation;
  readonly tally: Tally;
}

const NOTHING: Tally = { tries: 0, letThrough: 0, refused: 0, escapes: 0, leftovers: 0, exchanges: 0, faults: 0 };

function isWanted({ name, onFile }: RacedOperation, { isFile, root, directory }: Swap): boolean {
  if (isFile && onFile !== true) return false;
  // Whoever opens a root by its path has opened what is there.
  return name !== "sweep at opening" || (root === undefined && !directory.includes(".."));
}

function countDescriptors(base: string): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(base);
    } catch {
      return false;
    }
  }).length;
}

/** Counts temporary files that nobody has taken away, but for those that are laid out to be swept. */
function countLeft(directory: string): number {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.includes(".ai-file-tools-") && !name.endsWith(LEFT_NAME)).length;
}

function showError(error: unknown): string {
  return error instanceof Error
    ? `${error.message} ${JSON.stringify(error)} ${String(error.cause ?? "")}`
    : String(error);
}

async function tryOnce({ attempt }: RacedOperation, turn: Turn, tally: Tally): Promise<void> {
  tally.tries += 1;
  let seen: string;
  try {
    seen = JSON.stringify(await attempt(turn)) ?? "null";
    if (seen === "null") tally.refused += 1;
    else tally.letThrough += 1;
  } catch (error) {
    seen = showError(error);
    const isFault = turn.isGuarded && (!isFsError(error) || error.kind === "internal_error");
    tally.refused += 1;
    tally.faults += Number(isFault);
    if (isFault) console.error(seen);
  }
  tally.escapes += Number(seen.includes(SECRET));
}

/** Puts a link or a pipe back that a write has replaced, as a write may replace what has its name by then. */
function isReplaced(names: readonly [string, string]): boolean {
  for (let look = 0; look < 4; look += 1) {
    if (names.some((name) => lstatSync(name, { throwIfNoEntry: false })?.isFile() !== true)) return false;
  }
  return true;
}

interface Stage {
  readonly swap: Swap;
  readonly operation: RacedOperation;
  readonly ground: Ground;
  readonly program: string;
  readonly turn: Omit<Turn, "index">;
}

/** Answers the nanoseconds of one try. */
async function measureTry({ operation, turn }: Stage): Promise<number> {
  const times: number[] = [];
  for (let index = -REHEARSALS[operation.cost]; index < 0; index += 1) {
    const started = performance.now();
    await tryOnce(operation, { ...turn, index }, { ...NOTHING });
    times.push((performance.now() - started) * 1e6);
  }
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}

async function runTries(stage: Stage, names: readonly [string, string], tries: number): Promise<Tally> {
  const { swap, operation, program, turn } = stage;
  const tally = { ...NOTHING };
  const mostNs = Math.max(5000, (await measureTry(stage)) * MOST_STAY[operation.cost]);
  while (tally.tries < tries && !isStopped) {
    const exchange = await Exchange.start(program, names, mostNs);
    while (tally.tries < tries && !isStopped && !(swap.isFile && isReplaced(names))) {
      await tryOnce(operation, { ...turn, index: tally.tries }, tally);
    }
    tally.exchanges += await exchange.stop();
    if (swap.isFile && isReplaced(names)) {
      unlinkSync(names[1]);
      swap.park?.(stage.ground);
    }
  }
  return tally;
}

async function runRace(
  swap: Swap,
  operation: RacedOperation,
  { program, tries }: { program: string; tries: number },
): Promise<Race> {
  const ground = createGround(swap);
  const names = swap.layOut(ground);
  swap.park?.(ground);
  const pipe = swap.isPipe === true ? new Pipe(names[1]) : null;
  writeFileSync(join(ground.base, swap.twin, LEFT_NAME), SECRET);
  const workspace = await openWorkspace({ root: ground.root, trusted: true });
  const directory = swap.directory;
  const descriptor = openSync(join(ground.root, directory), "r");
  const outside = snapshotTree(join(ground.base, swap.twin));
  const descriptors = countDescriptors(ground.base);
  const turn = {
    workspace,
    ground,
    directory,
    file: `${directory}/file`,
    held: `/proc/self/fd/${descriptor}`,
    isGuarded: !NAIVE.includes(operation),
  };
  const tally = await runTries({ swap, operation, ground, program, turn }, names, tries);
  tally.leftovers = countLeft(ground.base) + countDescriptors(ground.base) - descriptors;
  if (String(snapshotTree(join(ground.base, swap.twin))) !== String(outside)) tally.escapes += 1;
  if (pipe !== null && !pipe.isUntouched()) tally.escapes += 1;
  closeSync(descriptor);
  await workspace.close();
  removeGround(ground);
  return { swap, operation, tally };
}

function sum(races: readonly Race[]): Tally {
  const total = { ...NOTHING };
  for (const { tally } of races) {
    for (const name of Object.keys(total) as (keyof Tally)[]) total[name] += tally[name];
  }
  return total;
}

function toRow(
  name: string,
  { tries, letThrough, refused, escapes, leftovers, exchanges, faults }: Tally,
): readonly string[] {
  return [
    name,
    ...[tries, letThrough, refused, escapes, leftovers, faults, exchanges].map((count) => count.toLocaleString("en")),
  ];
}

const COUNTED = ["tries", "let through", "refused", "escapes", "leftovers", "faults", "exchanges"] as const;

function printTable(title: string, races: readonly Race[], nameOf: (race: Race) => string): void {
  const names = [...new Set(races.map(nameOf))];
  const rows = names.map((name) => toRow(name, sum(races.filter((race) => nameOf(race) === name))));
  console.info(`\n${formatRows([[title, ...COUNTED], ...rows, toRow("all", sum(races))])}`);
}

/** Asks for an end: what was tried until then is told. */
let isStopped = false;
process.once("SIGTERM", () => {
  isStopped = true;
});

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { tries: { type: "string", default: "100000" }, only: { type: "string" } } });
  const share = Number(values.tries) / ALL_TRIES;
  const ground = createGround({ name: "", directory: ".", twin: "outside", isFile: false, layOut: () => ["", ""] });
  const program = compileExchange(ground.base);
  const races: Race[] = [];
  for (const swap of SWAPS) {
    for (const operation of [...OPERATIONS, ...NAIVE].filter((one) => isWanted(one, swap))) {
      if (isStopped || (values.only !== undefined && !operation.name.includes(values.only))) continue;
      const tries = Math.ceil(TRIES[operation.cost] * (operation.factor ?? 1) * share);
      const started = performance.now();
      const race = await runRace(swap, operation, { program, tries });
      races.push(race);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.info(`${swap.name} | ${toRow(operation.name, race.tally).join(" | ")} | ${seconds} s`);
    }
  }
  removeGround(ground);
  const [guarded, naive] = [
    races.filter(({ operation }) => !NAIVE.includes(operation)),
    races.filter(({ operation }) => NAIVE.includes(operation)),
  ];
  printTable("operation", guarded, ({ operation }) => operation.name);
  printTable("exchange", guarded, ({ swap }) => swap.name);
  printTable("control", naive, ({ operation, swap }) => `${operation.name}: ${swap.name}`);
  const total = sum(guarded);
  process.exitCode = total.escapes + total.leftovers + total.faults > 0 ? 1 : 0;
}

await main();
