// A whole workspace without a disk, behind the same gate as the one on the disk.

import { FsError } from "../errors.js";
import type { CommandRunner } from "../shell/command-runner.js";
import { assembleWorkspace } from "./assemble-workspace.js";
import { createMemoryRoot } from "./directories/memory-directory.js";
import { createTemporaryFileJournalInMemory } from "./directories/temporary-files.js";
import { createActivity } from "./gate/activity.js";
import { assertInMemoryOptions, warnIfUntrusted } from "./gate/assert-options.js";
import { createGateParts } from "./gate/gate-parts.js";
import { createProcessLockInMemory } from "./gate/process-lock.js";
import { createHistoryInMemory } from "./history/memory-log.js";
import type { OpenWorkspaceOptions, Workspace } from "./interfaces/workspace.js";
import { splitPath } from "./paths/paths.js";
import type { RootOpener } from "./requests/scope-view.js";

/** Makes a workspace in memory. */
export interface InMemoryWorkspaceOptions
  extends Omit<OpenWorkspaceOptions, "root" | "roots" | "grants" | "allowGitRoot" | "require" | "symlinks"> {
  /** Content by path; text is stored as UTF-8, bytes are copied. Files get mode `0o644`. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
}

/** Refuses every command, until the developer gives a runner. */
const REFUSING_RUNNER: CommandRunner = {
  run: () => {
    throw new FsError("command_not_allowed", "a workspace in memory runs no commands", {
      hint: "Use the file tools instead. The developer can give createInMemoryWorkspace a runner: createJustBashRunner().",
    });
  },
  close: async () => {},
};

function refuseRoot(): never {
  throw new TypeError("a workspace in memory has only one root");
}

const NO_FURTHER_ROOTS: RootOpener = {
  closedPaths: [],
  canonicalize: refuseRoot,
  openRoot: refuseRoot,
  openGrant: () => {
    throw new TypeError("a workspace in memory has nothing outside its root");
  },
};

function toSeed(path: string, content: string | Uint8Array): { components: readonly string[]; bytes: Uint8Array } {
  if (path === "" || path.includes("\0")) throw new TypeError(`files: ${JSON.stringify(path)} is not a path`);
  const components = splitPath(path);
  if (components.length === 0 || components.includes(".."))
    throw new TypeError(`files: ${JSON.stringify(path)} is not the path of a file`);
  return { components, bytes: typeof content === "string" ? Buffer.from(content, "utf8") : content };
}

/**
 * Makes a workspace whose files live in memory, with root `/`.
 * Commands answer `command_not_allowed` unless a runner is given.
 * @throws {TypeError} when an option is of another form or out of its range, or a file lies at an impossible path
 */
export function createInMemoryWorkspace(options: InMemoryWorkspaceOptions = {}): Workspace {
  assertInMemoryOptions(options);
  const activity = createActivity();
  const journal = createTemporaryFileJournalInMemory();
  const parts = createGateParts(options, {
    activity,
    createProcessLock: createProcessLockInMemory,
    journalFor: () => journal,
    log: createHistoryInMemory(options.history),
    alwaysProtected: [],
  });
  const directory = createMemoryRoot(
    Object.entries(options.files ?? {}).map(([path, content]) => toSeed(path, content)),
  );
  const root = { directory, path: "/", spellings: [[]], access: "write", isPrimary: true } as const;
  const assembly = {
    name: options.name ?? "workspace",
    guarantees: "strong",
    parts,
    activity,
    runner: options.runner ?? REFUSING_RUNNER,
    opener: NO_FURTHER_ROOTS,
    ownRoots: [root],
    release: () => {},
  } as const;
  const workspace = assembleWorkspace(assembly, [root], options.focus);
  warnIfUntrusted(options);
  return workspace;
}
