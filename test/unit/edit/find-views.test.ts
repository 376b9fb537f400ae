// Where a text is looked for under a fold: around what is rare in it, and nowhere that matters less than everywhere.

import { describe, expect, it } from "vitest";
import { EditDocument, type FoldKind } from "../../../src/edit/edit-document.js";
import { findViews } from "../../../src/edit/find-views.js";
import { AsciiText } from "../../../src/text/source-text.js";

const LINES = Array.from({ length: 400 }, (_, line) => `\tcall(${line}, ${line % 4})${line % 2 === 0 ? " " : ""}`);

function createDocument(ending: string, head = ""): EditDocument {
  const text = head + LINES.map((line) => line + ending).join("");
  return new EditDocument(head === "" ? new AsciiText(Buffer.from(text)) : text);
}

function show(document: EditDocument, kind: FoldKind, text: string): readonly string[] {
  return findViews(document, { kind, text, reach: 1 }).map((view) => view.text.slice(0));
}

describe("findViews", () => {
  it.each<[kind: FoldKind, ending: string, shown: string]>([
    ["trailing_blanks", "\n", "\tcall(6, 2)\n\tcall(7, 3)\n\tcall(8, 0)\n"],
    ["look_alikes", "\n", "\tcall(6, 2)\n\tcall(7, 3)\n\tcall(8, 0)\n"],
    ["line_endings", "\r\n", "\tcall(6, 2) \n\tcall(7, 3)\n\tcall(8, 0) \n"],
    ["indentation", "\n", "call(6, 2)\ncall(7, 3)\ncall(8, 0)\n"],
    ["blank_runs", "\r\n", "call(6, 2)\ncall(7, 3)\ncall(8, 0)\n"],
  ])("shows the lines around the only place, folded for %s", (kind, ending, shown) => {
    const document = createDocument(ending);
    const [view, ...others] = findViews(document, { kind, text: "call(7, 3)", reach: 1 });
    expect(others).toEqual([]);
    expect(view?.text.slice(0)).toBe(shown);
    expect(view?.firstLine).toBe(6);
    expect([0, shown.indexOf("7"), shown.indexOf("8")].map((offset) => view?.lineAt(offset))).toEqual([6, 7, 8]);
    expect(view?.hasVirtualEnd).toBe(false);
  });

  it("leads back to the text, from the middle of it", () => {
    const document = createDocument("\r\n");
    const [view] = findViews(document, { kind: "trailing_blanks", text: "call(8, 0)", reach: 1 });
    const start = view?.text.indexOf("call(8") ?? -1;
    const range = view?.rangeOf({ start, end: start + "call(8, 0)\n".length });
    expect(document.text.slice(range?.start ?? 0, range?.end)).toBe("call(8, 0) \r\n");
  });

  it("shows lines near each other once, and the ends of the text", () => {
    const document = createDocument("\r\n");
    expect(show(document, "indentation", "399, 3)")).toEqual(["call(398, 2)\ncall(399, 3)\n"]);
    expect(show(document, "indentation", "call(0, ")).toEqual(["call(0, 0)\ncall(1, 1)\n"]);
    expect(show(document, "line_endings", "(10")).toHaveLength(2);
    expect(show(document, "line_endings", "call(10")).toEqual([
      "\tcall(9, 1)\n\tcall(10, 2) \n\tcall(11, 3)\n",
      `${LINES.slice(99, 111).join("\n")}\n`,
    ]);
  });

  it("ends a view with a line feed that the text lacks", () => {
    const document = new EditDocument(`${createDocument("\n").text.slice(0)}last`);
    const [view] = findViews(document, { kind: "trailing_blanks", text: "last", reach: 1 });
    expect(view).toMatchObject({ text: "\tcall(399, 3)\nlast\n", hasVirtualEnd: true });
  });

  it("shows nothing when the longest part does not occur, or one that is shorter than a frequent one", () => {
    const document = createDocument("\n");
    expect(show(document, "trailing_blanks", "call(7, 4)")).toEqual([]);
    expect(show(document, "blank_runs", "call(7, something")).toEqual([]);
    expect(show(document, "blank_runs", "call( not")).toEqual([]);
    expect(show(document, "indentation", "call(\ncall(7, 4)")).toEqual([]);
    expect(show(document, "blank_runs", "call(7, no")).toHaveLength(1);
  });

  it("goes by the first part that is rare enough, the longest first", () => {
    const document = createDocument("\n");
    expect(show(document, "trailing_blanks", "\tcall(\n(77")).toEqual([
      "\tcall(76, 0)\n\tcall(77, 1)\n\tcall(78, 2)\n",
    ]);
  });

  it.each<[name: string, kind: FoldKind, text: string]>([
    ["is frequent in every part", "trailing_blanks", "call("],
    ["has no part", "trailing_blanks", "\n\n"],
    ["reaches too far", "indentation", "call(10\n(10\n(2\n(3"],
  ])("shows everything, once for all, when the text %s", (_, kind, text) => {
    const document = createDocument("\n");
    const reach = text.includes("(3") ? 30 : 1;
    expect(findViews(document, { kind, text, reach })).toEqual([document.view(kind)]);
    expect(findViews(document, { kind, text, reach })[0]).toBe(document.view(kind));
  });

  it.each<[kind: FoldKind, text: string, shown: string]>([
    ["look_alikes", "\tcall(377, 1)", "\tcall(376, 0)\n\tcall(377, 1)\n\tcall(378, 2)\n"],
    ["indentation", "call(377, 1)", "call(376, 0)\ncall(377, 1)\ncall(378, 2)\n"],
    ["blank_runs", "call(377,  1)", "call(376, 0)\ncall(377, 1)\ncall(378, 2)\n"],
  ])("goes by words that nothing else folds to where %s folds other characters", (kind, text, shown) => {
    expect(show(createDocument("\n", "“é”（！\n"), kind, text)).toEqual([shown]);
    expect(show(createDocument("\n", "“é”\n"), kind, `${text} nowhere_at_all`)).toEqual([]);
  });

  it("shows everything where other characters may fold to every word that is rare", () => {
    const fullWidth = createDocument("\n", "ｗ（é）\n");
    for (const kind of ["look_alikes", "indentation", "blank_runs"] as const) {
      expect(findViews(fullWidth, { kind, text: "call(377, 1)", reach: 1 })).toEqual([fullWidth.view(kind)]);
      const document = createDocument("\n", "“é”\n");
      expect(findViews(document, { kind, text: "“é”", reach: 1 })).toEqual([document.view(kind)]);
      expect(findViews(document, { kind, text: "call(", reach: 1 })).toEqual([document.view(kind)]);
    }
    expect(show(fullWidth, "invisible", "call(377, 1)")).toHaveLength(1);
    expect(show(fullWidth, "trailing_blanks", "call(377, 1)")).toHaveLength(1);
    expect(show(fullWidth, "indentation", "call(377, 4)")).toEqual([]);
    expect(show(fullWidth, "blank_runs", "call(377, nothing")).toEqual([]);
    expect(show(fullWidth, "look_alikes", "nothing")).toHaveLength(1);
  });

  it("counts what folding costs", () => {
    const document = createDocument("\n");
    document.search.takeSpent();
    findViews(document, { kind: "indentation", text: "call(7, 3)", reach: 1 });
    const shown = LINES.slice(6, 9).join("\n").length + 1;
    expect(document.search.takeSpent()).toBe(document.text.length + 256 + 4 * "call(7, 3)".length + 8 * shown);
    document.view("indentation");
    expect(document.search.takeSpent()).toBe(8 * document.text.length);
    document.view("indentation");
    expect(document.search.takeSpent()).toBe(0);
  });
});
