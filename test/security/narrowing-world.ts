// A root and what lies around it, each place with a secret of its own, and every way to see less of it.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { openWorkspace } from "ai-file-tools";
import { onTestFinished, vi } from "vitest";
import { showName } from "../../src/text/shown-name.js";
import type { OpenWorkspaceOptions, RequestOptions, Workspace } from "../../src/workspace/interfaces/workspace.js";
import { type Sandbox, useSandbox } from "../support/temp-workspace.js";

/** Directories, from the one that holds them all. */
const PLACES = {
  top: "ws",
  closed: "ws/closed",
  further: "further",
  readable: "readable",
  granted: "granted",
  temporary: "temporary",
  named: "named",
  history: "history",
  elsewhere: "elsewhere",
} as const;

export type PlaceName = keyof typeof PLACES;

export const PLACE_NAMES: readonly PlaceName[] = Object.keys(PLACES) as PlaceName[];

/** Directories that some view begins in. */
const STARTS: readonly string[] = ["ws", "ws/open", "ws/open/sub", "ws/data/.git"];

export interface World {
  readonly sandbox: Sandbox;
  /** Answers the host path of a place, or of what lies below the directory that holds them all. */
  at(path: string): string;
  /** Opens the root with all that an operator may add when it is opened. */
  open(options?: Partial<OpenWorkspaceOptions>): Promise<Workspace>;
}

/** Answers the words that nobody may be shown who does not reach the place. */
export function secretOf(place: PlaceName): string {
  return `secret-of-${place}`;
}

function fill(directory: string, place: PlaceName): void {
  mkdirSync(join(directory, "below"), { recursive: true });
  for (const name of ["secret.txt", "se\tcret.txt", `${secretOf(place)}-too.txt`, "below/deep.txt"]) {
    writeFileSync(join(directory, name), `${secretOf(place)}\n`);
  }
}

/** Lays out every place, with links to all of them where a view may begin. */
export function createWorld(): World {
  const sandbox = useSandbox();
  const at = (path: string): string => join(sandbox.base, path);
  for (const place of PLACE_NAMES) fill(at(PLACES[place]), place);
  for (const start of STARTS) {
    mkdirSync(at(start), { recursive: true });
    writeFileSync(at(`${start}/seed`), "seed\n");
    for (const place of PLACE_NAMES) symlinkSync(at(PLACES[place]), at(`${start}/to-${place}`));
  }
  writeFileSync(at("granted/granted.txt"), "granted\n");
  writeFileSync(at("ws/closed/granted.txt"), "granted\n");
  const open: World["open"] = async (options = {}) => {
    const workspace = await openWorkspace({
      root: sandbox.root,
      trusted: true,
      roots: [
        { path: at("further"), access: "write" },
        { path: at("readable"), access: "read" },
      ],
      grants: [{ path: at("granted/granted.txt"), access: "write" }],
      history: { directory: at("history") },
      ...options,
    });
    onTestFinished(() => workspace.close());
    return workspace;
  };
  return { sandbox, at, open };
}

/** Lets the environment name two of the places, from now on until the test is over. */
export function nameByEnvironment(world: World): void {
  vi.stubEnv("TMPDIR", world.at(PLACES.temporary));
  vi.stubEnv("AI_FILE_TOOLS_ROOTS", world.at(PLACES.named));
  onTestFinished(() => void vi.unstubAllEnvs());
}

/** One way to write where a place is, with a file in it, and one of the same length that is not. */
export interface Target {
  readonly directory: string;
  readonly file: string;
  readonly absent: string;
}

/** Says how a place is written, and whether whoever may reach it does so in this way. */
export interface Spelling {
  readonly write: (way: { readonly directory: string; readonly start: string; readonly place: PlaceName }) => Target;
  readonly leads: "always" | "in one root" | "never";
}

function inDirectory(directory: string, quote: (name: string) => string = (name) => name): Target {
  return { directory, file: `${directory}/${quote("secret.txt")}`, absent: `${directory}/${quote("absent.txt")}` };
}

export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  "an absolute path": { leads: "always", write: ({ directory }) => inDirectory(directory) },
  "doubled slashes": { leads: "always", write: ({ directory }) => inDirectory(directory.replaceAll("/", "//")) },
  "steps up": {
    leads: "in one root",
    write: ({ directory, start }) => inDirectory(relative(start, directory) || "."),
  },
  "an absolute path with steps up": {
    leads: "in one root",
    write: ({ directory, start }) => inDirectory(`${start}/${relative(start, directory)}`),
  },
  "a link": { leads: "always", write: ({ place }) => inDirectory(`to-${place}`) },
  "an absolute path through a link": {
    leads: "always",
    write: ({ start, place }) => inDirectory(`${start}/to-${place}`),
  },
  "the form in which its name is shown": {
    leads: "always",
    write: ({ directory }) => inDirectory(directory, (name) => showName(name.replace(/^../, "$&\t"))),
  },
  "a file URL": {
    leads: "never",
    write: ({ directory }) => ({
      directory: pathToFileURL(directory).href,
      file: pathToFileURL(join(directory, "secret.txt")).href,
      absent: pathToFileURL(join(directory, "absent.txt")).href,
    }),
  },
  "a variable": { leads: "never", write: ({ directory }) => inDirectory(`$TMPDIR/../${basename(directory)}`) },
};

