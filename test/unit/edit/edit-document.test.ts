// What a document shows under each fold, and that it does no work twice.

import { describe, expect, it } from "vitest";
import { EditDocument } from "../../../src/edit/edit-document.js";
import { AsciiText } from "../../../src/text/source-text.js";

const EDIT_VIEWS = ["line_endings", "trailing_blanks", "invisible", "look_alikes"] as const;

describe("EditDocument", () => {
  it("shows a text that needs no fold as it is, uncopied", () => {
    const text = new AsciiText(Buffer.from("one\n  two\n"));
    const document = new EditDocument(text);
    for (const kind of EDIT_VIEWS) expect(document.view(kind).text).toBe(text);
    expect(new EditDocument(new AsciiText(Buffer.from(""))).view("line_endings").text).toHaveLength(0);
  });

  it("ends the last line of a view with a line feed that the text may lack", () => {
    const line = new AsciiText(Buffer.from("no ending"));
    expect(new EditDocument(line).view("line_endings").text.slice(0)).toBe("no ending\n");
    expect(new EditDocument("no ending").view("line_endings").text).toBe("no ending\n");
  });

  it("answers one view for each fold that differs, however often it is asked", () => {
    const document = new EditDocument("one \r\n\t“two”  x\n");
    const views = [...EDIT_VIEWS, "indentation", "blank_runs"] as const;
    expect(views.map((kind) => document.view(kind).text)).toEqual([
      "one \n\t“two”  x\n",
      "one\n\t“two”  x\n",
      "one\n\t“two”  x\n",
      'one\n\t"two"  x\n',
      'one\n"two"  x\n',
      'one\n"two" x\n',
    ]);
    for (const kind of views) expect(document.view(kind)).toBe(document.view(kind));
    const whole = document.view("blank_runs");
    expect(document.denseView(whole)).toBe(document.denseView(whole));
  });

  it("folds no look-alikes where there are none", () => {
    const document = new EditDocument("one \ntwo\n");
    expect(document.view("look_alikes")).toBe(document.view("trailing_blanks"));
    expect(document.view("invisible")).toBe(document.view("trailing_blanks"));
    expect(document.view("trailing_blanks")).not.toBe(document.view("line_endings"));
    expect(document.view("indentation")).not.toBe(document.view("trailing_blanks"));
  });

  it("leads back from a text that needs no fold, whose last line ending may be none", () => {
    const view = new EditDocument("one\ntwo").view("line_endings");
    expect(view.hasVirtualEnd).toBe(true);
    expect(view.rangeOf({ start: 4, end: 8 })).toEqual({ start: 4, end: 7 });
    expect([0, 3, 4, 7].map((offset) => view.lineAt(offset))).toEqual([0, 0, 1, 1]);
    expect(new EditDocument("").view("line_endings").hasVirtualEnd).toBe(false);
    expect(new EditDocument("a\n").view("line_endings").hasVirtualEnd).toBe(false);
  });

  it("knows whether there is anything outside ASCII, and blanks at the end of a line", () => {
    const ask = (text: string): readonly boolean[] => {
      const document = new EditDocument(text);
      return [document.hasNonAscii(), document.hasTrailingBlanks()];
    };
    expect(ask("abc\n")).toEqual([false, false]);
    expect(ask("äbc\n")).toEqual([true, false]);
    expect(ask("abc\n\t\nx")).toEqual([false, true]);
    expect(ask("abc \r\nx")).toEqual([false, true]);
    expect(ask(" abc\n\nx y\n")).toEqual([false, false]);
    expect(ask("abc\n ")).toEqual([false, true]);
  });

  it("names the line ending near a line", () => {
    const near = (text: string): readonly string[] =>
      [0, 1, 2, 9].map((line) => new EditDocument(text).endingNear(line));
    expect(near("a\nb\nc")).toEqual(["\n", "\n", "\n", "\n"]);
    expect(near("a\r\nb\r\nc")).toEqual(["\r\n", "\r\n", "\r\n", "\r\n"]);
    expect(near("a\r\nb\nc")).toEqual(["\r\n", "\n", "\n", "\n"]);
    expect(near("a\nb\r\nc")).toEqual(["\n", "\r\n", "\r\n", "\r\n"]);
    expect(near("a")).toEqual(["\n", "\n", "\n", "\n"]);
  });
});
