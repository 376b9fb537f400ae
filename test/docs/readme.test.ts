// Every block of TypeScript in the documents is compiled strictly and run, under both majors, against the built package.

import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ConsumerDirectory,
  compileStrictly,
  createConsumerDirectory,
  type SdkPackage,
} from "../support/consumer-directory.js";
import { REPOSITORY, readRepositoryFile } from "../support/source-tree.js";
import { extractBlocks } from "./readme-blocks.js";

const run = promisify(execFile);

const PAGES = readdirSync(join(REPOSITORY, "docs")).filter((name) => name.endsWith(".md"));
const DOCUMENTS = ["README.md", ...PAGES.sort().map((name) => `docs/${name}`)];
const BLOCKS = DOCUMENTS.flatMap((path) => extractBlocks(readRepositoryFile(path)));
const MAX_LINES = 250;

/** What the blocks import as `./model.js`: a model that greps, edits and says so. */
const MODEL = `
import { MockLanguageModelV3 } from "ai/test";

const CALLS = [
  ["grep", { pattern: "greet" }],
  ["edit", { path: "src/greet.ts", edits: [{ oldText: "greet", newText: "welcome" }] }],
];
const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
};
let calls = 0;
export const model = new MockLanguageModelV3({
  doGenerate: async () => {
    const [toolName, input] = CALLS[calls++] ?? [];
    if (toolName === undefined) {
      return { content: [{ type: "text", text: "Renamed." }], finishReason: { unified: "stop", raw: undefined }, usage, warnings: [] };
    }
    const call = { type: "tool-call", toolCallId: String(calls), toolName, input: JSON.stringify(input) };
    return { content: [call], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
  },
});
`;

const MODEL_TYPES = `import type { LanguageModel } from "ai";\nexport declare const model: LanguageModel;\n`;

/** What blocks print that the README does not show, and what they leave in the directory they run in. */
const EXPECTED: Readonly<
  Record<string, { readonly prints?: string; readonly leaves?: Readonly<Record<string, string>> }>
> = {
  "agent.ts": { prints: "Renamed.\n", leaves: { "src/greet.ts": "export function welcome() {}\n" } },
  "selection.ts": { prints: "read write edit grep glob list apply_patch file exec\n" },
  "map-store.ts": { prints: "" },
  "check-store.ts": { prints: "every case holds\n" },
};

test("the README is short", () => {
  expect(readRepositoryFile("README.md").split("\n").length).toBeLessThanOrEqual(MAX_LINES);
  expect(readRepositoryFile("README.md").match(/^```(?!ts\n|text\n|sh\n|\n)/gm)).toBeNull();
});

test("each block of the documents names its own file", () => {
  expect(BLOCKS.length).toBeGreaterThanOrEqual(7);
  expect(BLOCKS.map(({ fileName }) => fileName)).not.toContain("");
  expect(new Set(BLOCKS.map(({ fileName }) => fileName)).size).toBe(BLOCKS.length);
});

describe.for<SdkPackage>(["ai", "ai-v6"])("the blocks of the documents beside %s", (sdk) => {
  let consumer: ConsumerDirectory;
  let complaints: readonly string[];
  beforeAll(async () => {
    consumer = await createConsumerDirectory(sdk);
    await writeFile(join(consumer.path, "package.json"), '{ "type": "module" }');
    await writeFile(join(consumer.path, "model.js"), MODEL);
    await writeFile(join(consumer.path, "model.d.ts"), MODEL_TYPES);
    for (const { fileName, code } of BLOCKS) await writeFile(join(consumer.path, fileName), code);
    complaints = compileStrictly(
      consumer.path,
      BLOCKS.map(({ fileName }) => fileName),
    );
  }, 120_000);
  afterAll(() => consumer?.remove());

  test("compile", () => {
    expect(complaints).toEqual([]);
  });

  test.for(BLOCKS)("$fileName runs and does what it says", async ({ fileName, output }) => {
    const directory = join(consumer.path, `${fileName}.work`);
    await mkdir(join(directory, "src"), { recursive: true });
    await writeFile(join(directory, "src/greet.ts"), "export function greet() {}\n");
    const script = join(consumer.path, fileName.replace(/\.ts$/, ".js"));
    const { stdout } = await run(process.execPath, [script], { cwd: directory });
    const expected = EXPECTED[fileName];
    expect(stdout).toBe(output ?? expected?.prints);
    for (const [path, content] of Object.entries(expected?.leaves ?? {})) {
      expect(await readFile(join(directory, path), "utf8")).toBe(content);
    }
  });
});