/** Writes where a place is, for whoever starts in a directory. */
export function spell(world: World, name: string, { start, place }: { start: string; place: PlaceName }): Target {
  const spelling = SPELLINGS[name];
  if (spelling === undefined) throw new Error(`There is no spelling ${name}.`);
  return spelling.write({ directory: world.at(PLACES[place]), start, place });
}

/** One way to see a workspace, with what it leaves. */
export interface View {
  readonly open: (world: World) => Promise<Workspace>;
  /** Where relative paths start, from the directory that holds everything. */
  readonly start: string;
  readonly reads: readonly PlaceName[];
  readonly changes: readonly PlaceName[];
}

const ROOT: readonly PlaceName[] = ["top", "closed"];
const WHOLE = { start: "ws", reads: [...ROOT, "further", "readable"], changes: [...ROOT, "further"] } as const;
const NOTHING = { reads: [], changes: [] } as const;
const OPEN = [{ path: "open", access: "write" }] as const;

/** Answers a view of the whole workspace, laid over it request by request. */
function requests(...layers: readonly ((world: World) => RequestOptions)[]): View["open"] {
  return async (world) => {
    const whole = await world.open();
    return layers.reduce<Workspace>((view, layer) => view.forRequest(layer(world)), whole);
  };
}

export const VIEWS: Readonly<Record<string, View>> = {
  "as it is": { ...WHOLE, open: (world) => world.open() },
  "without trust": { ...WHOLE, changes: [], open: (world) => world.open({ trusted: false }) },
  "from a focus": { ...WHOLE, start: "ws/open", open: requests(() => ({ focus: "open" })) },
  "for reading": {
    ...WHOLE,
    changes: ["further"],
    open: requests(({ at }) => ({ roots: [{ path: at("ws"), access: "read" }] })),
  },
  "for reading alone": {
    ...WHOLE,
    reads: ROOT,
    changes: [],
    open: requests(({ at }) => ({ roots: [{ path: at("ws"), access: "read" }], onlyRoots: true })),
  },
  "by a directory": {
    start: "ws/open",
    reads: ["further", "readable"],
    changes: ["further"],
    open: requests(() => ({ roots: OPEN })),
  },
  "by a directory alone": {
    ...NOTHING,
    start: "ws/open",
    open: requests(() => ({ roots: OPEN, onlyRoots: true })),
  },
  "by a directory alone, and for a later request": {
    ...NOTHING,
    start: "ws/open",
    open: requests(
      () => ({ roots: OPEN, onlyRoots: true }),
      () => ({ requestId: "later", focus: "sub" }),
      () => ({ focus: ".." }),
    ),
  },
  "by a directory of a directory": {
    ...NOTHING,
    start: "ws/open/sub",
    open: requests(
      () => ({ roots: OPEN, onlyRoots: true }),
      () => ({ roots: [{ path: "sub", access: "write" }] }),
    ),
  },
  "by a directory and single files": {
    ...NOTHING,
    start: "ws/open",
    open: requests(({ at }) => ({
      roots: OPEN,
      onlyRoots: true,
      grants: [
        { path: at("ws/closed/granted.txt"), access: "write" },
        { path: at("granted/granted.txt"), access: "read" },
      ],
    })),
  },
  "by all of the root alone": {
    start: "ws",
    reads: ROOT,
    changes: ROOT,
    open: requests(({ at }) => ({ roots: [{ path: at("ws"), access: "write" }], onlyRoots: true })),
  },
  "by a directory, beside one that is named": {
    start: "ws/open",
    reads: ["elsewhere"],
    changes: ["elsewhere"],
    open: requests(
      () => ({ roots: OPEN, onlyRoots: true }),
      ({ at }) => ({ operatorRoots: [{ path: at("elsewhere"), access: "write" }] }),
    ),
  },
  "by a directory, within one that is named": {
    start: "ws/open",
    reads: ["granted", "temporary", "named", "elsewhere"],
    changes: ["granted", "temporary", "named", "elsewhere"],
    open: requests(
      () => ({ roots: OPEN, onlyRoots: true }),
      ({ sandbox }) => ({ operatorRoots: [{ path: sandbox.base, access: "write" }] }),
    ),
  },
  "to the data of git": {
    ...NOTHING,
    start: "ws/data/.git",
    open: ({ at, open }) => open({ root: at("ws/data/.git"), roots: [], grants: [], allowGitRoot: true }),
  },
};
