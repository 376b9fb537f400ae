import fc from "fast-check";
import { expect, test } from "vitest";
import { Fuse, GuardedText, TIME_OVER } from "../../../src/search/fuse.js";

const UNLIMITED = { turnMs: Number.POSITIVE_INFINITY, allMs: Number.POSITIVE_INFINITY };
const OVER = { turnMs: 0, allMs: Number.POSITIVE_INFINITY };

test("a guarded text finds what the text itself does", () => {
  const long = fc
    .tuple(fc.constantFrom("a", "ab", "b"), fc.nat({ max: 20_000 }))
    .map(([part, times]) => part.repeat(times));
  const asked = fc.record({ head: long, tail: long, length: fc.nat({ max: 90 }), from: fc.nat({ max: 100 }) });
  fc.assert(
    fc.property(asked, ({ head, tail, length, from }) => {
      const text = `${head}${tail}`;
      const sought = text.slice(head.length, head.length + length);
      const guarded = new GuardedText(text, new Fuse(UNLIMITED, 1));
      expect(guarded.indexOf(sought, from)).toBe(text.indexOf(sought, from));
    }),
  );
});

test.each([
  ["characters are read", (text: GuardedText) => text.charCodeAt(0)],
  ["a long text is sought", (text: GuardedText) => text.indexOf("b".repeat(100))],
])("work ends when its time is over while %s", (_name, work) => {
  const fuse = new Fuse(OVER, 1);
  expect(fuse.run(() => work(new GuardedText("a".repeat(100), fuse)))).toBe(TIME_OVER);
  expect(() =>
    new Fuse(UNLIMITED, 1).run(() => {
      throw new TypeError("another");
    }),
  ).toThrow("another");
});
