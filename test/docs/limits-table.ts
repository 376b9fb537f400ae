// The tables of limits in the documents, made from src/limits.ts: names and words from its text, values from the module.

import * as limits from "../../src/limits.js";
import { readRepositoryFile } from "../support/source-tree.js";

/** One exported constant. */
export interface Limit {
  readonly name: string;
  readonly value: number;
  /** First sentence of its comment. */
  readonly meaning: string;
  /** Where the number comes from; empty when the comment does not say. */
  readonly source: string;
}

/** A document with a table between two marks, and how the table is made. */
export interface LimitsDocument {
  readonly path: string;
  readonly createTable: (all: readonly Limit[]) => string;
}

/** The options that change a limit, for those that have one. Everything else is fixed. */
const OPTIONS: Readonly<Record<string, string>> = {
  MAX_READ_BYTES: "`openWorkspace` `limits.maxReadBytes`",
  MAX_WRITE_BYTES: "`openWorkspace` `limits.maxWriteBytes`",
  READ_FILE_SIZE_CAP: "`openWorkspace` `limits.readFileSizeCap`",
  MAX_WALK_DEPTH: "`openWorkspace` `limits.maxWalkDepth`",
  LOCK_TIMEOUT_MS: "`openWorkspace` `limits.lockTimeoutMs`",
  MAX_READ_LINES: "`createReadTool` `maxLines`",
  MAX_READ_TOOL_BYTES: "`createReadTool` `maxBytes`",
  MAX_MEDIA_BYTES: "`createReadTool` `maxMediaBytes`",
  MAX_TOOL_WRITE_BYTES: "`createWriteTool`, `createEditTool` `maxBytes`",
  MAX_GREP_HITS: "`createGrepTool` `maxHits`, `openWorkspace` `limits.maxGrepHits`",
  MAX_GREP_LINE_BYTES: "`createGrepTool` `maxBytesPerLine`, `openWorkspace` `limits.maxGrepLineBytes`",
  GREP_TIMEOUT_MS: "`openWorkspace` `limits.grepTimeoutMs`",
  MAX_GLOB_PATHS: "`openWorkspace` `limits.maxGlobPaths`",
  MAX_LIST_ENTRIES: "`openWorkspace` `limits.maxListEntries`",
  EXEC_TIMEOUT_MS: "`createExecTool` `timeoutMs`, `openWorkspace` `limits.execTimeoutMs`",
  MAX_EXEC_TIMEOUT_MS: "`createExecTool` `maxTimeoutMs`",
  MAX_EXEC_OUTPUT_BYTES: "`createExecTool` `maxOutputBytes`, `openWorkspace` `limits.maxExecOutputBytes`",
  MAX_APPROVAL_SUMMARY_BYTES: "`createApproval` `maxSummaryBytes`",
};

/** Limits that can be changed but hardly ever are; the README has no room for them. */
const RARELY_CHANGED: readonly string[] = ["MAX_MEDIA_BYTES", "MAX_APPROVAL_SUMMARY_BYTES"];

const KIB = 1024;
const MIB = 1024 * KIB;

/** Reads every exported constant, in the order of the file. */
export function readLimits(): readonly Limit[] {
  const values: Readonly<Record<string, unknown>> = { ...limits };
  const declarations = readRepositoryFile("src/limits.ts").matchAll(/\/\*\* ([^\n]*?) \*\/\nexport const (\w+)/g);
  return Array.from(declarations, ([, comment = "", name = ""]) => {
    const [meaning = "", source = ""] = comment.split(/\s*Source: /);
    return { name, value: Number(values[name]), meaning, source: source.replace(/\.$/, "") };
  });
}

/** Names every constant that the module exports. */
export function exportedLimitNames(): readonly string[] {
  return Object.keys(limits).sort();
}

/** Names the constants that a user can change. */
export function changeableLimitNames(): readonly string[] {
  return Object.keys(OPTIONS);
}

/** Writes a value with its unit, which the name or the first word of the comment tells. */
export function formatLimit({ name, value, meaning }: Limit): string {
  if (name.endsWith("_MS")) return value % 1000 === 0 ? `${value / 1000} s` : `${value} ms`;
  if (!meaning.startsWith("Bytes")) return groupDigits(value);
  if (value >= MIB) return `${value / MIB} MiB`;
  return value % KIB === 0 ? `${value / KIB} KiB` : `${groupDigits(value)} bytes`;
}

function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, " ");
}

function createFullTable(all: readonly Limit[]): string {
  return [
    "| Constant | Default | What it bounds | Source | Option |",
    "|---|---|---|---|---|",
    ...all.map((limit) => {
      const cells = [`\`${limit.name}\``, formatLimit(limit), limit.meaning, limit.source, OPTIONS[limit.name] ?? "–"];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

function createShortTable(all: readonly Limit[]): string {
  return [
    "| Default | What it bounds | Option |",
    "|---|---|---|",
    ...all
      .filter(({ name }) => Object.hasOwn(OPTIONS, name) && !RARELY_CHANGED.includes(name))
      .map((limit) => `| ${formatLimit(limit)} | ${limit.meaning} | ${OPTIONS[limit.name]} |`),
  ].join("\n");
}

export const LIMITS_DOCUMENTS: readonly LimitsDocument[] = [
  { path: "docs/limits.md", createTable: createFullTable },
  { path: "README.md", createTable: createShortTable },
];

const TABLE =
  /(?<=<!-- limits: made from src\/limits\.ts by "npm run docs:limits" -->\n\n)[\s\S]*?(?=\n\n<!-- end of limits -->)/;

/** Answers the table that a document holds, or `null` without the two marks. */
export function extractTable(markdown: string): string | null {
  return TABLE.exec(markdown)?.[0] ?? null;
}

/** Answers a document with another table. */
export function replaceTable(markdown: string, table: string): string {
  return markdown.replace(TABLE, () => table);
}
