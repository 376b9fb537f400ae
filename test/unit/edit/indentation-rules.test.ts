// Each rule by which the indentation of new lines follows from the lines around them, and where it ends.

import { describe, expect, it } from "vitest";
import {
  type IndentationPair,
  planCommonPrefix,
  planPrefixOfMost,
  planUnitChanges,
} from "../../../src/edit/indentation-candidates.js";
import { planIndentation } from "../../../src/edit/plan-indentation.js";

type Pairs = readonly (readonly [old: string, file: string])[];

function toPairs(pairs: Pairs): readonly IndentationPair[] {
  return pairs.map(([old, file]) => ({ old, file }));
}

const s = (width: number): string => " ".repeat(width);
const t = (width: number): string => "\t".repeat(width);

interface Rule {
  readonly pairs: Pairs;
  readonly wanted: readonly string[];
  readonly unit?: string;
  readonly becomes: readonly string[] | null;
}

describe("planIndentation", () => {
  it.each<[name: string, rule: Rule]>([
    ["right lines: as written", { pairs: [[s(4), s(4)]], wanted: [t(1)], becomes: [t(1)] }],
    ["one bare line, new ones written deeper by a shift", { pairs: [["", s(4)]], wanted: [s(2)], becomes: [s(6)] }],
    ["one bare line, none of the new ones at its depth", { pairs: [["", s(4)]], wanted: [s(8)], becomes: [s(12)] }],
    [
      "one bare line, one new line before its depth",
      { pairs: [["", s(4)]], wanted: [s(4), s(2)], becomes: [s(8), s(6)] },
    ],
    [
      "two bare lines, new ones in the file's way",
      {
        pairs: [
          ["", s(4)],
          ["", s(4)],
        ],
        wanted: [s(4)],
        becomes: [s(8)],
      },
    ],
    [
      "new lines in the blanks of the file, quoted in others",
      { pairs: [[t(1), s(4)]], wanted: [s(8)], becomes: [s(8)] },
    ],
    [
      "new lines in the blanks of the quotation",
      { pairs: [[t(1), s(4)]], wanted: [t(2)], unit: s(4), becomes: [s(8)] },
    ],
    [
      "a slip among indented lines",
      {
        pairs: [
          [s(3), s(4)],
          [s(4), s(4)],
        ],
        wanted: [s(8)],
        becomes: [s(8)],
      },
    ],
    [
      "a bare line among bare lines",
      {
        pairs: [
          ["", s(4)],
          ["", ""],
        ],
        wanted: [s(2)],
        becomes: [s(2)],
      },
    ],
    [
      "half the unit, told from a slip by lines without indentation",
      {
        pairs: [
          [s(2), s(4)],
          ["", ""],
        ],
        wanted: [s(2), s(4)],
        becomes: [s(4), s(8)],
      },
    ],
    [
      "what the same indentation became, though nothing explains it",
      {
        pairs: [
          ["", s(1)],
          [s(2), s(4)],
          [s(4), s(9)],
        ],
        wanted: [s(2), s(4)],
        becomes: [s(4), s(9)],
      },
    ],
    [
      "the same, where lines repeat",
      {
        pairs: [
          ["", s(1)],
          [s(2), s(4)],
          [s(2), s(4)],
          [s(4), s(9)],
        ],
        wanted: [s(2)],
        becomes: [s(4)],
      },
    ],
    [
      "a unit or a shift: the unit, when it is the file's",
      { pairs: [[s(2), s(4)]], wanted: [s(2), s(4)], unit: s(4), becomes: [s(4), s(8)] },
    ],
    [
      "a unit or a shift: the shift, when the file's unit is another",
      { pairs: [[s(2), s(4)]], wanted: [s(2), s(4)], unit: s(2), becomes: [s(4), s(6)] },
    ],
    [
      "a unit or a shift: the shift, when the file tells no unit",
      { pairs: [[s(2), s(4)]], wanted: [s(2), s(4)], becomes: [s(4), s(6)] },
    ],
    [
      "a unit or a shift: the shift, when lines are deeper by more than the unit",
      { pairs: [[s(2), s(4)]], wanted: [s(6)], unit: s(4), becomes: [s(8)] },
    ],
    [
      "a shift that most lines agree on",
      {
        pairs: [
          [s(2), s(4)],
          [s(4), s(6)],
          [s(5), s(6)],
        ],
        wanted: [s(8)],
        becomes: [s(10)],
      },
    ],
    [
      "an extra level of tabs behind which spaces stand",
      {
        pairs: [
          [t(1), t(2)],
          [`${t(1)} `, `${t(2)} `],
        ],
        wanted: [`${t(1)}  `],
        becomes: [`${t(2)}  `],
      },
    ],
    [
      "a tab for four spaces, and two spaces that are less than that",
      {
        pairs: [
          [s(4), t(1)],
          [s(2), s(2)],
        ],
        wanted: [s(4)],
        becomes: [t(1)],
      },
    ],
    [
      "new lines in the blanks of the file, which is deeper",
      {
        pairs: [
          [t(1), s(8)],
          [t(2), s(12)],
        ],
        wanted: [s(12)],
        becomes: [s(12)],
      },
    ],
    [
      "what the same indentation became, the deepest line first",
      {
        pairs: [
          [s(4), s(9)],
          [s(2), s(4)],
          ["", s(1)],
        ],
        wanted: [s(2), s(4)],
        becomes: [s(4), s(9)],
      },
    ],
    [
      "the unit that all new lines are whole levels of",
      {
        pairs: [
          ["", ""],
          [s(4), s(8)],
        ],
        wanted: [s(6)],
        unit: s(4),
        becomes: [s(12)],
      },
    ],
    [
      "units that lead to the same",
      {
        pairs: [
          ["", ""],
          [s(4), s(8)],
        ],
        wanted: [s(8)],
        unit: s(4),
        becomes: [s(16)],
      },
    ],
    [
      "less than a level, kept as it is by every unit",
      {
        pairs: [
          ["", ""],
          [s(4), s(8)],
        ],
        wanted: [s(5)],
        unit: s(4),
        becomes: [s(9)],
      },
    ],
    [
      "a unit or a shift: the unit, when the least step is the unit",
      { pairs: [[s(2), s(4)]], wanted: [s(2), s(4), s(8)], unit: s(4), becomes: [s(4), s(8), s(16)] },
    ],
  ])("%s", (_, { pairs, wanted, unit, becomes }) => {
    const map = planIndentation({ pairs: toPairs(pairs), removed: [], wanted, detectUnit: () => unit ?? null });
    expect(map === null ? null : wanted.map(map)).toEqual(becomes);
  });

  it.each<[name: string, rule: Omit<Rule, "becomes">]>([
    [
      "an indentation that became two",
      {
        pairs: [
          [s(2), s(3)],
          [s(2), s(5)],
          [s(4), s(9)],
        ],
        wanted: [s(2)],
      },
    ],
    [
      "a deeper line that is less deep in the file",
      {
        pairs: [
          [s(2), s(5)],
          [s(4), s(3)],
        ],
        wanted: [s(2)],
      },
    ],
    [
      "a deeper line that is as deep in the file",
      {
        pairs: [
          [s(2), s(5)],
          [s(4), s(5)],
          [s(5), s(7)],
        ],
        wanted: [s(2)],
      },
    ],
    [
      "a depth that no line has",
      {
        pairs: [
          ["", s(1)],
          [s(2), s(4)],
          [s(4), s(9)],
        ],
        wanted: [s(2), s(6)],
      },
    ],
    [
      "lines of which no two agree",
      {
        pairs: [
          [s(2), s(4)],
          [s(4), s(9)],
        ],
        wanted: [s(8)],
      },
    ],
    [
      "a new line before the margin among others",
      {
        pairs: [
          [s(8), s(4)],
          [s(12), s(8)],
        ],
        wanted: [s(8), s(2)],
      },
    ],
  ])("refuses %s", (_, { pairs, wanted }) => {
    expect(planIndentation({ pairs: toPairs(pairs), removed: [], wanted, detectUnit: () => null })).toBeNull();
  });
});

