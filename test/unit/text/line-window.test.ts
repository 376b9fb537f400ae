import { describe, expect, it } from "vitest";
import { encodeText } from "../../../src/text/encoding.js";
import { type LineWindowOptions, readLineWindow } from "../../../src/text/line-window.js";
import { memorySource } from "./sources.js";

type Options = Partial<LineWindowOptions>;

async function readWindow(content: string | Uint8Array, options: Options = {}) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const window = await readLineWindow(memorySource(bytes, 3), { maxBytes: 1000, encoding: "utf-8", ...options });
  return { ...window, bytes: Buffer.from(window.bytes).toString("latin1") };
}

describe("readLineWindow", () => {
  const text = "a\nbb\r\nccc\ndddd";

  it.each<[string, Options, object]>([
    ["everything", {}, { bytes: text, startLine: 1, endLine: 4, startByte: 0, endByte: 14, totalLines: 4 }],
    [
      "lines in the middle",
      { startLine: 2, maxLines: 2 },
      { bytes: "bb\r\nccc\n", startLine: 2, endLine: 3, startByte: 2, endByte: 10, truncatedBy: "lines", nextLine: 4 },
    ],
    [
      "whole lines only, as many as fit",
      { maxBytes: 9 },
      {
        ...{ bytes: "a\nbb\r\n", startLine: 1, endLine: 2, startByte: 0, endByte: 6 },
        ...{ truncatedBy: "bytes", nextLine: 3, totalLines: 4 },
      },
    ],
    [
      "the last lines, numbered from 1",
      { startLine: -2 },
      { bytes: "ccc\ndddd", startLine: 3, endLine: 4, startByte: 6, endByte: 14, totalLines: 4 },
    ],
    [
      "one of the last lines",
      { startLine: -2, maxLines: 1 },
      {
        ...{ bytes: "ccc\n", startLine: 3, endLine: 3, startByte: 6, endByte: 10 },
        ...{ totalLines: 4, truncatedBy: "lines", nextLine: 4 },
      },
    ],
    [
      "the whole file for more last lines than it has",
      { startLine: -9 },
      { bytes: text, startLine: 1, endLine: 4, startByte: 0, endByte: 14, totalLines: 4 },
    ],
    [
      "negative numbers where counting would cost too much",
      { startLine: -3, maxLines: 2, maxCountBytes: 1 },
      {
        bytes: "bb\r\nccc\n",
        startLine: -3,
        endLine: -2,
        startByte: 2,
        endByte: 10,
        truncatedBy: "lines",
        nextLine: -1,
      },
    ],
    [
      "true numbers where counting costs just enough",
      { startLine: -3, maxCountBytes: 2 },
      { bytes: "bb\r\nccc\ndddd", startLine: 2, endLine: 4, startByte: 2, endByte: 14, totalLines: 4 },
    ],
    [
      "nothing behind the last line",
      { startLine: 5 },
      { bytes: "", startLine: 5, endLine: 4, startByte: 14, endByte: 14, totalLines: 4, beyondEnd: true },
    ],
    [
      "the rest of a line, counted",
      { startByte: 7, maxLines: 1 },
      { bytes: "cc\n", startLine: 3, endLine: 3, startByte: 7, endByte: 10, truncatedBy: "lines", nextLine: 4 },
    ],
    [
      "the rest of a line, as it was numbered by the caller",
      { startByte: 7, startLine: 70 },
      { bytes: "cc\ndddd", startLine: 70, endLine: 71, startByte: 7, endByte: 14 },
    ],
    [
      "nothing from a position behind the end",
      { startByte: 99, startLine: 5 },
      { bytes: "", startLine: 5, endLine: 4, startByte: 14, endByte: 14, beyondEnd: true },
    ],
  ])("answers %s", async (_name, options, expected) => {
    expect(await readWindow(text, options)).toEqual(expected);
  });

  it.each<{ name: string; content: string; options?: Options; expected: object }>([
    { name: "an empty file", content: "", expected: { startLine: 1, endLine: 0, totalLines: 0 } },
    {
      name: "the tail of an empty file",
      content: "",
      options: { startLine: -5 },
      expected: { startLine: 1, endLine: 0 },
    },
    {
      name: "line 2 of an empty file",
      content: "",
      options: { startLine: 2 },
      expected: { endLine: 1, beyondEnd: true },
    },
    { name: "a file of one line ending", content: "\n", expected: { bytes: "\n", endLine: 1, totalLines: 1 } },
    {
      name: "behind a final line ending",
      content: "a\n",
      options: { startLine: 2 },
      expected: { endLine: 1, totalLines: 1 },
    },
    { name: "the last line", content: "a\nb\n", options: { startLine: -1 }, expected: { bytes: "b\n", startLine: 2 } },
    {
      name: "an empty last line",
      content: "a\n\n",
      options: { startLine: -1 },
      expected: { bytes: "\n", startLine: 2 },
    },
    { name: "a lone CR as text", content: "a\rb\n", expected: { bytes: "a\rb\n", endLine: 1 } },
  ])("reads $name", async ({ content, options, expected }) => {
    expect(await readWindow(content, options)).toMatchObject(expected);
  });

  it("takes an empty file for complete", async () => {
    expect(await readWindow("")).not.toHaveProperty("beyondEnd");
    expect(await readWindow("")).not.toHaveProperty("truncatedBy");
  });

  it("leaves out the byte order mark, but not the same bytes later on", async () => {
    const bytes = encodeText("a\n\uFEFFb", { encoding: "utf-8", bom: true });
    expect(await readWindow(bytes)).toMatchObject({
      bytes: "a\n\xef\xbb\xbfb",
      startByte: 3,
      endByte: 9,
      totalLines: 2,
    });
    expect(await readWindow(bytes, { startByte: 5 })).toMatchObject({ bytes: "\xef\xbb\xbfb", startLine: 2 });
    expect(await readWindow(bytes.subarray(0, 3))).toMatchObject({ bytes: "", totalLines: 0, startByte: 3 });
    expect(await readWindow(bytes.subarray(0, 3), { startLine: 2 })).toMatchObject({ totalLines: 0, beyondEnd: true });
  });

  it.each(["utf-16le", "utf-16be"] as const)("looks for line feeds by code unit in %s", async (encoding) => {
    const bytes = encodeText("\u0a00\u000b\n\u010a\u0a0a\nend", { encoding, bom: true });
    expect(await readWindow(bytes, { encoding })).toMatchObject({ totalLines: 3, startByte: 2 });
    expect(await readWindow(bytes, { encoding, startLine: 2, maxLines: 1 })).toMatchObject({
      startByte: 8,
      endByte: 14,
    });
    expect(await readWindow(bytes, { encoding, startLine: -2, maxLines: 1 })).toMatchObject({
      startLine: 2,
      endByte: 14,
    });
  });

  it("starts between two code units, also when it is told a position inside one", async () => {
    const bytes = encodeText("a\nbc", { encoding: "utf-16le", bom: false });
    const window = await readWindow(bytes, { encoding: "utf-16le", startByte: 5 });
    expect(window).toMatchObject({ bytes: "b\0c\0", startLine: 2, startByte: 4 });
  });
});

