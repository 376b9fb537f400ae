// Collects tests instead of running them, with vitest's own `expect`: a process that has loaded the tests once can then
// run any of them for any mutant within milliseconds. It knows only what the tests of the edit engine use.

import { format } from "node:util";
import { chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from "@vitest/expect";

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

export const { expect } = chai;

const root = { names: [], before: [], after: [] };
const collected = { suite: root, tests: [] };

/** Lists the tests that were declared since the last call, in their order. */
export function takeTests() {
  return collected.tests.splice(0);
}

/** Runs one test with its hooks; rejects with whatever it throws. */
export async function runTest({ suite, body }) {
  for (const hook of suite.before) await hook();
  try {
    await body();
  } finally {
    for (const hook of suite.after) await hook();
  }
}

export function describe(name, declare) {
  const outer = collected.suite;
  collected.suite = { names: [...outer.names, name], before: [...outer.before], after: [...outer.after] };
  declare();
  collected.suite = outer;
}

export function it(name, body) {
  const { suite } = collected;
  collected.tests.push({ name: [...suite.names, name].join(" > "), suite, body });
}

it.each = (rows) => (name, body) => {
  for (const row of rows) {
    const cells = Array.isArray(row) ? row : [row];
    it(nameRow(name, cells), () => body(...cells));
  }
};

export const test = it;

export function beforeEach(hook) {
  collected.suite.before.push(hook);
}

export function afterEach(hook) {
  collected.suite.after.unshift(hook);
}

function nameRow(name, cells) {
  const [first] = cells;
  const named = name.replace(/\$(\w+)/g, (sign, key) =>
    Object.hasOwn(Object(first), key) ? String(first[key]) : sign,
  );
  const wanted = named.match(/%[sdij]/g)?.length ?? 0;
  return format(named, ...cells.slice(0, wanted));
}