describe("planCommonPrefix", () => {
  it("puts in front what every line has more, whatever follows it", () => {
    const map = planCommonPrefix(
      toPairs([
        ["", t(1)],
        [s(2), `${t(1)}${s(2)}`],
      ]),
    );
    expect([map?.(""), map?.(s(1)), map?.(t(1))]).toEqual([t(1), `${t(1)} `, t(2)]);
  });

  it("takes away what every line has less, and answers null for one that lacks it", () => {
    const map = planCommonPrefix(
      toPairs([
        [`${t(1)}${s(2)}`, s(2)],
        [t(1), ""],
      ]),
    );
    expect([map?.(t(2)), map?.(s(2)), map?.("")]).toEqual([t(1), null, null]);
  });

  it("is null when lines differ in it, when one has another kind of blank, and without lines", () => {
    expect(
      planCommonPrefix(
        toPairs([
          ["", s(2)],
          ["", s(4)],
        ]),
      ),
    ).toBeNull();
    expect(planCommonPrefix(toPairs([[s(2), t(1)]]))).toBeNull();
    expect(planCommonPrefix([])).toBeNull();
  });
});

describe("planPrefixOfMost", () => {
  it.each<[name: string, pairs: Pairs, expected: string | null]>([
    [
      "two of three",
      [
        ["", s(2)],
        [s(2), s(4)],
        ["", s(6)],
      ],
      s(3),
    ],
    [
      "two of three that the file has less",
      [
        [s(4), s(2)],
        [s(2), ""],
        ["", ""],
      ],
      null,
    ],
    ["one of one", [["", s(2)]], null],
    [
      "two of four",
      [
        ["", s(2)],
        ["", s(2)],
        ["", s(4)],
        ["", s(4)],
      ],
      null,
    ],
    [
      "two, and a line that no prefix explains",
      [
        ["", s(2)],
        [s(2), s(4)],
        [s(1), t(1)],
      ],
      s(3),
    ],
  ])("%s", (_, pairs, expected) => {
    expect(planPrefixOfMost(toPairs(pairs))?.(s(1)) ?? null).toBe(expected);
  });
});

