// Runs every folder of test/fixtures/patch-scenarios: a tree before, the patch, and the tree after or the failure.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FsError } from "../../../src/errors.js";
import type { PatchPlan } from "../../../src/patch/patch-plan.js";
import { applyPlan, type FileTree, planOnTree, showTree, tryOnTree } from "../../support/plan-on-tree.js";

const SCENARIOS = fileURLToPath(new URL("../../fixtures/patch-scenarios/", import.meta.url));

interface Failure {
  readonly kind: string;
  readonly message?: string;
  /** The place that a parse error names. */
  readonly line?: number;
  readonly column?: number;
  readonly failures?: readonly object[];
}

interface ExpectedPlan {
  readonly operations?: readonly object[];
  readonly noOp?: boolean;
  readonly risk?: string;
  readonly reasons?: readonly string[];
}

function readTree(name: string, side: "before" | "after"): FileTree {
  const root = join(SCENARIOS, name, side);
  if (!existsSync(root)) return {};
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path))]));
}

function readPatch(name: string): string {
  return readFileSync(join(SCENARIOS, name, "patch.txt"), "utf8");
}

function readJson<Value>(name: string, file: string): Value | null {
  const path = join(SCENARIOS, name, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
}

function summarise(plan: PatchPlan): object {
  return { operations: plan.operations, noOp: plan.noOp, risk: plan.risk.level, reasons: plan.risk.reasons };
}

const names = readdirSync(SCENARIOS).filter((name) => /^\d{3}-/.test(name));
const refused = names.filter((name) => existsSync(join(SCENARIOS, name, "failure.json")));
const applied = names.filter((name) => !refused.includes(name));

describe("patches that apply", () => {
  it.each(applied)("%s", async (name) => {
    const before = readTree(name, "before");
    const plan = await planOnTree(readPatch(name), before);
    expect(showTree(applyPlan(before, plan))).toEqual(showTree(readTree(name, "after")));
    expect(summarise(plan)).toMatchObject(readJson<ExpectedPlan>(name, "plan.json") ?? {});
  });

  it.each(applied)("%s: the diffs of the plan are a patch with the same result", async (name) => {
    const before = readTree(name, "before");
    const plan = await planOnTree(readPatch(name), before);
    const diff = plan.operations.map((operation) => operation.diff).join("");
    if (diff === "") return;
    const again = await planOnTree(diff, before);
    expect(showTree(applyPlan(before, again))).toEqual(showTree(readTree(name, "after")));
  });
});

describe("patches that are refused", () => {
  it.each(refused)("%s", async (name) => {
    const expected = readJson<Failure>(name, "failure.json");
    const error = await tryOnTree(readPatch(name), readTree(name, "before"));
    if (!(error instanceof FsError) || expected === null) throw new Error("the patch applied");
    expect(error.kind).toBe(expected.kind);
    expect(error.message).toContain(expected.message ?? "");
    expect(error.hint ?? "").not.toBe("");
    if (expected.line !== undefined) expect(error.details?.["line"]).toBe(expected.line);
    if (expected.column !== undefined) expect(error.details?.["column"]).toBe(expected.column);
    if (expected.failures === undefined) return;
    expect(error.details?.["failures"]).toHaveLength(expected.failures.length);
    expect(error.details).toMatchObject({ failures: expected.failures });
  });
});
