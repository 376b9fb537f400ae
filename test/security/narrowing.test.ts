// Whatever narrows a workspace, no tool, no operation and no spelling of a path reaches more than is left.

import { pathToFileURL } from "node:url";
import { createFileTools } from "ai-file-tools";
import type { McpServerOptions } from "ai-file-tools/mcp";
import { describe, expect, test } from "vitest";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { run } from "../cli/run-cli.js";
import { connectClient } from "../mcp/connect.js";
import { TEST_SCALE } from "../support/temp-workspace.js";
import { snapshotTree } from "../support/tree-snapshot.js";
import {
  type Call,
  type Deed,
  FACES,
  type Face,
  type Try,
  tryFileOperations,
  tryFileTool,
  tryGreedyFileTool,
  tryTools,
} from "./narrowing-faces.js";
import {
  createWorld,
  nameByEnvironment,
  PLACE_NAMES,
  type PlaceName,
  SPELLINGS,
  secretOf,
  spell,
  type Target,
  VIEWS,
  type View,
  type World,
} from "./narrowing-world.js";

const REFUSED =
  /path_outside_workspace|symlink_escape|untrusted_workspace|permission_denied|no_tool|There is no tool|command_not_allowed/;

/** What a path is answered that means nothing, or nothing that can be done. */
const MEANS_NOTHING = /path_not_found|invalid_path|not_a_directory|no_change/;

/** Spellings by which a refusal is compared with that of what is not there. */
const TELLING: readonly string[] = ["an absolute path", "a link"];

type Reach = Pick<View, "reads" | "changes" | "start">;

function isAllowed(deed: Deed, place: PlaceName, { reads, changes }: Reach): boolean {
  if (deed === "change") return changes.includes(place);
  return reads.includes(place) && (deed === "read" || deed === "preview" || changes.length > 0);
}

async function answerOf({ run, on }: Try, target: Target): Promise<string> {
  try {
    return JSON.stringify(await run(target[on])) ?? "nothing";
  } catch (error) {
    const { kind = "", hint = "" } = error as { kind?: string; hint?: string };
    return `${kind} ${String(error)} ${hint} ${JSON.stringify(error)}`;
  }
}

/** Makes two refusals the same that differ in nothing but the name of what may be there. */
function withoutName(answer: string): string {
  return answer.replaceAll(/secret\.txt|absent\.txt|se\\+tcret|ab\\+tsent|[\da-f]{64}/g, "");
}

/** Answers what a try has told or done that it must not; `null` for nothing. */
async function findFault(one: Try, target: Target, { place, spelling, reach }: Attack): Promise<string | null> {
  const leads = SPELLINGS[spelling]?.leads;
  const answer = await answerOf(one, target);
  const isKnown = reach.reads.includes(place);
  const isNothing = answer === "null" || MEANS_NOTHING.test(answer);
  const isRefused = REFUSED.test(answer) || ((isKnown || leads === "never") && isNothing);
  if (!isRefused) return `let through: ${answer.slice(0, 300)}`;
  if (isKnown) return null;
  if (answer.includes(secretOf(place))) return `told: ${answer.slice(0, 300)}`;
  if (!TELLING.includes(spelling) || one.deed !== "read" || one.on !== "file") return null;
  const ofNothing = await answerOf(one, { ...target, file: target.absent });
  return withoutName(answer) === withoutName(ofNothing) ? null : `told to exist: ${answer} and ${ofNothing}`;
}

interface Attack {
  readonly place: PlaceName;
  readonly spelling: string;
  readonly reach: Reach;
}

/** Spellings in which one operation on one place is tried, each time others; all of them at a larger scale. */
const SPELLINGS_AT_ONCE = 3 * TEST_SCALE;

/** Tries spellings of every place that is not left, and answers what was reached all the same. */
async function listReached(world: World, tries: readonly Try[], reach: Reach): Promise<readonly string[]> {
  const reached: string[] = [];
  for (const { one, place, spelling } of listAttacks(tries, reach)) {
    const target = spell(world, spelling, { start: world.at(reach.start), place });
    const fault = await findFault(one, target, { place, spelling, reach });
    if (fault !== null) reached.push(`${one.name} of ${place} by ${spelling}: ${fault}`);
  }
  return reached;
}