describe("planUnitChanges", () => {
  function unitsOf(pairs: Pairs): readonly string[] {
    return planUnitChanges(toPairs(pairs)).map(({ old, file }) => JSON.stringify([old, file]));
  }

  it("finds the one unit that lines of several depths tell", () => {
    expect(
      unitsOf([
        [s(4), t(1)],
        [s(8), t(2)],
      ]),
    ).toEqual([JSON.stringify([s(4), t(1)])]);
    expect(
      unitsOf([
        [t(1), s(2)],
        [t(2), s(4)],
        [t(4), s(8)],
      ]),
    ).toEqual([JSON.stringify([t(1), s(2)])]);
  });

  it("finds one that also makes every line deeper, whichever line comes first", () => {
    expect(
      unitsOf([
        [s(8), t(3)],
        ["", t(1)],
        [s(4), t(2)],
      ]),
    ).toEqual([JSON.stringify([s(4), t(1)])]);
  });

  it("keeps spaces that are less than a level", () => {
    const [change] = planUnitChanges(
      toPairs([
        [s(4), t(1)],
        [s(8), t(2)],
        [s(9), `${t(2)} `],
      ]),
    );
    expect([change?.map(s(6)), change?.map(`${s(4)}${t(1)}`)]).toEqual([`${t(1)}${s(2)}`, null]);
  });

  it("answers null for a line before the margin", () => {
    const [change] = planUnitChanges(
      toPairs([
        [s(8), t(1)],
        [s(12), t(2)],
      ]),
    );
    expect([change?.map(s(4)), change?.map("")]).toEqual(["", null]);
  });

  it("finds none from one depth alone unless the levels agree, none without lines, none of equal units", () => {
    expect(unitsOf([[s(2), t(3)]])).toEqual([]);
    expect(unitsOf([[s(2), t(1)]])).toEqual([JSON.stringify([s(2), t(1)])]);
    expect(unitsOf([])).toEqual([]);
    expect(
      unitsOf([
        [`${s(1)}${t(1)}`, s(4)],
        [`${s(1)}${t(2)}`, s(8)],
      ]),
    ).toEqual([]);
  });
});