describe("the source of a window", () => {
  it.each<Options>([{}, { startLine: 900 }, { startLine: -3 }, { startByte: 50 }, { startByte: 50, startLine: 3 }])(
    "is closed and never asked beyond its size (%o)",
    async (options) => {
      const source = memorySource(Buffer.from("line\n".repeat(1000)), 64);
      await readLineWindow(source, { maxLines: 2, maxBytes: 100, encoding: "utf-8", ...options });
      expect(source.log.openIterators).toBe(0);
      expect(Math.max(...source.log.requestedEnds)).toBeLessThanOrEqual(source.sizeBytes);
    },
  );

  it("may have become shorter than it said", async () => {
    const options = { maxBytes: 100, encoding: "utf-8" } as const;
    const source = memorySource(Buffer.from("a\nb\n"), 3, 50);
    expect(await readLineWindow(source, options)).toMatchObject({ endByte: 4, totalLines: 2 });
    expect(await readLineWindow(source, { ...options, startLine: 9 })).toMatchObject({
      totalLines: 2,
      beyondEnd: true,
    });
    expect(await readLineWindow(source, { ...options, startByte: 30 })).toMatchObject({ endByte: 30, beyondEnd: true });
  });

  it("is closed when the signal is aborted, and the reason comes out as it is", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const inner = memorySource(Buffer.from("line\n".repeat(1000)), 64);
    const source = {
      sizeBytes: inner.sizeBytes,
      async *read(startByte: number, endByte: number) {
        for await (const chunk of inner.read(startByte, endByte)) {
          yield chunk;
          if (inner.log.deliveredBytes > 1000) controller.abort(reason);
        }
      },
    };
    const options = { startLine: 900, maxBytes: 100, encoding: "utf-8", signal: controller.signal } as const;
    await expect(readLineWindow(source, options)).rejects.toBe(reason);
    expect(inner.log.openIterators).toBe(0);
    expect(inner.log.deliveredBytes).toBeLessThan(1200);
    await expect(readLineWindow(memorySource(Buffer.from(""), 1), options)).rejects.toBe(reason);
  });
});

describe("the tail of a file that takes several reads", () => {
  it.each(["utf-8", "utf-16le", "utf-16be"] as const)(
    "begins at the line that was asked for in %s",
    async (encoding) => {
      const lines = Array.from(
        { length: 1000 },
        (_, index) => `${"\u010a".repeat(index % 317)}${index % 2 ? "\r\n" : "\n"}`,
      );
      const bytes = encodeText(lines.join(""), { encoding, bom: true });
      for (let fromEnd = 1; fromEnd <= lines.length; fromEnd += 41) {
        const source = memorySource(bytes, 10_001);
        const window = await readLineWindow(source, { startLine: -fromEnd, maxBytes: 1e6, encoding });
        expect(window.startLine).toBe(lines.length - fromEnd + 1);
        expect(window.endLine).toBe(lines.length);
        const expectedBytes = encodeText(lines.slice(-fromEnd).join(""), { encoding, bom: false }).length;
        expect(window.bytes.length).toBe(expectedBytes);
      }
    },
  );
});

describe("options of a window", () => {
  it.each<Options>([
    { startLine: 0 },
    { startLine: 1.5 },
    { startByte: -1 },
    { startByte: Number.NaN },
    { maxLines: 0 },
    { maxBytes: 0 },
    { maxBytes: Number.NaN },
    { maxCountBytes: -1 },
  ])("must be in range (%o)", async (options) => {
    await expect(readWindow("a", options)).rejects.toThrow(TypeError);
  });
});
