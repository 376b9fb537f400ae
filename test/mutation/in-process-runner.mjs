// A test runner for Stryker that stays in one process: the tests are loaded once, and only those that reach a mutant run
// for it. Only for a mutant that acts while the modules load are they loaded again.

import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  DryRunStatus,
  determineHitLimitReached,
  MutantRunStatus,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import { runTest, takeTests } from "./vitest-stand-in.mjs";

// What is about cost alone is left out: it takes seconds, and a mutant that only costs time shows in the benchmarks.
const FOLDERS = ["test/unit/edit", "test/property"];
const IS_WANTED = /^(?!hostile-).*\.test\.ts$/;
const IS_PROPERTY_WANTED = /^edit-.*\.property\.test\.ts$/;

// What instrumented code reads and writes.
const state = {};
globalThis.__stryker__ = state;

class InProcessRunner {
  #tests;
  #loads = 0;
  #durations = new Map();

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun({ disableBail }) {
    const tests = await this.#load();
    const result = await this.#runAll(tests, disableBail);
    return { ...result, mutantCoverage: state.mutantCoverage };
  }

  async mutantRun({ activeMutant, mutantActivation, reloadEnvironment, testFilter, hitLimit, disableBail }) {
    if (reloadEnvironment) this.#tests = undefined;
    state.hitCount = hitLimit === undefined ? undefined : 0;
    state.hitLimit = hitLimit;
    state.activeMutant = mutantActivation === "static" ? activeMutant.id : undefined;
    try {
      const tests = await this.#load();
      state.activeMutant = activeMutant.id;
      const result = await this.#runAll(this.#choose(tests, testFilter), disableBail);
      return toMutantRunResult(determineHitLimitReached(state.hitCount, hitLimit) ?? result);
    } catch (error) {
      return { status: MutantRunStatus.Error, errorMessage: String(error) };
    } finally {
      state.activeMutant = undefined;
    }
  }

  async #load() {
    if (this.#tests === undefined) {
      this.#loads += 1;
      this.#tests = await loadTests(this.#loads);
    }
    return this.#tests;
  }

  // Quick ones first, since the first failure ends the run of a mutant.
  #choose(tests, testFilter) {
    const wanted = new Set(testFilter);
    const chosen = testFilter === undefined ? [...tests] : tests.filter(({ id }) => wanted.has(id));
    const durationOf = ({ id }) => this.#durations.get(id) ?? 0;
    return chosen.sort((left, right) => durationOf(left) - durationOf(right));
  }

  async #runAll(tests, disableBail) {
    const results = [];
    for (const test of tests) {
      const result = await runOne(test);
      results.push(result);
      if (result.status === TestStatus.Failed && !disableBail) break;
      this.#durations.set(test.id, result.timeSpentMs);
    }
    return { status: DryRunStatus.Complete, tests: results };
  }
}

async function loadTests(load) {
  const loaded = [];
  takeTests();
  for (const file of FOLDERS.flatMap(listTests)) {
    await import(`${pathToFileURL(resolve(file)).href}?load=${load}`);
    for (const test of takeTests()) loaded.push({ ...test, file, id: `${file} ${loaded.length} ${test.name}` });
  }
  return loaded;
}

function listTests(folder) {
  const wanted = folder === "test/property" ? IS_PROPERTY_WANTED : IS_WANTED;
  const names = readdirSync(folder).filter((name) => wanted.test(name));
  return names.sort().map((name) => join(folder, name));
}

async function runOne(test) {
  const start = performance.now();
  state.currentTestId = test.id;
  const failure = await failureOf(test);
  state.currentTestId = undefined;
  const result = { id: test.id, name: test.name, fileName: resolve(test.file), timeSpentMs: performance.now() - start };
  return failure === null
    ? { ...result, status: TestStatus.Success }
    : { ...result, status: TestStatus.Failed, failureMessage: failure };
}

async function failureOf(test) {
  try {
    await runTest(test);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "in-process", InProcessRunner)];
