import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ENTRY = new URL("../../../src/testing/index.ts", import.meta.url).pathname;
const VALUE_IMPORT = /^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)";/gm;

interface ImportGraph {
  readonly files: Set<string>;
  readonly packages: Set<string>;
}

/** Follows every import that is there at run time. */
function followImports(file: string, graph: ImportGraph = { files: new Set(), packages: new Set() }): ImportGraph {
  if (graph.files.has(file)) return graph;
  graph.files.add(file);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(VALUE_IMPORT)) {
    if (specifier.startsWith(".")) followImports(join(dirname(file), specifier.replace(/\.js$/, ".ts")), graph);
    else graph.packages.add(specifier);
  }
  return graph;
}

test("the contract needs no package, no test runner and nothing of Node at run time", () => {
  const { files, packages } = followImports(ENTRY);
  expect([...packages]).toEqual([]);
  expect([...files].every((file) => existsSync(file))).toBe(true);
  expect(files.size).toBeGreaterThan(10);
});
