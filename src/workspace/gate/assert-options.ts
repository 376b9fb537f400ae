// Judges the options that the developer gives, since not every program is type-checked: none is taken for something looser.

import { findSimilarNames } from "../../text/similar-names.js";
import type { HistoryOptions, SnapshotOptions } from "../interfaces/workspace-history.js";

interface OptionRule {
  readonly wanted: string;
  readonly isMet: (value: unknown) => boolean;
}

type OptionRules = Readonly<Record<string, OptionRule>>;

type NamedRule = readonly [name: string, rule: OptionRule];

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, isWanted: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isWanted);
}

function isDirectoryOrFile(value: unknown): boolean {
  return isRecord(value) && isText(value["path"]) && (value["access"] === "read" || value["access"] === "write");
}

const TEXT: OptionRule = { wanted: "a text that is not empty", isMet: isText };
const FLAG: OptionRule = { wanted: "true or false", isMet: (value) => typeof value === "boolean" };
const RECORD: OptionRule = { wanted: "an object", isMet: isRecord };
/** Judged where it is used. */
const ANYTHING: OptionRule = { wanted: "", isMet: () => true };
const TEXTS: OptionRule = {
  wanted: "a list of texts",
  isMet: (value) => isListOf(value, (item) => typeof item === "string"),
};
const PATHS: OptionRule = {
  wanted: 'a list of { path, access: "read" or "write" }',
  isMet: (value) => isListOf(value, isDirectoryOrFile),
};

const HISTORY_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  directory: true,
  maxTransactions: true,
  maxBytes: true,
  maxAgeMs: true,
  snapshotBeforeExec: true,
} satisfies Record<keyof HistoryOptions, true>);

const SNAPSHOT_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  maxFiles: true,
  maxBytes: true,
} satisfies Record<keyof SnapshotOptions, true>);

const SHARED_RULES: OptionRules = {
  trusted: FLAG,
  name: TEXT,
  focus: TEXT,
  ignoreFiles: TEXTS,
  protectedPaths: TEXTS,
  limits: RECORD,
  rawPaths: FLAG,
  audit: { wanted: "a function", isMet: (value) => typeof value === "function" },
  history: { wanted: "an object or false", isMet: (value) => value === false || isRecord(value) },
  newFileMode: ANYTHING,
  runner: ANYTHING,
};

const WORKSPACE_RULES: OptionRules = {
  ...SHARED_RULES,
  root: TEXT,
  roots: PATHS,
  grants: PATHS,
  symlinks: {
    wanted: '"follow-inside" or "reject"',
    isMet: (value) => value === "follow-inside" || value === "reject",
  },
  require: { wanted: '"strong"', isMet: (value) => value === "strong" },
};

/** A list as it is gone through, since every call of a tool makes a view. */
const REQUEST_RULES: readonly NamedRule[] = [
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

const IN_MEMORY_RULES: OptionRules = {
  ...SHARED_RULES,
  files: {
    wanted: "an object of texts or bytes by path",
    isMet: (value) => isRecord(value) && Object.values(value).every(isContent),
  },
};

function isContent(value: unknown): boolean {
  return typeof value === "string" || value instanceof Uint8Array;
}

function assertOptions(options: unknown, rules: readonly NamedRule[]): void {
  if (!isRecord(options)) throw new TypeError("options must be an object");
  for (const [name, { wanted, isMet }] of rules) {
    const value = options[name];
    if (value !== undefined && !isMet(value)) throw new TypeError(`${name} must be ${wanted}`);
  }
}

/**
 * Refuses an option that nobody knows, since what it was to say would not hold. One that is `undefined` says nothing.
 * @throws {TypeError} when there is one; it names the nearest that is known
 */
export function assertKnownOptions(owner: string, options: object, known: readonly string[]): void {
  const unknown = Object.entries(options).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const [nearest] = findSimilarNames(unknown, known);
  const meant = nearest === undefined ? `The options are ${known.join(", ")}.` : `Did you mean ${nearest}?`;
  throw new TypeError(`${owner} has no option ${unknown}. ${meant}`);
}

function assertHistoryOptions(options: unknown): void {
  const history = isRecord(options) ? options["history"] : undefined;
  if (!isRecord(history)) return;
  assertKnownOptions("history", history, HISTORY_NAMES);
  const { snapshotBeforeExec } = history;
  if (isRecord(snapshotBeforeExec)) assertKnownOptions("snapshotBeforeExec", snapshotBeforeExec, SNAPSHOT_NAMES);
}

/**
 * Refuses options that no workspace on the disk can be opened with; whether paths exist is not looked at.
 * @throws {TypeError} when one is of another form, or unknown
 */
export function assertWorkspaceOptions(options: unknown): void {
  assertOptions(options, Object.entries(WORKSPACE_RULES));
  assertKnownOptions("openWorkspace", Object(options), Object.keys(WORKSPACE_RULES));
  assertHistoryOptions(options);
}

/**
 * Refuses options that no workspace in memory can be made with.
 * @throws {TypeError} when one is of another form, or unknown
 */
export function assertInMemoryOptions(options: unknown): void {
  assertOptions(options, Object.entries(IN_MEMORY_RULES));
  assertKnownOptions("createInMemoryWorkspace", Object(options), Object.keys(IN_MEMORY_RULES));
  assertHistoryOptions(options);
}

/**
 * Refuses what no view of a request can be made from. A request may carry more than is asked here, such as the whole context
 * of a caller: of unknown options only those are refused that look mistyped.
 * @throws {TypeError} when an option is of another form, or mistyped
 */
export function assertRequestOptions(options: object): void {
  assertOptions(options, REQUEST_RULES);
  for (const name of Object.keys(options)) {
    if (REQUEST_NAMES.has(name)) continue;
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
