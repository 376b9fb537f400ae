// What the indentation of a new line becomes, and when nobody can tell.

import { describe, expect, it } from "vitest";
import { planIndentation } from "../../../src/edit/plan-indentation.js";

type Pairs = readonly (readonly [old: string, file: string])[];

function plan(pairs: Pairs, wanted: readonly string[], unit: string | null = null): readonly string[] | null {
  const map = planIndentation({
    pairs: pairs.map(([old, file]) => ({ old, file })),
    removed: [],
    wanted,
    detectUnit: () => unit,
  });
  return map === null ? null : wanted.map(map);
}

const s = (width: number): string => " ".repeat(width);
const t = (width: number): string => "\t".repeat(width);

describe("planIndentation", () => {
  it.each<[name: string, pairs: Pairs, wanted: readonly string[], expected: readonly string[]]>([
    ["equal lines", [[s(2), s(2)]], [s(4)], [s(4)]],
    [
      "a line that was quoted too deep, and new lines as deep as the file's",
      [
        [s(0), s(0)],
        [s(4), s(0)],
      ],
      [s(0)],
      [s(0)],
    ],
    [
      "a later line without its indentation, and new lines at the margin",
      [
        [s(4), s(4)],
        [s(0), s(8)],
      ],
      [s(0)],
      [s(0)],
    ],
    [
      "one shift, and new lines in blanks that no quoted line has",
      [
        [s(0), s(4)],
        [s(2), s(6)],
      ],
      [t(3), `${t(1)}${s(2)}`],
      [`${s(4)}${t(3)}`, `${s(4)}${t(1)}${s(2)}`],
    ],
    ["another blank, and new lines at the margin", [[t(1), s(3)]], [s(0)], [s(0)]],
    [
      "one shift deeper",
      [
        [s(0), s(4)],
        [s(4), s(8)],
      ],
      [s(0), s(8)],
      [s(4), s(12)],
    ],
    [
      "one shift back",
      [
        [t(2), t(1)],
        [t(3), t(2)],
      ],
      [t(4)],
      [t(3)],
    ],
    [
      "spaces for tabs",
      [
        [s(4), t(1)],
        [s(8), t(2)],
      ],
      [s(12)],
      [t(3)],
    ],
    [
      "tabs for spaces, one level deeper",
      [
        [t(1), s(4)],
        [t(2), s(6)],
      ],
      [t(3)],
      [s(8)],
    ],
    [
      "half the unit",
      [
        [s(2), s(4)],
        [s(4), s(8)],
      ],
      [s(6)],
      [s(12)],
    ],
    [
      "one slip",
      [
        [s(4), s(4)],
        [s(3), s(4)],
        [s(4), s(4)],
      ],
      [s(8)],
      [s(8)],
    ],
    [
      "a first line without its indentation",
      [
        [s(0), s(4)],
        [s(4), s(4)],
      ],
      [s(4)],
      [s(4)],
    ],
    ["one line quoted bare, written indented", [[s(0), s(4)]], [s(4), s(6)], [s(4), s(6)]],
    [
      "most lines agree on a shift",
      [
        [s(0), s(4)],
        [s(4), s(8)],
        [s(5), s(8)],
      ],
      [s(6)],
      [s(10)],
    ],
    ["nothing is wanted", [[s(3), t(1)]], [], []],
    [
      "spaces that are less than a level behind tabs",
      [
        [s(4), t(1)],
        [s(7), `${t(1)}${s(3)}`],
      ],
      [s(8), s(9)],
      [t(2), `${t(2)} `],
    ],
    [
      "alignment that was quoted as if it were levels, where it is known",
      [
        [s(4), t(1)],
        [s(12), `${t(1)}${s(8)}`],
      ],
      [s(12), s(8)],
      [`${t(1)}${s(8)}`, t(2)],
    ],
    ["a prefix of another blank", [[`${s(2)}${t(1)}`, t(1)]], [`${s(2)}${t(2)}`], [t(2)]],
    ["new lines that have the blanks of the file", [[s(4), t(1)]], [t(1), t(2)], [t(1), t(2)]],
    ["one shift, though another unit would fit", [[s(4), s(2)]], [s(6)], [s(4)]],
  ])("maps %s", (_, ...[pairs, wanted, expected]) => {
    expect(plan(pairs, wanted)).toEqual(expected);
  });

  it("reads one shift as one shift, though the file has the unit that another reading needs", () => {
    const pairs: Pairs = [
      [s(0), s(4)],
      [s(2), s(6)],
    ];
    expect(plan(pairs, [t(3), `${t(1)}${s(2)}`], s(4))).toEqual([`${s(4)}${t(3)}`, `${s(4)}${t(1)}${s(2)}`]);
  });

  it("leaves a text that was quoted right as it is, whatever the unit of the file", () => {
    expect(plan([[s(4), s(4)]], [s(12)], t(1))).toEqual([s(12)]);
  });

  it.each<[name: string, unit: string | null, expected: readonly string[]]>([
    ["the unit of the file", s(2), [s(4), s(6)]],
    ["a shift when the file has the unit of the new lines", s(4), [s(6), s(10)]],
    ["a shift when the file does not tell", null, [s(6), s(10)]],
  ])("reads one pair by %s", (_, unit, expected) => {
    expect(plan([[s(4), s(2)]], [s(8), s(12)], unit)).toEqual(expected);
  });

  it.each<[name: string, pairs: Pairs, wanted: readonly string[]]>([
    ["one depth that has less of the same blank, where nothing tells why", [[s(3), s(2)]], [s(0)]],
    ["new lines that begin with another blank than the file", [[`${t(1)} `, s(1)]], [s(1), `${t(1)} `]],
    ["spaces behind a tab where one level of spaces became a tab", [[s(2), t(1)]], [`${t(1)} `]],
    [
      "a depth that was not quoted, where one of two differs",
      [
        [s(3), s(5)],
        [s(0), s(0)],
      ],
      [s(1)],
    ],
    [
      "the depth that one line was wrong by",
      [
        [s(2), s(0)],
        [s(0), s(0)],
      ],
      [s(2)],
    ],
    [
      "a depth of the file that two lines were quoted too deep for",
      [
        [`${t(1)} `, s(1)],
        [`${t(1)} `, s(1)],
      ],
      [s(1)],
    ],
    [
      "a depth that no line has beside one that the file has",
      [
        [`${t(1)} `, s(1)],
        [s(0), s(0)],
      ],
      [s(0), t(1)],
    ],
    [
      "levels that are not whole",
      [
        [s(4), t(1)],
        [s(7), t(2)],
      ],
      [s(8)],
    ],
    [
      "two shifts that one pair each speaks for",
      [
        [s(4), t(1)],
        [s(7), s(7)],
      ],
      [s(8)],
    ],
    [
      "as many lines for one shift as for another",
      [
        [s(1), s(4)],
        [s(4), s(5)],
      ],
      [s(6)],
    ],
    [
      "a new line that would begin before the margin",
      [
        [s(8), s(4)],
        [s(12), s(8)],
      ],
      [s(2)],
    ],
    [
      "blanks that are neither tabs nor spaces",
      [
        ["\u00a0", t(1)],
        [s(2), t(2)],
      ],
      [s(4)],
    ],
  ])("refuses %s", (_, pairs, wanted) => {
    expect(plan(pairs, wanted)).toBeNull();
  });
});
