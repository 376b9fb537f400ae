// Every row of the attack table against every operation, in both tiers, and each attack once on bare node:fs.

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isFsError } from "../../src/errors.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import type { PlatformTier } from "../../src/workspace/open-workspace.js";
import { Sandbox, TIERS, useSandbox } from "../support/temp-workspace.js";
import { snapshotTree } from "../support/tree-snapshot.js";
import type { AttackCase } from "./attack-case.js";
import { ATTACK_CASES, fillIn, layOut } from "./attack-cases.js";
import { SPECIAL } from "./attack-expectations.js";
import { ATTACK_OPERATIONS, type AttackOperation, INSIDE } from "./attack-operations.js";

interface Answer {
  readonly kind: string;
  /** Everything that a caller can see of it. */
  readonly text: string;
}

async function ask(operation: AttackOperation, workspace: Workspace, path: string): Promise<Answer> {
  try {
    return { kind: "ok", text: JSON.stringify(await operation.run(workspace, path)) ?? "" };
  } catch (error) {
    if (!isFsError(error)) throw error;
    return { kind: error.kind, text: `${error.message} ${error.hint} ${JSON.stringify(error)}` };
  }
}

const READING: ReadonlySet<string> = new Set(["resolve", "read", "stat", "search", "list", "exec"]);

/** A patch looks at every path before it changes any. */
function countEvents({ patchPaths }: AttackOperation, { kind }: Answer): number {
  if (patchPaths === undefined) return 1;
  return kind === "ok" ? 2 * patchPaths : patchPaths;
}

function lookOutside(sandbox: Sandbox): string {
  return JSON.stringify([...snapshotTree(sandbox.outside), ...snapshotTree(`${sandbox.root}-evil`)]);
}

/** Tells whether an answer names a directory of this machine; two operations are there to name one. */
function namesHost(sandbox: Sandbox, operation: AttackOperation, answer: Answer): boolean {
  const mayNameIt = operation.name === "resolve" || operation.name === "exec cwd";
  return !mayNameIt && answer.text.includes(sandbox.base);
}

async function layOutIn(
  sandbox: Sandbox,
  row: AttackCase,
  tier: PlatformTier,
): Promise<{ readonly sandbox: Sandbox; readonly workspace: Workspace; readonly before: string }> {
  layOut(sandbox, row);
  return { sandbox, before: lookOutside(sandbox), workspace: await sandbox.open({}, tier) };
}

/** A row laid out on the disk, and the workspace over it; good for as many operations as leave it as it is. */
class LaidOutRow {
  readonly #row: AttackCase;
  readonly #tier: PlatformTier;
  #laidOut: { readonly sandbox: Sandbox; readonly workspace: Workspace; readonly before: string } | undefined;

  constructor(row: AttackCase, tier: PlatformTier) {
    this.#row = row;
    this.#tier = tier;
  }

  /** Runs one operation and answers whatever is wrong. */
  async attack(operation: AttackOperation): Promise<readonly string[]> {
    this.#laidOut ??= await layOutIn(new Sandbox(), this.#row, this.#tier);
    const { sandbox, workspace, before } = this.#laidOut;
    const events = workspace.audit.recent().length;
    const descriptors = sandbox.countDescriptors();
    const answer = await ask(operation, workspace, fillIn(sandbox, this.#row.path));
    const expected = this.#row.expected[operation.at];
    const published = workspace.audit.recent().length - events;
    const wrong = [
      answer.kind === expected ? "" : `answers ${answer.kind} instead of ${expected}: ${answer.text}`,
      answer.text.includes("secret\\n") ? "shows the secret" : "",
      namesHost(sandbox, operation, answer) ? `names a host path: ${answer.text}` : "",
      lookOutside(sandbox) === before ? "" : "changed something outside",
      sandbox.countDescriptors() === descriptors ? "" : "keeps a descriptor open",
      published === countEvents(operation, answer) ? "" : `left ${published} audit events`,
    ];
    if (answer.kind === "ok" && !(READING.has(operation.at) && operation.name !== "copy from")) await this.remove();
    return wrong.flatMap((text) => (text === "" ? [] : [`${operation.name} ${text}`]));
  }

  async remove(): Promise<void> {
    await this.#laidOut?.sandbox.remove();
    this.#laidOut = undefined;
  }
}

async function attackWithAll(row: AttackCase, tier: PlatformTier): Promise<readonly string[]> {
  const wrong: string[] = [];
  const laidOut = new LaidOutRow(row, tier);
  try {
    for (const operation of ATTACK_OPERATIONS) wrong.push(...(await laidOut.attack(operation)));
    return wrong;
  } finally {
    await laidOut.remove();
  }
}

describe.each(TIERS)("attacks on the $guarantees tier", (tier) => {
  test.each(ATTACK_CASES)("$name", async (row) => {
    expect(await attackWithAll(row, tier)).toEqual([]);
  });

  test("pipe", async () => {
    const prepare = (sandbox: Sandbox): void => void execFileSync("mkfifo", [join(sandbox.root, "special")]);
    const row = { name: "pipe", path: "special", prepare, expected: SPECIAL };
    expect(await attackWithAll(row, tier)).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)("device", async () => {
    const prepare = (sandbox: Sandbox): void =>
      void execFileSync("mknod", [join(sandbox.root, "special"), "c", "1", "5"]);
    const row = { name: "device", path: "special", prepare, expected: SPECIAL };
    expect(await attackWithAll(row, tier)).toEqual([]);
  });

  test("socket", async () => {
    const servers: ReturnType<typeof createServer>[] = [];
    const prepare = (sandbox: Sandbox): void => {
      servers.push(createServer().listen(join(sandbox.root, "special")));
    };
    const row = { name: "socket", path: "special", prepare, expected: SPECIAL };
    try {
      expect(await attackWithAll(row, tier)).toEqual([]);
    } finally {
      for (const server of servers) server.close();
    }
  });
});

const CONTROLS: Readonly<Record<NonNullable<AttackCase["control"]>, (sandbox: Sandbox, path: string) => void>> = {
  "reads outside": (_sandbox, path) => expect(readFileSync(path, "utf8")).toBe("secret\n"),
  "reads inside": (_sandbox, path) => expect(readFileSync(path, "utf8")).toBe(INSIDE),
  "lists outside": (_sandbox, path) => expect(readdirSync(path)).toContain("secret"),
  "writes outside": (sandbox, path) => {
    const before = snapshotTree(sandbox.outside);
    writeFileSync(path, "written");
    expect(snapshotTree(sandbox.outside)).not.toEqual(before);
  },
};

describe("the same attacks on bare node:fs", () => {
  const rows = ATTACK_CASES.flatMap((row) => (row.control === undefined ? [] : [{ ...row, control: row.control }]));

  test.each(rows)("$name $control", (row) => {
    const sandbox = useSandbox();
    layOut(sandbox, row);
    const path = fillIn(sandbox, row.path);
    CONTROLS[row.control](sandbox, path.startsWith("/") ? path : `${sandbox.root}/${path}`);
  });

  test("the table is wide enough to mean something", () => {
    expect(ATTACK_CASES.length).toBeGreaterThanOrEqual(60);
    expect(rows.filter((row) => row.control !== "reads inside").length).toBeGreaterThanOrEqual(20);
  });
});
