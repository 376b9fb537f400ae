import { describe, expect, it } from "vitest";
import { formatHits } from "../../../src/search/group-hits.js";

describe("formatHits", () => {
  it("groups hits by file", () => {
    const hits = [
      { path: "a.ts", line: 3, text: "  x" },
      { path: "a.ts", line: 90, text: "x" },
      { path: "b/c.ts", line: 1, text: "x" },
    ];
    expect(formatHits(hits)).toBe("a.ts\n3\t  x\n90\tx\n\nb/c.ts\n1\tx");
  });

  it("merges context that overlaps, shows each line once and marks gaps", () => {
    const hits = [
      { path: "a", line: 2, text: "hit2", before: ["one"], after: ["three", "hit4"] },
      { path: "a", line: 4, text: "hit4", before: ["hit2", "three"], after: ["five"] },
      { path: "a", line: 9, text: "hit9", before: ["eight"], after: [] },
    ];
    expect(formatHits(hits)).toBe("a\n1-\tone\n2\thit2\n3-\tthree\n4\thit4\n5-\tfive\n--\n8-\teight\n9\thit9");
  });

  it("shows nothing for no hits", () => {
    expect(formatHits([])).toBe("");
  });
});
