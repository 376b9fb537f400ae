// Windows of files that grow, are rewritten and are replaced between reads, against a split of the whole content.

import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText, encodeText } from "../../src/text/encoding.js";
import { readPages } from "../support/read-pages.js";
import { Sandbox } from "../support/temp-workspace.js";

fc.configureGlobal({ seed: 20_260_713 });

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** Many lines of any length, so that some files span blocks of the index. */
const texts = fc
  .record({
    words: fc.array(fc.constantFrom("a", "é", "😀", "\u0a0a", "\r", "some words "), { maxLength: 12 }),
    endings: fc.array(fc.constantFrom("\n", "\r\n", "\n\n"), { minLength: 1, maxLength: 4 }),
    lines: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1000, max: 4000 })),
    label: fc.integer({ min: 0, max: 999 }),
    isEnded: fc.boolean(),
  })
  .map(({ words, endings, lines, label, isEnded }) => {
    const body = Array.from({ length: lines }, (_, at) => `${label}.${at}${words.slice(at % 13).join("")}`);
    const text = body.map((line, at) => line + endings[at % endings.length]).join("");
    return isEnded ? text : `${text}end`;
  });

type Step =
  | { readonly kind: "append" | "rewrite" | "replace"; readonly text: string }
  | { readonly kind: "read"; readonly lines: readonly number[]; readonly limit: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("append" as const, "rewrite" as const, "replace" as const), text: texts }),
  fc.record({
    kind: fc.constant("read" as const),
    lines: fc.array(
      fc.integer({ min: -4200, max: 4200 }).filter((line) => line !== 0),
      { minLength: 1, maxLength: 4 },
    ),
    limit: fc.integer({ min: 1, max: 700 }),
  }),
);

function splitLines(bytes: Buffer, encoding: Encoding): string[] {
  const text = decodeText(bytes, { encoding, bom: true });
  const lines = text.split("\n").map((line) => `${line}\n`);
  const last = lines.pop()?.slice(0, -1) ?? "";
  return last === "" ? lines : [...lines, last];
}

/** Makes a rewritten file longer than it was, so that only its content tells it from one that grew. */
function fillUp(bytes: Uint8Array, old: Buffer, encoding: Encoding): Uint8Array {
  const missing = Math.max(0, old.length - bytes.length);
  return encodeText(`${"x".repeat(missing % 97)}\n`.repeat(Math.ceil(missing / ((missing % 97) + 1))), {
    encoding,
    bom: false,
  });
}

function change(path: string, step: Exclude<Step, { readonly kind: "read" }>, encoding: Encoding): void {
  const bytes = encodeText(step.text, { encoding, bom: step.kind !== "append" });
  if (step.kind === "append") appendFileSync(path, bytes);
  if (step.kind === "rewrite") writeFileSync(path, Buffer.concat([bytes, fillUp(bytes, readFileSync(path), encoding)]));
  if (step.kind === "replace") {
    writeFileSync(`${path}.new`, bytes);
    renameSync(`${path}.new`, path);
  }
}

describe("windows of a file that changes between reads", () => {
  it("are the lines that are there, also for several readers at once", async () => {
    const encodings = fc.constantFrom<Encoding[]>("utf-8", "utf-16le", "utf-16be");
    await fc.assert(
      fc.asyncProperty(encodings, texts, fc.array(steps, { minLength: 2, maxLength: 8 }), async (...given) => {
        const [encoding, first, script] = given;
        const sandbox = new Sandbox();
        try {
          const path = join(sandbox.root, "a.txt");
          writeFileSync(path, encodeText(first, { encoding, bom: true }));
          const workspace = await sandbox.open();
          for (const step of script) {
            if (step.kind !== "read") {
              change(path, step, encoding);
              continue;
            }
            const lines = splitLines(readFileSync(path), encoding);
            await Promise.all(
              step.lines.map(async (line) => {
                const start = line > 0 ? line - 1 : Math.max(0, lines.length + line);
                const expected = lines.slice(start, start + step.limit);
                const pages = await readPages(workspace, "a.txt", { line, limit: step.limit, encoding });
                expect(pages.text).toBe(expected.join(""));
                if (pages.totalLines !== undefined) expect(pages.totalLines).toBe(lines.length);
              }),
            );
          }
        } finally {
          await sandbox.remove();
        }
      }),
      { numRuns: 120 },
    );
  }, 120_000);
});
