// Decides by the rules of one ignore file, as git does. Which files apply where, and their order, is the caller's.

import { Buffer } from "node:buffer";
import { MAX_IGNORE_FILE_BYTES, MAX_IGNORE_RULES, MAX_PATTERN_LENGTH } from "../limits.js";
import { encodeName } from "../text/name-bytes.js";
import { type NamedRules, selectNamedRules } from "./hidden-names.js";
import { type IgnoreRule, parseIgnoreLine } from "./ignore-line.js";
import { createIgnoreTable } from "./ignore-table.js";
import type { StepBudget } from "./name-matcher.js";

/** Wildcards in all rules of one file that are applied at most; they bound what one decision can cost. */
const MAX_IGNORE_WILDCARDS = 4096;

/** Says what the rules make of a path; `undefined` leaves it to the rules of a directory further up. */
export type IgnoreDecision = "ignored" | "included" | undefined;

/** Holds the rules of one ignore file. */
export interface IgnoreRules {
  /**
   * Decides about exactly this path, relative to the directory of the ignore file, with `/` and no trailing one.
   * Nothing is inherited: a path below an ignored directory is ignored only because nobody walks into that directory.
   */
  decide(relativePath: string, isDirectory: boolean): IgnoreDecision;
  /**
   * Makes the same decisions for the names in one directory; `prefix` is its relative path with a `/` behind it, or
   * empty. Once the budget is used up, only rules without wildcards, or such as `*.log`, are applied.
   */
  decideIn(prefix: string): (name: string, isDirectory: boolean, budget?: StepBudget) => IgnoreDecision;
  /** Rules were left out because the file goes over a budget or cannot be read. */
  readonly truncated: boolean;
  /** Some rules take from a budget when they are asked. */
  readonly hasCostlyRules: boolean;
  /** Those of the rules that decide by names alone, or bring something back. */
  readonly namedRules: NamedRules;
}

interface Budget {
  readonly rules: readonly IgnoreRule[];
  readonly truncated: boolean;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** git compares bytes, so that `?` takes one byte of a name: each byte becomes one character. */
function toByteString(text: string): string {
  return BEYOND_ASCII.test(text) ? encodeName(text).toString("latin1") : text;
}

function applyBudget(lines: readonly string[]): Budget {
  const rules: IgnoreRule[] = [];
  let wildcards = 0;
  let truncated = false;
  for (const line of lines) {
    const isTooLong = line.length > MAX_PATTERN_LENGTH && !line.startsWith("#");
    const rule = isTooLong ? null : parseIgnoreLine(toByteString(line));
    truncated ||= isTooLong;
    if (rule === null) continue;
    wildcards += rule.wildcards;
    if (rules.length >= MAX_IGNORE_RULES || wildcards > MAX_IGNORE_WILDCARDS) return { rules, truncated: true };
    rules.push(rule);
  }
  return { rules, truncated };
}

/**
 * Compiles patterns in the manner of gitignore, one an item, the last match winning.
 * Unusable patterns match nothing; `truncated` tells that some were left out for their number or length.
 */
export function compilePathRules(patterns: readonly string[]): IgnoreRules {
  const { rules, truncated } = applyBudget(patterns);
  const decideDirectory = createIgnoreTable(rules);
  const decideFile = createIgnoreTable(rules.filter((rule) => !rule.directoriesOnly));
  const decideIn: IgnoreRules["decideIn"] = (prefix) => {
    const bytePrefix = toByteString(prefix);
    const [directories, files] = [decideDirectory(bytePrefix), decideFile(bytePrefix)];
    return (name, isDirectory, budget) => (isDirectory ? directories : files)(toByteString(name), budget);
  };
  const decide: IgnoreRules["decide"] = (relativePath, isDirectory) => {
    const nameStart = relativePath.lastIndexOf("/") + 1;
    return decideIn(relativePath.slice(0, nameStart))(relativePath.slice(nameStart), isDirectory);
  };
  const hasCostlyRules = rules.some((rule) => rule.wildcards > 0);
  return { decide, decideIn, truncated, hasCostlyRules, namedRules: selectNamedRules(rules) };
}

/** Parses the text of an ignore file: a BOM, CRLF line endings and comments are skipped over as git skips them. */
export function parseIgnoreRules(text: string): IgnoreRules {
  const bytes = Buffer.byteLength(text);
  const kept = bytes > MAX_IGNORE_FILE_BYTES ? Buffer.from(text).subarray(0, MAX_IGNORE_FILE_BYTES).toString() : text;
  const lines = (kept.startsWith("\ufeff") ? kept.slice(1) : kept).split(/\r?\n/);
  const last = lines.at(-1) ?? "";
  const complete = bytes > MAX_IGNORE_FILE_BYTES ? lines.slice(0, -1) : lines.with(-1, last.replace(/\r$/, ""));
  const rules = compilePathRules(complete);
  return { ...rules, truncated: rules.truncated || bytes > MAX_IGNORE_FILE_BYTES };
}

/** Answers what stands for an ignore file that is there and cannot be read: no rule, and that some were left out. */
export function createUnreadRules(): IgnoreRules {
  return { ...compilePathRules([]), truncated: true };
}

/**
 * Decides about a path with everything above it, the way git does: the first directory on the way that is ignored
 * settles it, and no rule brings back what lies below.
 */
export function isIgnoredByRules(rules: IgnoreRules, relativePath: string, isDirectory: boolean): boolean {
  for (let end = relativePath.indexOf("/"); end >= 0; end = relativePath.indexOf("/", end + 1)) {
    if (rules.decide(relativePath.slice(0, end), true) === "ignored") return true;
  }
  return rules.decide(relativePath, isDirectory) === "ignored";
}
