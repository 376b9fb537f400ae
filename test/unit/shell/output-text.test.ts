// What is kept of a stream, and how it is shown.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createOutputBudget, type KeptOutput } from "../../../src/shell/running/output-budget.js";
import { type OutputText, renderOutput } from "../../../src/shell/running/output-text.js";

function keep(chunks: readonly Uint8Array[], maxBytes: number): KeptOutput {
  const budget = createOutputBudget(maxBytes);
  for (const chunk of chunks) budget.push(chunk);
  return budget.read();
}

function show(text: string | Uint8Array, maxBytes: number, isComplete = true): OutputText {
  return renderOutput(keep([Buffer.from(text)], maxBytes), { maxBytes, isComplete });
}

const chunksOfBytes = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });

describe("createOutputBudget", () => {
  test("keeps the first and the last bytes of any stream in any chunks", () => {
    fc.assert(
      fc.property(chunksOfBytes, fc.nat({ max: 60 }), (chunks, maxBytes) => {
        const all = Buffer.concat(chunks);
        const kept = keep(chunks, maxBytes);
        const headBytes = Math.ceil(maxBytes / 2);
        const isWhole = all.length <= maxBytes;
        expect(Buffer.from(kept.head)).toEqual(isWhole ? all : all.subarray(0, headBytes));
        expect(Buffer.from(kept.tail)).toEqual(
          isWhole ? Buffer.alloc(0) : all.subarray(all.length - maxBytes + headBytes),
        );
        expect(kept.droppedBytes).toBe(Math.max(0, all.length - maxBytes));
      }),
    );
  });

  test("keeps copies, so that a chunk may be used again", () => {
    const chunk = Buffer.from("abcd");
    const budget = createOutputBudget(8);
    budget.push(chunk);
    chunk.fill("x");
    expect(Buffer.from(budget.read().head).toString()).toBe("abcd");
  });
});

describe("renderOutput", () => {
  test("shows everything while it fits", () => {
    expect(show("héllo\n", 7)).toEqual({ text: "héllo\n", truncated: false });
  });

  test("puts a line between the ends that says how much is gone", () => {
    expect(show("abcdefghij", 4)).toEqual({ text: "ab\n… 6 bytes dropped …\nij", truncated: true });
  });

  test("never splits a code point, whatever the budget", () => {
    const text = "aé€😀".repeat(20);
    for (let maxBytes = 0; maxBytes < 80; maxBytes += 1) {
      const shown = show(text, maxBytes);
      expect(shown.text).not.toContain("\ufffd");
      const [head = "", dropped = "", tail = ""] = shown.text.split("\n");
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(Buffer.byteLength(head) + Buffer.byteLength(tail) + Number(/\d+/.exec(dropped)?.[0])).toBe(200);
    }
  });

  test("joins a code point that came in two chunks", () => {
    const kept = keep([Buffer.from([0xe2, 0x82]), Buffer.from([0xac])], 100);
    expect(renderOutput(kept, { maxBytes: 100, isComplete: true }).text).toBe("€");
  });

  test("holds back half a code point until the stream is complete", () => {
    const half = Buffer.from([0x61, 0xf0, 0x9f, 0x98]);
    expect(show(half, 100, false).text).toBe("a");
    expect(show(half, 100).text).toBe("a\ufffd");
  });

  test("stays within the budget although invalid bytes grow when they are replaced", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: 200 }), (bytes, maxBytes) => {
        const { text, truncated } = show(bytes, maxBytes);
        const shown = truncated ? text.replace(/\n… \d+ bytes dropped …\n/, "") : text;
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(maxBytes);
      }),
    );
  });
});
