// Which gaps of the new text change is said in full: none means none.

import { describe, expect, it } from "vitest";
import { planGap } from "../../../src/edit/plan-gap.js";
import { splitSpaced } from "../../../src/edit/spaced-lines.js";

interface Case {
  readonly newText: string;
  /** The new line that each old line is kept as. */
  readonly kept: readonly (number | undefined)[];
  readonly quoted: number;
  readonly wanted: number;
}

function plan({ newText, kept, quoted, wanted }: Case): readonly number[] | null {
  const next = splitSpaced(newText);
  return planGap(
    { oldLine: 0, quoted, wanted },
    {
      oldLines: ["one line of a text that is long enough", "another line"],
      next,
      newLineOf: (line) => kept[line],
      isKept: (line) => kept.includes(line),
      changeAt: () => ({ oldCount: 2, newStart: 0, newEnd: next.filled.length }),
    },
  );
}

describe("planGap", () => {
  it.each<[name: string, task: Case, expected: readonly number[]]>([
    ["the gap between kept lines", { newText: "a\nb", kept: [0, 1], quoted: 0, wanted: 1 }, [1]],
    ["none that is right already", { newText: "a\n\nb", kept: [0, 1], quoted: 0, wanted: 1 }, []],
    ["none where a line went away and the number is right", { newText: "a\n\n", kept: [0], quoted: 0, wanted: 1 }, []],
    ["none where a line went away and more are left", { newText: "a\n\n\n", kept: [0], quoted: 0, wanted: 1 }, []],
    ["none on either side of an added line", { newText: "a\n\nx\n\nb", kept: [0, 2], quoted: 0, wanted: 1 }, []],
    ["none among fewer changed lines", { newText: "x", kept: [], quoted: 0, wanted: 1 }, []],
    ["none among changed lines without any", { newText: "x\ny", kept: [], quoted: 1, wanted: 0 }, []],
  ])("plans %s", (_, task, expected) => {
    expect(plan(task)).toEqual(expected);
  });
});
