import { describe, expect, test } from "vitest";
import { parseSource, readSourceTree, type SourceFile } from "../support/source-tree.js";
import {
  findCycles,
  findFormViolations,
  findImpureImports,
  findReservedImports,
  findRoomViolations,
  findRuntimeImportsOfAi,
  MAX_FILE_LINES,
} from "./architecture-rules.js";
import {
  findStores,
  findToolFactories,
  findUnwiredStores,
  findUnwiredTools,
  readWiringPlaces,
  type WiringPlaces,
} from "./wiring-rules.js";

const HEADER = "// Something.\n";
const NOWHERE: WiringPlaces = { index: "", readme: "", toolTable: "", contractStores: "", toolTests: [] };

function parse(path: string, body: string): SourceFile {
  return parseSource(path, `${HEADER}${body}\n`);
}

describe("the sources", () => {
  const files = readSourceTree();

  test.for([
    ["import only from rooms above them", findRoomViolations],
    ["import reserved modules only where they belong", findReservedImports],
    ["import ai as types only", findRuntimeImportsOfAi],
    ["touch nothing in the pure rooms", findImpureImports],
    ["import in no circle", findCycles],
    ["are short, named and headed", findFormViolations],
  ] as const)("%s", ([, findViolations]) => {
    expect(findViolations(files)).toEqual([]);
  });

  test("have every tool wired, documented and tested", () => {
    expect(findToolFactories(files).length).toBeGreaterThanOrEqual(7);
    expect(findUnwiredTools(files, readWiringPlaces())).toEqual([]);
  });

  test("have every store exported, documented and held to the contract", () => {
    expect(findStores(files).length).toBeGreaterThanOrEqual(2);
    expect(findUnwiredStores(files, readWiringPlaces())).toEqual([]);
  });
});

describe("the rules catch", () => {
  test("an import from a room further down, and a file in no room", () => {
    const files = [parse("src/text/a.ts", `import { b } from "../tools/b.js";`), parse("src/helpers/c.ts", "")];
    expect(findRoomViolations(files)).toEqual([
      "src/helpers/c.ts: src/helpers is no room; name it in ROOMS, biome.json and CONTRIBUTING.md",
      "src/text/a.ts imports src/tools/b.ts: text may import only from errors, limits",
    ]);
  });

  test("reserved modules elsewhere, re-exported and imported late too", () => {
    const files = [
      parse("src/stores/a.ts", `import { readFile } from "node:fs/promises";`),
      parse("src/tools/b.ts", `const run = await import("node:child_process");`),
      parse("src/workspace/c.ts", `export { z } from "zod/v4";`),
    ];
    expect(findReservedImports(files)).toHaveLength(3);
  });

  test("ai as a value, but not as a type", () => {
    const files = [
      parse("src/tools/a.ts", `import { type Tool } from "ai";`),
      parse("src/tools/b.ts", `import type { Tool } from "ai";`),
    ];
    expect(findRuntimeImportsOfAi(files)).toEqual([`src/tools/a.ts imports ai: write "import type"`]);
  });

  test("built-in modules in a pure room, but not hashing", () => {
    const files = [parse("src/edit/a.ts", `import "node:path";`), parse("src/edit/b.ts", `import "node:crypto";`)];
    expect(findImpureImports(files)).toEqual(["src/edit/a.ts imports node:path: src/edit is pure"]);
  });

  test("a circle of types", () => {
    const files = [
      parse("src/text/a.ts", `import type { B } from "./b.js";`),
      parse("src/text/b.ts", `export * from "./c.js";`),
      parse("src/text/c.ts", `import { a } from "./a.js";`),
      parse("src/text/d.ts", `import { a } from "./a.js";`),
    ];
    expect(findCycles(files)).toHaveLength(3);
  });

  test("a long file, a default export and a missing header", () => {
    const files = [
      parse("src/text/a.ts", "\n".repeat(MAX_FILE_LINES)),
      parse("src/text/b.ts", "export default 1;"),
      parse("src/text/c.ts", "export default function c() {}"),
      parseSource("src/text/d.ts", "export const d = 1;\n"),
    ];
    expect(findFormViolations(files).map((complaint) => complaint.split(" ")[0])).toEqual(
      files.map(({ path }) => path),
    );
  });

  test("each step that a new tool and a new store lack", () => {
    const files = [
      parse("src/tools/touch.ts", "export function createTouchTool(): void {}"),
      parse("src/stores/s3-file-store.ts", "export class S3FileStore {}"),
    ];
    expect(findUnwiredTools(files, NOWHERE)).toEqual([
      "createTouchTool: export it from src/tools/index.ts",
      "createTouchTool: add it to WIRING in src/tools/create-file-tools.ts",
      "createTouchTool: add test/tools/touch.test.ts",
      "createTouchTool: add a row to the table of tools in README.md",
    ]);
    expect(findUnwiredStores(files, NOWHERE)).toEqual([
      "S3FileStore: export it from src/index.ts",
      "S3FileStore: add it to STORES in test/contract/stores.ts",
      "S3FileStore: add a row to the table of stores in README.md",
    ]);
  });
});