function listAttacks(tries: readonly Try[], reach: Reach) {
  const spellings = Object.keys(SPELLINGS);
  return PLACE_NAMES.flatMap((place, shift) => {
    const closed = tries.filter(({ deed }) => !isAllowed(deed, place, reach));
    return closed.flatMap((one, at) =>
      spellings
        .filter((_, index) => (index + at + shift) % spellings.length < SPELLINGS_AT_ONCE)
        .map((spelling) => ({ one, place, spelling })),
    );
  });
}

/** Answers the targets of what is left, in every spelling that leads there. */
function listTargets(world: World, { reads, start }: Reach): readonly (readonly [name: string, target: Target])[] {
  return reads.flatMap((place) => {
    const isInRoot = place === "top" || place === "closed";
    const leading = Object.keys(SPELLINGS).filter((name) => {
      const leads = SPELLINGS[name]?.leads;
      return leads === "always" || (leads === "in one root" && isInRoot);
    });
    return leading.map(
      (name) => [`${place} by ${name}`, spell(world, name, { start: world.at(start), place })] as const,
    );
  });
}

/** Looks at what is left, and answers what was not reached. */
async function listMissed(world: World, tries: readonly Try[], reach: Reach): Promise<readonly string[]> {
  const missed: string[] = [];
  for (const [name, target] of listTargets(world, reach)) {
    for (const one of tries.filter(({ deed }) => deed === "read")) {
      const answer = await answerOf(one, target);
      const isMissed = (REFUSED.test(answer) && !answer.includes("no_tool")) || MEANS_NOTHING.test(answer);
      if (isMissed) missed.push(`${one.name} of ${name}: ${answer}`);
    }
  }
  return missed;
}

/** Says where a face reaches as a view does, and nowhere else. Without the first, the second would hold for no answer at all. */
async function expectReach(world: World, tries: readonly Try[], reach: Reach & { face?: string }): Promise<void> {
  const before = snapshotTree(world.sandbox.base);
  expect(await listMissed(world, tries, reach), reach.face).toEqual([]);
  expect(await listReached(world, tries, reach), reach.face).toEqual([]);
  expect(snapshotTree(world.sandbox.base), reach.face).toEqual(before);
}

function widen(view: View, places: readonly PlaceName[]): View {
  return { ...view, reads: [...view.reads, ...places], changes: [...view.changes, ...places] };
}

/** What the file tool opens by itself in a workspace that is trusted and seen whole, and by options that name nothing. */
const BY_ENVIRONMENT: readonly PlaceName[] = ["named"];
const BY_OPTIONS: readonly PlaceName[] = ["granted", "temporary", "named", "elsewhere"];

describe.each(Object.entries(VIEWS))("a workspace seen %s", (name, view) => {
  const isWhole = name === "as it is" || name === "to the data of git";
  const file = isWhole ? widen(view, BY_ENVIRONMENT) : view;
  const greedy = isWhole ? widen(view, BY_OPTIONS) : view;
  const faces: readonly (readonly [name: string, reach: View, face: Face])[] = [
    ...Object.entries(FACES).map(([face, create]) => [face, view, create] as const),
    ["the file tool", file, tryFileTool],
    // Given everything, it goes where the root lies, too.
    ...(name === "to the data of git" ? [] : [["the file tool, given everything", greedy, tryGreedyFileTool] as const]),
  ];

  test("is reached by every tool and every face as far as it reaches", async () => {
    const world = createWorld();
    const workspace = await view.open(world);
    nameByEnvironment(world);
    for (const [face, reach, create] of faces) await expectReach(world, create(workspace), { ...reach, face });
  });
});

