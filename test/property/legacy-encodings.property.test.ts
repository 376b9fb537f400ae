// Texts in legacy encodings: windows show whole characters, and edits change no byte outside what they replace.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src/edit/apply-edits.js";
import type { EditOutcome, TextEdit } from "../../src/edit/text-edit.js";
import { isFsError } from "../../src/errors.js";
import { joinPieces } from "../../src/text/byte-pieces.js";
import { decodeText, detectTextFormat, encodeText, type TextEncodingName } from "../../src/text/encoding.js";
import { findLegacyCodec } from "../../src/text/legacy-encodings.js";
import { readLineWindow } from "../../src/text/line-window.js";
import { propertyRuns } from "../support/property-runs.js";
import { memorySource } from "../unit/text/sources.js";

// Characters that every pair of them has, with those whose last byte is a backslash, a bar or a digit.
const CHARACTERS: Readonly<Record<string, readonly string[]>> = {
  shift_jis: ["表", "ソ", "ｱ", "あ", "ポ", "①", "\\", "|"],
  "euc-jp": ["表", "ソ", "ｱ", "丂", "あ", "\\"],
  gbk: ["中", "文", "丂", "€", "乗", "|", "\\"],
  gb18030: ["中", "文", "丂", "ɐ", "😀", "\\", "9"],
  big5: ["功", "許", "蓋", "中", "\\", "|"],
  "euc-kr": ["한", "글", "ㄱ", "中", "\\"],
  "koi8-r": ["д", "Я", "─", "ё"],
  "windows-1250": ["ž", "ř", "€", "ß"],
  "iso-8859-7": ["Ά", "α", "ώ"],
  macintosh: ["é", "™", "ß"],
};
const ENCODINGS = Object.keys(CHARACTERS) as TextEncodingName[];
const fillers = ["a", "9", " ", "\n", "\r\n", "[", "0"];

interface Case {
  readonly encoding: TextEncodingName;
  readonly text: string;
}

function textIn(encoding: TextEncodingName): fc.Arbitrary<string> {
  const pieces = fc.constantFrom(...(CHARACTERS[encoding] ?? []), ...fillers);
  return fc.array(pieces, { maxLength: 50 }).map((parts) => parts.join(""));
}

const cases: fc.Arbitrary<Case> = fc
  .constantFrom(...ENCODINGS)
  .chain((encoding) => fc.record({ encoding: fc.constant(encoding), text: textIn(encoding) }));

const edits: fc.Arbitrary<readonly [Case, string, string]> = fc.constantFrom(...ENCODINGS).chain((encoding) =>
  fc.tuple(textIn(encoding), textIn(encoding), textIn(encoding)).map(([before, after, inserted]) => {
    const text = `# coding: ${encoding}\n${before}`;
    return [{ encoding, text }, after, inserted.replaceAll("\r", "")] as const;
  }),
);

function tryEdit(bytes: Uint8Array, edit: TextEdit): EditOutcome | null {
  try {
    return applyEdits(bytes, [edit], { path: "file" });
  } catch (error) {
    if (!isFsError(error)) throw error;
    expect(error.kind).toBe("unsupported_encoding");
    return null;
  }
}

fc.configureGlobal({ seed: 20_260_101 });

describe("legacy encodings", () => {
  it("keep every text that they have the characters of", () => {
    fc.assert(
      fc.property(cases, ({ encoding, text }) => {
        const bytes = encodeText(text, { encoding, bom: false });
        expect(decodeText(bytes, { encoding, bom: false })).toBe(text);
        expect(findLegacyCodec(encoding)?.encodedLength(text)).toBe(bytes.length);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it("are read in windows that join to the text and split no character", async () => {
    const sizes = fc.record({ maxBytes: fc.integer({ min: 4, max: 24 }), chunk: fc.integer({ min: 1, max: 9 }) });
    await fc.assert(
      fc.asyncProperty(cases, sizes, async ({ encoding, text }, { maxBytes, chunk }) => {
        const bytes = encodeText(text, { encoding, bom: false });
        let shown = "";
        let next: { startLine: number; startByte: number } | null = { startLine: 1, startByte: 0 };
        while (next !== null) {
          const window = await readLineWindow(memorySource(bytes, chunk), { ...next, maxBytes, encoding });
          shown += decodeText(window.bytes, { encoding, bom: false });
          next = window.nextLine === undefined ? null : { startLine: window.nextLine, startByte: window.endByte };
        }
        expect(shown).toBe(text);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it("keep the bytes around an edit, and take what is inserted", () => {
    let applied = 0;
    fc.assert(
      fc.property(edits, ([{ encoding, text }, after, inserted]) => {
        const format = { encoding, bom: false };
        const [head, tail] = [encodeText(`${text}<`, format), encodeText(`>${after}`, format)];
        const bytes = Buffer.concat([head, encodeText("key = 1", format), tail]);
        const isTold = detectTextFormat(bytes).encoding === encoding;
        const edit = { oldText: "key = 1", newText: `key = 2${inserted}` };
        // A few characters can be UTF-8 by accident.
        const outcome = tryEdit(bytes, edit);
        if (outcome === null) return;
        const changed = Buffer.from(joinPieces(outcome.pieces));
        expect(changed.subarray(0, head.length)).toEqual(Buffer.from(head));
        expect(changed.subarray(changed.length - tail.length)).toEqual(Buffer.from(tail));
        if (!isTold || after.includes("\r\n") || text.includes("\r\n")) return;
        const middle = changed.subarray(head.length, changed.length - tail.length);
        expect(middle).toEqual(Buffer.from(encodeText(edit.newText, format)));
        applied += 1;
      }),
      { numRuns: propertyRuns(500) },
    );
    expect(applied).toBeGreaterThan(propertyRuns(200));
  });

  it("let no edit of any bytes change a byte outside what it replaces", () => {
    const anyBytes = fc.uint8Array({ maxLength: 60, min: 0x20 }).map((bytes) => Buffer.from(bytes));
    const declared = fc.constantFrom("", ...ENCODINGS.map((encoding) => `# coding: ${encoding}\n`));
    let applied = 0;
    fc.assert(
      fc.property(declared, anyBytes, anyBytes, (declaration, before, after) => {
        const head = Buffer.concat([Buffer.from(declaration), before, Buffer.from("\n")]);
        const tail = Buffer.concat([Buffer.from("\n"), after]);
        const bytes = Buffer.concat([head, Buffer.from("<<key = 1>>"), tail]);
        const outcome = tryEdit(bytes, { oldText: "<<key = 1>>", newText: "<<2>>" });
        if (outcome === null) return;
        expect(Buffer.from(joinPieces(outcome.pieces))).toEqual(Buffer.concat([head, Buffer.from("<<2>>"), tail]));
        applied += 1;
      }),
      { numRuns: propertyRuns(1000) },
    );
    expect(applied).toBeGreaterThan(propertyRuns(100));
  });
});
