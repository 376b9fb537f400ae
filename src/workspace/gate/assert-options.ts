// Judges the options that the developer gives, since not every program is type-checked: none is taken for something looser.

import {
  ANYTHING,
  assertOptions,
  assertOptionValues,
  FLAG,
  FUNCTION,
  isRecord,
  type OptionRule,
  type OptionRules,
  oneOf,
  PATHS,
  RECORD,
  TEXT,
  TEXTS,
} from "../../text/check-options.js";
import { findSimilarNames } from "../../text/similar-names.js";
import type { HistoryOptions, SnapshotOptions } from "../interfaces/workspace-history.js";
import type { OpenWorkspaceOptions, WorkspaceGrant, WorkspaceRoot } from "../interfaces/workspace-options.js";

const SHARED_RULES = {
  trusted: FLAG,
  name: TEXT,
  focus: TEXT,
  ignoreFiles: TEXTS,
  protectedPaths: TEXTS,
  limits: RECORD,
  rawPaths: FLAG,
  audit: FUNCTION,
  history: { wanted: "an object or false", isMet: (value) => value === false || isRecord(value) },
  newFileMode: ANYTHING,
  runner: {
    wanted: "a runner with the methods run and close, such as createHostShellRunner() answers",
    isMet: (value) => isRecord(value) && FUNCTION.isMet(value["run"]) && FUNCTION.isMet(value["close"]),
  },
} satisfies OptionRules;

const WORKSPACE_RULES: OptionRules<OpenWorkspaceOptions> = {
  ...SHARED_RULES,
  root: TEXT,
  roots: PATHS,
  grants: PATHS,
  allowGitRoot: FLAG,
  symlinks: /* @__PURE__ */ oneOf("follow-inside", "reject"),
  require: /* @__PURE__ */ oneOf("strong"),
};

const GRANT_RULES: OptionRules<WorkspaceGrant> = { path: TEXT, access: ANYTHING };
const ROOT_RULES: OptionRules<WorkspaceRoot> = { ...GRANT_RULES, name: TEXT };

const HISTORY_RULES: OptionRules<HistoryOptions> = {
  directory: TEXT,
  maxTransactions: ANYTHING,
  maxBytes: ANYTHING,
  maxAgeMs: ANYTHING,
  snapshotBeforeExec: {
    wanted: "true, false or an object",
    isMet: (value) => typeof value === "boolean" || isRecord(value),
  },
};

const SNAPSHOT_RULES: OptionRules<SnapshotOptions> = { maxFiles: ANYTHING, maxBytes: ANYTHING };

/** A list as it is gone through, since every call of a tool makes a view. */
const REQUEST_RULES: readonly (readonly [name: string, rule: OptionRule])[] = [
  ["focus", TEXT],
  ["roots", PATHS],
  ["grants", PATHS],
  ["operatorRoots", PATHS],
  ["onlyRoots", FLAG],
  ["unrestricted", FLAG],
];

const REQUEST_NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...REQUEST_RULES.map(([name]) => name),
  ...["requestId", "toolCallId", "sessionId", "route"],
]);

function isContent(value: unknown): boolean {
  return typeof value === "string" || value instanceof Uint8Array;
}

const IN_MEMORY_RULES: OptionRules = { ...SHARED_RULES, files: RECORD };

function assertHistoryOptions(history: unknown): void {
  if (!isRecord(history)) return;
  assertOptions("history", history, HISTORY_RULES);
  const { snapshotBeforeExec } = history;
  if (isRecord(snapshotBeforeExec)) assertOptions("snapshotBeforeExec", snapshotBeforeExec, SNAPSHOT_RULES);
}

/**
 * Refuses options that no workspace on the disk can be opened with; whether paths exist is not looked at.
 * @throws {TypeError} when one is of another form, or unknown
 */
export function assertWorkspaceOptions(options: OpenWorkspaceOptions): void {
  assertOptions("openWorkspace", options, WORKSPACE_RULES);
  for (const root of options.roots ?? []) assertOptions("roots", root, ROOT_RULES);
  for (const grant of options.grants ?? []) assertOptions("grants", grant, GRANT_RULES);
  assertHistoryOptions(options.history);
}

/**
 * Refuses options that no workspace in memory can be made with.
 * @throws {TypeError} when one is of another form, or unknown
 */
export function assertInMemoryOptions(options: {
  readonly files?: Readonly<Record<string, unknown>> | undefined;
  readonly history?: unknown;
}): void {
  assertOptions("createInMemoryWorkspace", options, IN_MEMORY_RULES);
  const [wrong] = Object.entries(options.files ?? {}).find(([, content]) => !isContent(content)) ?? [];
  if (wrong !== undefined)
    throw new TypeError(`files: the content of ${JSON.stringify(wrong)} must be a text or bytes.`);
  assertHistoryOptions(options.history);
}

/**
 * Refuses what no view of a request can be made from. A request may carry more than is asked here, since programs hand on
 * the whole context of a caller, such as the options of a tool call: of unknown options only those are refused that look
 * mistyped.
 * @throws {TypeError} when an option is of another form, or mistyped
 */
export function assertRequestOptions(options: object): void {
  if (!isRecord(options)) throw new TypeError("The options of forRequest must be an object.");
  assertOptionValues(options, REQUEST_RULES, "forRequest");
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || REQUEST_NAMES.has(name)) continue;
    const [nearest] = findSimilarNames(name, [...REQUEST_NAMES]);
    if (nearest !== undefined) throw new TypeError(`forRequest has no option ${name}. Did you mean ${nearest}?`);
  }
}

// Shared by all copies of the package in the process.
const WARNED: unique symbol = Symbol.for("ai-file-tools.untrustedWarning");

/** Says once in a process that a workspace can only be read, where nobody said whether it is trusted. */
export function warnIfUntrusted({ trusted }: { readonly trusted?: boolean | undefined }): void {
  const shared = globalThis as { [WARNED]?: boolean };
  if (trusted !== undefined || shared[WARNED] === true) return;
  shared[WARNED] = true;
  process.emitWarning("A workspace was opened without trusted, so every change and every command is refused.", {
    code: "AI_FILE_TOOLS_UNTRUSTED",
    detail:
      "Give trusted: true where you vouch for the directory, or trusted: false to keep it so without this warning.",
  });
}