describe("by the directories that a client names", () => {
  const IN_ROOT = { start: "ws", reads: ["top", "closed"], changes: ["top", "closed"] } as const;
  const NOTHING = { start: "ws/open", reads: [], changes: [] } as const;
  const NAMED: readonly (readonly [name: string, names: readonly string[], reach: Reach])[] = [
    ["a directory", ["ws/open"], NOTHING],
    ["a directory, and others outside", ["ws/open", "elsewhere", "temporary", "named", "history"], NOTHING],
    ["a link to a place outside, and a directory", ["ws/open/to-elsewhere", "ws/open"], NOTHING],
    ["the root", ["ws"], IN_ROOT],
    ["what holds the root", ["."], IN_ROOT],
  ];

  async function connect(names: () => readonly string[], options: Partial<McpServerOptions> = {}) {
    const world = createWorld();
    const workspace = await world.open();
    nameByEnvironment(world);
    const roots = () => names().map((name) => pathToFileURL(world.at(name)).href);
    const client = await connectClient({ workspace, ...options }, { roots });
    const call: Call = (name, input) => client.callTool({ name, arguments: { ...input } });
    return { world, client, tries: [...tryTools(call), ...tryFileOperations(call)] };
  }

  const greedy = (workspace: Workspace) =>
    createFileTools({ workspace, file: { temporary: true, unrestricted: true, allowRecursiveDelete: true } });

  test.each(NAMED)("%s", async (_name, names, reach) => {
    const { world, tries } = await connect(() => names, { tools: greedy });
    await expectReach(world, tries, reach);
  });

  test("as they are by now", async () => {
    const names = ["ws"];
    const { world, client, tries } = await connect(() => names);
    await expectReach(world, tries, IN_ROOT);
    names.splice(0, 1, "ws/open");
    await client.sendRootsListChanged();
    await expectReach(world, tries, NOTHING);
  });
});

describe("by --root of the program", () => {
  const REACH = { start: "ws", reads: ["top", "closed"], changes: ["top", "closed"] } as const;

  function tryProgram(world: World): readonly Try[] {
    const one = (deed: Deed, on: Try["on"], words: (path: string) => readonly string[]): Try => ({
      name: words("PATH").join(" "),
      deed,
      on,
      run: async (path) => {
        const { stdout, stderr } = await run([...words(path), "--root", world.sandbox.root], { cwd: world.at("ws") });
        return [stdout, stderr];
      },
    });
    return [
      one("read", "file", (path) => ["read", path]),
      one("read", "directory", (path) => ["list", path]),
      one("read", "directory", (path) => ["glob", "**", path]),
      one("read", "directory", (path) => ["grep", "secret-of", path]),
      one("read", "file", (path) => ["file", "stat", path]),
      one("take", "file", (path) => ["file", "copy", path, "stolen.txt"]),
      one("change", "file", (path) => ["file", "move", "seed", path, "--overwrite"]),
      one("change", "file", (path) => ["file", "delete", path]),
      one("change", "file", (path) => ["write", path, "taken"]),
      one("change", "file", (path) => ["edit", path, "--old", "secret", "--new", "taken"]),
      one("run", "directory", (path) => ["exec", "--cwd", path, "cat secret.txt"]),
    ];
  }

  test("of every command", async () => {
    const world = createWorld();
    nameByEnvironment(world);
    // The first run makes the directory in which locks are kept, which is the temporary one.
    await run(["read", "seed", "--root", world.sandbox.root]);
    await expectReach(world, tryProgram(world), REACH);
  });

  test("of the tools that it serves", async () => {
    const world = createWorld();
    nameByEnvironment(world);
    const [named, closed] = (["named", "closed"] as const).map(
      (place) => spell(world, "an absolute path", { start: world.at("ws"), place }).file,
    );
    const messages = [named, closed].map((path, id) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "file", arguments: { operation: "read", path } },
    }));
    const stdin = messages.map((message) => `${JSON.stringify(message)}\n`).join("");
    const words = ["mcp", "--root", world.sandbox.root, "--trusted", "--include", "file"];
    const { stdout } = await run(words, { stdin, cwd: world.sandbox.base });
    expect(stdout).toContain("path_outside_workspace");
    expect(stdout).toContain(secretOf("closed"));
    expect(stdout).not.toContain(secretOf("named"));
  });
});

test.each(Object.entries({ ...FACES, "the file tool": tryFileTool }))(
  "the whole is changed by %s",
  async (_name, face) => {
    const names = face(await createWorld().open()).keys();
    for (const index of names) {
      const world = createWorld();
      const one = face(await world.open())[index];
      if (one === undefined || one.deed === "read" || one.deed === "preview") continue;
      const answer = await answerOf(one, spell(world, "an absolute path", { start: world.at("ws"), place: "closed" }));
      if (!answer.includes("no_tool")) expect(answer, one.name).not.toMatch(REFUSED);
    }
  },
);
