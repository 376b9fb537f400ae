// Runs every folder of test/fixtures/edit-scenarios: a file before, the edits, and the file after or the failure.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../src/edit/apply-edits.js";
import type { EditOutcome, TextEdit } from "../../../src/edit/text-edit.js";
import { FsError } from "../../../src/errors.js";
import { joinPieces } from "../../../src/text/byte-pieces.js";
import { decodeExactly } from "../../../src/text/encoding.js";
import { applyUnifiedDiff } from "../../support/apply-unified-diff.js";

const SCENARIOS = new URL("../../fixtures/edit-scenarios/", import.meta.url);

interface Scenario {
  readonly edits: readonly TextEdit[];
  readonly matchedBy?: readonly string[];
}

interface Failure {
  readonly kind: string;
  readonly status?: number;
  readonly path?: string;
  readonly message?: string;
  readonly hint?: string;
  readonly details?: object;
}

function read(name: string, file: string): Buffer {
  return readFileSync(new URL(`${name}/${file}`, SCENARIOS));
}

function readJson<Value>(name: string, file: string): Value {
  return JSON.parse(read(name, file).toString("utf8"));
}

function attempt(before: Uint8Array, edits: readonly TextEdit[]): EditOutcome | FsError {
  try {
    return applyEdits(before, edits, { path: "before" });
  } catch (error) {
    if (error instanceof FsError) return error;
    throw error;
  }
}

function expectOutcome(outcome: EditOutcome | FsError): asserts outcome is EditOutcome {
  if (outcome instanceof FsError) throw outcome;
}

const names = readdirSync(SCENARIOS).filter((name) => /^\d{3}-/.test(name));
const applied = names.filter((name) => existsSync(new URL(`${name}/after`, SCENARIOS)));
const refused = names.filter((name) => !applied.includes(name));

describe("edits that apply", () => {
  it.each(applied)("%s", (name) => {
    const before = read(name, "before");
    const { edits, matchedBy } = readJson<Scenario>(name, "edits.json");
    const outcome = attempt(before, edits);
    expectOutcome(outcome);
    expect(Buffer.from(joinPieces(outcome.pieces))).toEqual(read(name, "after"));
    expect(outcome.replacements.map((replacement) => replacement.matchedBy)).toEqual(matchedBy);
    expect(Buffer.compare(before, read(name, "before"))).toBe(0);
  });

  it.each(applied)("%s: the diff leads from before to after", (name) => {
    const before = decodeExactly(read(name, "before")).text;
    const outcome = attempt(read(name, "before"), readJson<Scenario>(name, "edits.json").edits);
    expectOutcome(outcome);
    expect(applyUnifiedDiff(before, outcome.diff)).toBe(decodeExactly(read(name, "after")).text);
  });

  it.each(applied)("%s: the order of the edits does not matter", (name) => {
    const { edits } = readJson<Scenario>(name, "edits.json");
    const outcome = attempt(read(name, "before"), edits.toReversed());
    expectOutcome(outcome);
    expect(Buffer.from(joinPieces(outcome.pieces))).toEqual(read(name, "after"));
  });
});

describe("edits that are refused", () => {
  it.each(refused)("%s", (name) => {
    const failure = readJson<Failure>(name, "failure.json");
    const { edits } = readJson<Scenario>(name, "edits.json");
    const error = attempt(read(name, "before"), edits);
    if (!(error instanceof FsError)) throw new Error(`applied: ${Buffer.from(joinPieces(error.pieces)).toString()}`);
    expect(error.kind).toBe(failure.kind);
    expect(error.message).toContain(failure.message ?? "");
    expect(error.hint).toContain(failure.hint ?? "");
    expect(error.hint).not.toBe("");
    expect(error.details ?? {}).toMatchObject(failure.details ?? {});
    expect(error.status).toBe(failure.status ?? error.status);
    expect(error.path).toBe("before");
  });
});
