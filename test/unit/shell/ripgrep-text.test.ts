// Text that is handed to ripgrep as its input: places across lines, counts, early ends, and input that cannot be read.

import { describe, expect, it } from "vitest";
import { createLineMatcher } from "../../../src/search/line-matcher.js";
import { scanBytes } from "../../../src/search/scan-bytes.js";
import { resolveRipgrep } from "../../../src/shell/ripgrep/ripgrep.js";
import type { RipgrepPlace } from "../../../src/shell/ripgrep/ripgrep-request.js";
import { countLinesByRipgrep, findPlacesByRipgrep } from "../../../src/shell/ripgrep/ripgrep-text.js";

const MANY = 1000;

const program = (await resolveRipgrep()) ?? "";

async function* inPieces(text: string | Buffer, pieceBytes = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const memory = Buffer.alloc(pieceBytes);
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    const filled = bytes.copy(memory, 0, start, start + pieceBytes);
    yield memory.subarray(0, filled);
    memory.fill("?");
  }
}

const asked = (pattern: string, text: () => AsyncIterable<Uint8Array>) => ({
  program,
  cwd: "/",
  pattern,
  regex: true,
  text,
});

async function find(pattern: string, text: string | Buffer, pieceBytes?: number): Promise<readonly RipgrepPlace[]> {
  const { places } = await findPlacesByRipgrep(
    asked(pattern, () => inPieces(text, pieceBytes)),
    MANY,
  );
  return places;
}

async function scan(pattern: string, text: string): Promise<readonly unknown[]> {
  const matcher = await createLineMatcher(pattern, { regex: true, multiline: true });
  const hits = [...scanBytes(Buffer.from(text), matcher, { context: 0, maxBytesPerLine: 4096 })];
  return hits.flatMap((hit) => (hit === null || !("line" in hit) ? [] : [[hit.line, hit.column]]));
}

const TEXT = "foo bar\nbaz foo\nqux a a\n\nfoo\r\nbaz foo foo\n\n\nxx é foo\nqux end";

describe("matches across lines of a text", () => {
  it.each(["foo\\s+(qux|baz)", "^$", "x*", "a\\n|b|a", "foo", "\\n\\n", "[^z]+", "(?s)b.*?q", "a+\\s*"])(
    "of %s are where a scan finds them",
    async (pattern) => {
      const places = await find(pattern, TEXT);
      const lines = TEXT.split("\n");
      const inCharacters = places.map(({ line, column }) => [
        line,
        [...Buffer.from(lines[line - 1] ?? "").toString("utf8", 0, column - 1)].length + 1,
      ]);
      expect(inCharacters).toEqual(await scan(pattern, TEXT));
      expect(places.length).toBeGreaterThan(0);
      for (const { line, byteOffset } of places) {
        expect(byteOffset).toBe(Buffer.byteLength(lines.slice(0, line - 1).join("\n")) + (line > 1 ? 1 : 0));
      }
    },
  );

  it("are told in a text that is no UTF-8, and in large pieces", async () => {
    const text = Buffer.concat([Buffer.from("caf\xe9 x\n", "latin1"), Buffer.from("foo\nbar\n")]);
    expect(await find("x\\nfoo", text)).toEqual([{ line: 1, column: 6, byteOffset: 0 }]);
    const large = `${"some words\n".repeat(200_000)}foo\nbar\n`;
    expect(await find("foo\\nbar", large, 65_536)).toEqual([{ line: 200_001, column: 1, byteOffset: 2_200_000 }]);
  });

  it("are sought no longer than the time goes, however much is left", async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield Buffer.from("foo\nbar\n");
    }
    const run = findPlacesByRipgrep({ ...asked("foo\\nbaz", endless), timeoutMs: 200 }, MANY);
    expect(await run).toEqual({ places: [], isTimedOut: true });
  });

  it("are as many as are wanted, however many stand in a line or hang together", async () => {
    const text = `${"a".repeat(500)}\n`.repeat(50) + "foo\nbar\n".repeat(100_000);
    for (const [pattern, count] of [
      ["a|b", 60],
      ["foo\\nbar", 100],
      ["[a-z]\\n?", 200],
    ] as const) {
      const { places } = await findPlacesByRipgrep(
        asked(pattern, () => inPieces(text, 65_536)),
        count,
      );
      const first = pattern.startsWith("foo") ? 51 : 1;
      expect([places.length, places[0]?.line, new Set(places.map(({ line }) => line)).size]).toEqual([
        count,
        first,
        count,
      ]);
    }
  });

  it("are refused where one of them is too large to be told", async () => {
    const finding = findPlacesByRipgrep(
      asked("(?s).*", () => inPieces("word\n".repeat(1_000_000), 65_536)),
      1,
    );
    await expect(finding).rejects.toMatchObject({ kind: "file_too_large" });
  });
});

describe("lines of a text", () => {
  it("are counted, each once", async () => {
    expect(await countLinesByRipgrep(asked("a", () => inPieces("a a\nb\nca\n")))).toEqual({
      lines: 2,
      isTimedOut: false,
    });
    expect(await countLinesByRipgrep(asked("z", () => inPieces("a a\n")))).toEqual({ lines: 0, isTimedOut: false });
    expect(await countLinesByRipgrep(asked("[a-z&&[aeiou]]", () => inPieces("b\nbe\n")))).toMatchObject({ lines: 1 });
  });

  it("are not counted where the text cannot be read", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("a\n");
      throw new Error("the disk is gone");
    }
    await expect(countLinesByRipgrep(asked("a", failing))).rejects.toThrow("the disk is gone");
    await expect(findPlacesByRipgrep(asked("a", failing), MANY)).rejects.toThrow("the disk is gone");
  });

  it("are not counted with an expression that cannot be used", async () => {
    await expect(countLinesByRipgrep(asked("(", () => inPieces("a\n")))).rejects.toMatchObject({
      kind: "invalid_pattern",
    });
  });

  it("are counted no further than the time goes", async () => {
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        yield Buffer.from("a\n");
      }
    }
    const { isTimedOut } = await countLinesByRipgrep({ ...asked("a", slow), timeoutMs: 200 });
    expect(isTimedOut).toBe(true);
  });

  it("are not counted once the search is aborted", async () => {
    const aborting = new AbortController();
    async function* aborted(): AsyncGenerator<Uint8Array> {
      for (;;) {
        yield Buffer.from("a\n");
        aborting.abort(new Error("enough"));
      }
    }
    const counting = countLinesByRipgrep({ ...asked("a", aborted), signal: aborting.signal });
    await expect(counting).rejects.toThrow("enough");
  });
});
