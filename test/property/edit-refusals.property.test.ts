// What a refused edit advises: whoever does it literally gets what was meant, or another answer that is true.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEditsToNormalizedContent } from "../../src/edit/apply-to-text.js";
import { FsError } from "../../src/errors.js";
import { propertyRuns } from "../support/property-runs.js";

const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "count", "total", "items", "index", "value");
const call = fc
  .tuple(word, word, word, fc.nat(99), fc.integer({ min: 0, max: 3 }))
  .map(([name, first, second, number, depth]) => {
    return `${"  ".repeat(depth)}const ${name}${number} = ${second}(${first}, "${second} ${number}", ${number});`;
  });
const plain = fc.constantFrom("}", "", "  return value;", "});", "if (ready) {", "  } else {");
const sourceLine = fc.oneof({ weight: 4, arbitrary: call }, { weight: 1, arbitrary: plain });

// What happened to a line of the file since the model read it.
type Drift = "none" | "wrap" | "split" | "join" | "insert" | "delete" | "value" | "quotes";
const drift = fc.constantFrom<Drift>(
  "none",
  "none",
  "none",
  "wrap",
  "split",
  "join",
  "insert",
  "delete",
  "value",
  "quotes",
);

function drifted(line: string, kind: Drift, index: number): readonly string[] {
  const indentation = /^ */.exec(line)?.[0] ?? "";
  const parts = /^( *)(.*\()(.*)(\);)$/.exec(line);
  switch (kind) {
    case "wrap":
      if (parts === null) return [line];
      return [
        `${indentation}${parts[2]}`,
        ...(parts[3] ?? "").split(", ").map((part) => `${indentation}  ${part},`),
        `${indentation});`,
      ];
    case "split":
      return line.includes(" = ") ? line.replace(" = ", ` =\n${indentation}    `).split("\n") : [line];
    case "insert":
      return [line, `${indentation}inserted${index}(${index}, somebody, elses);`];
    case "delete":
      return [];
    case "value":
      return [line.replace(/\d+\);$/, "1000);")];
    case "quotes":
      return [line.replaceAll('"', "'")];
    default:
      return [line];
  }
}

interface Case {
  readonly prefix: readonly string[];
  readonly block: readonly string[];
  readonly drifts: readonly Drift[];
  readonly suffix: readonly string[];
  readonly changed: number;
}

const cases: fc.Arbitrary<Case> = fc
  .record({
    prefix: fc.array(sourceLine, { maxLength: 6 }),
    block: fc.array(sourceLine, { minLength: 1, maxLength: 7 }),
    suffix: fc.array(sourceLine, { maxLength: 6 }),
    changed: fc.nat(6),
  })
  .chain((parts) =>
    fc
      .array(drift, { minLength: parts.block.length, maxLength: parts.block.length })
      .map((drifts) => ({ ...parts, drifts, changed: parts.changed % parts.block.length })),
  );

// Lines that were joined are one with the line behind them.
function currentBlock({ block, drifts }: Case): readonly string[] {
  const lines: string[] = [];
  for (const [index, line] of block.entries()) {
    const isJoined = drifts[index - 1] === "join" && lines.length > 0 && line.trim() !== "";
    if (isJoined) lines.push(`${lines.pop()} ${line.trim()}`);
    else lines.push(...drifted(line, drifts[index] ?? "none", index));
  }
  return lines;
}

function refusal(text: string, oldText: string, newText: string): FsError | null {
  try {
    applyEditsToNormalizedContent(text, [{ oldText, newText }]);
  } catch (error) {
    if (error instanceof FsError) return error;
    throw error;
  }
  return null;
}

describe("the lines that a refusal names to be copied", () => {
  it("are those that the model quoted: with the same newText nothing else is lost", () => {
    const seen = { named: 0, wrapped: 0, wrappedNamed: 0 };
    fc.assert(
      fc.property(cases, (given) => {
        const { prefix, block, drifts, suffix, changed } = given;
        const now = currentBlock(given);
        const text = [...prefix, ...now, ...suffix, ""].join("\n");
        const newText = block.map((line, index) => (index === changed ? `${line} // changed` : line)).join("\n");
        const error = refusal(text, block.join("\n"), newText);
        if (error?.kind !== "text_not_found") return;
        const isWrapOnly = drifts.every((kind) => kind === "none" || kind === "wrap") && block.length > 1;
        const range = /lines (\d+)-(\d+)/.exec(error.hint ?? "");
        seen.wrapped += Number(isWrapOnly);
        if (range === null) return;
        seen.named += 1;
        seen.wrappedNamed += Number(isWrapOnly);
        const [first, last] = [Number(range[1]), Number(range[2])];
        const copied = text.split("\n").slice(first - 1, last);
        const result = text
          .split("\n")
          .toSpliced(first - 1, last - first + 1, newText)
          .join("\n");
        const kept = now.filter((line) => line.includes("inserted"));
        for (const line of kept) expect(result, `${error.message}\n${error.hint}\n${text}`).toContain(line);
        const squeezed = (lines: readonly string[]): string => lines.join("").replace(/[\s,'"\d]/g, "");
        expect(squeezed(copied), `${error.message}\n${error.hint}\n${text}`).toBe(squeezed(block));
      }),
      { numRuns: propertyRuns(3000), seed: 20_260_101 },
    );
    expect(seen.named).toBeGreaterThan(100);
    expect(seen.wrappedNamed).toBeGreaterThan(seen.wrapped * 0.9);
  });
});
