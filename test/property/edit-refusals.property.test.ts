// What a refused edit advises: whoever does it literally gets what was meant, or another answer that is true.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEditsToNormalizedContent } from "../../src/edit/apply-to-text.js";
import type { TextEdit } from "../../src/edit/text-edit.js";
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

function refuse(text: string, edit: TextEdit): FsError | null {
  try {
    applyEditsToNormalizedContent(text, [edit], "file.ts");
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
        const error = refuse(text, { oldText: block.join("\n"), newText });
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

// Files in which much is repeated, and texts that are nearly in them.
const repeated = fc.constantFrom(
  "same();",
  "  same();",
  "    same();",
  "\tsame();",
  "same();  ",
  "",
  "}",
  "x.same();",
  "other(1);",
);
const file = fc
  .array(fc.oneof(repeated, sourceLine), { minLength: 1, maxLength: 30 })
  .map((lines) => `${lines.join("\n")}\n`);
const damage = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.trim(),
  (text) => `\t\t\t${text.trim()}`,
  (text) => `${text}  `,
  (text) => text.replace(/\d+/, "1000"),
  (text) => text.replace("\n", "\n\n"),
  (text) => text.replaceAll("\n", "\\n"),
  (text) => text.replace(/\n.*\n/, "\n// ...\n"),
  (text) => text.replace(/ = /, "  =  "),
  (text) => `${text}\nnothing like it`,
  () => "zebra crossing",
  () => "  \n",
  () => "}",
);

interface Attempt {
  readonly edit: TextEdit;
  readonly text: string;
}

const attempts: fc.Arbitrary<Attempt> = fc
  .record({ text: file, start: fc.nat(29), length: fc.integer({ min: 1, max: 4 }), damage, replaceAll: fc.boolean() })
  .map(({ text, start, length, damage: spoil, replaceAll }) => {
    const lines = text.split("\n").slice(0, -1);
    const first = start % lines.length;
    const oldText = spoil(lines.slice(first, first + length).join("\n"));
    return { text, edit: { oldText, newText: `changed(${oldText.length});`, replaceAll } };
  })
  .filter(({ text, edit }) => edit.oldText !== "" && text.trim() !== "");

/** Answers what somebody sends next who does what a hint says, as it says it; `null` where it says nothing known. */
function obey({ text, edit }: Attempt, { hint = "", details }: FsError): TextEdit | null {
  const lines = text.split("\n").slice(0, -1);
  const quote = (first: number, last: number): string => lines.slice(Math.max(0, first - 1), last).join("\n");
  const height = edit.oldText.replace(/\n$/, "").split("\n").length - 1;
  const copied = /^(?:Copy oldText from|Read) lines (\d+)-(\d+)/.exec(hint);
  if (copied !== null) return { ...edit, oldText: quote(Number(copied[1]), Number(copied[2])) };
  const extended = /^Extend oldText by \d+ line\(s\) (?:above|below)(?: for line (\d+))?: line (\d+) /.exec(hint);
  if (extended !== null) {
    const places = details?.["lines"] as readonly number[] | undefined;
    const [line, other] = [Number(extended[1] ?? places?.[0]), Number(extended[2])];
    return widen(edit, quote(Math.min(line, other), Math.max(line + height, other)));
  }
  const whole = /^Quote more of line (\d+)/.exec(hint);
  if (whole !== null) return widen(edit, quote(Number(whole[1]), Number(whole[1]) + height));
  if (hint.includes("send real line breaks")) return { ...edit, oldText: edit.oldText.replaceAll("\\n", "\n") };
  const asksToRead = /[Rr]ead the file again and copy|^Whole lines differ|character by character|quote every line/;
  const asksForMore =
    /[Qq]uote (?:more of )?the (?:surrounding lines|lines around it)|^Quote more of the surrounding lines/;
  return asksToRead.test(hint) || asksForMore.test(hint) ? widen(edit, lines.join("\n")) : null;
}

function widen(edit: TextEdit, oldText: string): TextEdit {
  return { ...edit, oldText, newText: `${edit.newText}\n${oldText} // kept` };
}

/** Does what the hints say, call by call; answers what was said. */
function follow(attempt: Attempt): readonly FsError[] {
  const refusals: FsError[] = [];
  let edit: TextEdit | null = attempt.edit;
  while (edit !== null && refusals.length < 4) {
    const error = refuse(attempt.text, edit);
    if (error === null || error.details?.["alreadyApplied"] === true) return refusals;
    refusals.push(error);
    edit = obey({ ...attempt, edit }, error);
    expect(edit, `${error.message}\n${error.hint}`).not.toBeNull();
  }
  return refusals;
}

describe("the hint of a refusal", () => {
  it("leads to success within three calls, and never to the same refusal", () => {
    const hints = new Set<string>();
    fc.assert(
      fc.property(attempts, (attempt) => {
        const said = follow(attempt).map(({ message, hint }) => `${message}\n${hint}`);
        expect(new Set(said).size, said.join("\n\n")).toBe(said.length);
        expect(said.length, said.join("\n\n")).toBeLessThan(3);
        for (const text of said) hints.add(text.split("\n")[1]?.replace(/\d+/g, "N").slice(0, 20) ?? "");
      }),
      { numRuns: propertyRuns(1500), seed: 20_260_101 },
    );
    // Each way to fail was met.
    expect(hints.size).toBeGreaterThanOrEqual(9);
  });
});
