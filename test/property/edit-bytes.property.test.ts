// Whatever is edited, the bytes outside the replaced ranges stay as they were.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src/edit/apply-edits.js";
import type { EditOutcome, TextEdit } from "../../src/edit/text-edit.js";
import { isFsError } from "../../src/errors.js";
import { joinPieces } from "../../src/text/byte-pieces.js";
import { decodeExactly, encodeText, type TextFormat } from "../../src/text/encoding.js";
import { applyUnifiedDiff } from "../support/apply-unified-diff.js";
import { propertyRuns } from "../support/property-runs.js";

const words = fc.constantFrom(
  "alpha",
  "beta();",
  "“gamma”",
  "it’s",
  "x – y",
  "é",
  "\tif (a) {",
  "  return $&;",
  "}",
  "",
);
const blanks = fc.constantFrom("", "", " ", "  ", "\t");
const endings = fc.constantFrom("\n", "\n", "\r\n", "\r\n", "\r");
const line = fc
  .tuple(fc.nat(9999), words, blanks, endings)
  .map(([id, word, blank, end]) => `${id}${word}${blank}${end}`);
const texts = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 25 }), fc.constantFrom("", "last", "“last”  "))
  .map(([lines, last]) => lines.join("") + last);
const formats = fc.constantFrom<TextFormat>(
  { encoding: "utf-8", bom: false },
  { encoding: "utf-8", bom: true },
  { encoding: "utf-16le", bom: true },
  { encoding: "utf-16be", bom: true },
  { encoding: "windows-1252", bom: false },
);
const places = fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 60 })), { minLength: 1, maxLength: 4 });
const newTexts = fc.array(fc.constantFrom("new", "one\ntwo\r\nthree", "“$1$&”", "", "x\n"), {
  minLength: 4,
  maxLength: 4,
});

interface Range {
  readonly start: number;
  readonly end: number;
}

// Ascending ranges that neither overlap nor split a CRLF.
function chooseRanges(text: string, chosen: readonly (readonly [number, number])[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const [place, length] of [...chosen].sort(([left], [right]) => left - right)) {
    const start = Math.floor((place / 1001) * text.length);
    const end = Math.min(start + length, text.length);
    const splits = [start, end].some((offset) => text[offset - 1] === "\r" && text[offset] === "\n");
    if (!splits && end > start && start >= (ranges.at(-1)?.end ?? 0)) ranges.push({ start, end });
  }
  return ranges;
}

function tryApply(bytes: Uint8Array, edits: readonly TextEdit[]): EditOutcome | null {
  try {
    return applyEdits(bytes, edits, { path: "file", maxDiffLines: 100_000, maxDiffBytes: 10_000_000 });
  } catch (error) {
    if (isFsError(error)) return null;
    throw error;
  }
}

function mark(index: number, newText: string): string {
  return `[[${index}:${newText}:${index}]]`;
}

// What stands between the marks of the replacements, as bytes.
function splitAtMarks(bytes: Uint8Array, format: TextFormat, count: number): readonly string[] {
  const parts: string[] = [];
  let rest = Buffer.from(bytes);
  for (let index = 0; index < count; index += 1) {
    const open = Buffer.from(encodeText(`[[${index}:`, { ...format, bom: false }));
    const close = Buffer.from(encodeText(`:${index}]]`, { ...format, bom: false }));
    parts.push(rest.subarray(0, rest.indexOf(open)).toString("hex"));
    rest = rest.subarray(rest.indexOf(close) + close.length);
  }
  return [...parts, rest.toString("hex")];
}

function sliceOutside(bytes: Uint8Array, text: string, ranges: readonly Range[]): readonly string[] {
  const { format } = decodeExactly(bytes);
  const byteOffset = (offset: number): number =>
    bytes.length - encodeText(text.slice(offset), { ...format, bom: false }).length;
  const starts = [0, ...ranges.map(({ end }) => byteOffset(end))];
  const ends = [...ranges.map(({ start }) => byteOffset(start)), bytes.length];
  return starts.map((start, index) => Buffer.from(bytes.subarray(start, ends[index])).toString("hex"));
}

// What a model makes of a text: LF, no blanks at the ends of lines, straight quotes and dashes.
function quoteLoosely(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/[ \t]+(?=\n)/g, "")
    .replace(/[“”]/g, '"')
    .replaceAll("’", "'")
    .replaceAll("–", "-");
}

fc.configureGlobal({ seed: 20_260_101, numRuns: propertyRuns(100) });

describe("bytes outside the replaced ranges", () => {
  const cases = fc.record({ text: texts, format: formats, places, newTexts });

  it.each([
    { name: "quoted exactly", quote: (text: string) => text, quotable: /^/ },
    // A loose quotation that begins or ends with blanks does not say which of the file's blanks it means.
    { name: "quoted loosely", quote: quoteLoosely, quotable: /^\S(?:.*\S)?$/s },
  ])("are identical for texts $name", ({ quote, quotable }) => {
    let applied = 0;
    fc.assert(
      fc.property(cases, ({ text, format, places: chosen, newTexts: wanted }) => {
        const bytes = encodeText(text, format);
        fc.pre(decodeExactly(bytes).text === text);
        const ranges = chooseRanges(text, chosen).filter(({ start, end }) => quotable.test(text.slice(start, end)));
        const edits = ranges.map(({ start, end }, index) => ({
          oldText: quote(text.slice(start, end)),
          newText: mark(index, wanted[index] ?? ""),
        }));
        const outcome = edits.length === 0 ? null : tryApply(bytes, edits);
        if (outcome === null) return;
        applied += 1;
        expect(splitAtMarks(joinPieces(outcome.pieces), format, ranges.length)).toEqual(
          sliceOutside(bytes, text, ranges),
        );
        expect(applyUnifiedDiff(text, outcome.diff)).toBe(decodeExactly(joinPieces(outcome.pieces)).text);
      }),
      { numRuns: propertyRuns(600) },
    );
    expect(applied).toBeGreaterThan(propertyRuns(100));
  });

  it("do not depend on the order of the edits", () => {
    fc.assert(
      fc.property(cases, ({ text, places: chosen, newTexts: wanted }) => {
        const bytes = Buffer.from(text);
        const edits = chooseRanges(text, chosen).map(({ start, end }, index) => ({
          oldText: text.slice(start, end),
          newText: wanted[index] ?? "",
        }));
        const outcome = tryApply(bytes, edits);
        expect(tryApply(bytes, edits.toReversed())?.pieces).toEqual(outcome?.pieces);
      }),
    );
  });

  it("stay text for any replacement, which is taken literally", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (newText) => {
        fc.pre(!newText.includes("\r") && newText !== "MIDDLE" && !newText.startsWith("\ufeff"));
        const outcome = tryApply(Buffer.from("head MIDDLE tail\n"), [{ oldText: "MIDDLE", newText }]);
        fc.pre(outcome !== null);
        expect(Buffer.from(joinPieces(outcome?.pieces ?? [])).toString()).toBe(`head ${newText} tail\n`);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
