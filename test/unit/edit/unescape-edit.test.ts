// When texts that were escaped once too often are decoded, and when their backslashes could be meant.

import { describe, expect, it } from "vitest";
import { prepareEdit } from "../../../src/edit/prepare-edit.js";
import { unescapeEdit } from "../../../src/edit/unescape-edit.js";

function decode(oldText: string, newText: string): readonly string[] | null {
  const edit = unescapeEdit(prepareEdit({ oldText, newText }, 0));
  return edit === null ? null : [edit.oldText, edit.newText];
}

describe("unescapeEdit", () => {
  it.each<[name: string, oldText: string, newText: string, expected: readonly string[]]>([
    ["line breaks", "a\\nb", "a\\nc", ["a\nb", "a\nc"]],
    ["CRLF to LF", "a\\r\\nb", "a\\r\\nc", ["a\nb", "a\nc"]],
    ["tabs", "\\ta", "\\tb", ["\ta", "\tb"]],
    ["double quotes", 'say(\\"a\\")', 'say(\\"b\\")', ['say("a")', 'say("b")']],
    ["single quotes", "say(\\'a\\')", "say(\\'b\\')", ["say('a')", "say('b')"]],
    ["backticks", "say(\\`a\\`)", "say(\\`b\\`)", ["say(`a`)", "say(`b`)"]],
    ["a newText that has nothing to escape", "a\\nb", "c", ["a\nb", "c"]],
    ["quotes in several lines", 'say(\\"a\\")\nend', 'say(\\"b\\")\nend', ['say("a")\nend', 'say("b")\nend']],
    ["a quote of each kind of its own", 'say(\\"it\'s\\")', 'say(\\"its\\")', ['say("it\'s")', 'say("its")']],
    ["lines that open and close a string each", 'a(\\"x\\")\\nb', 'a(\\"y\\")\\nb', ['a("x")\nb', 'a("y")\nb']],
    ["a carriage return of its own", "a\\rb\\nc", "a\\rb\\nd", ["a\rb\nc", "a\rb\nd"]],
    ["an apostrophe at the end of a word", "a\\nb", "// dogs' bowl\\nb", ["a\nb", "// dogs' bowl\nb"]],
    ["a backslash of the code", "say(\\\\n)\\nb", "say(\\\\n)\\nc", ["say(\\n)\nb", "say(\\n)\nc"]],
    ["a backslash of the code in newText alone", "a\\nb", "a\\nsay(\\\\n)", ["a\nb", "a\nsay(\\n)"]],
    ["an apostrophe in words", "don't\\ndon't", "don't\\nwon't", ["don't\ndon't", "don't\nwon't"]],
  ])("decodes %s", (_, ...[oldText, newText, expected]) => {
    expect(decode(oldText, newText)).toEqual(expected);
  });

  it.each<[name: string, oldText: string, newText: string]>([
    ["nothing is escaped", "a b", "a\\nc"],
    ["another backslash is in oldText", "a\\nb\\d", "a\\nc"],
    ["another backslash is in newText", "a\\nb", "a\\nc\\d"],
    ["a backslash is escaped and a quote is not", 'a\\\\n"b"', 'a\\\\n"c"'],
    ["a backslash is escaped and a line break is not", "a\\\\nb\nc", "a\\\\nb\nd"],
    ["a backslash is escaped in oldText alone", "a\\\\nb", 'a\\\\n"c"'],
    ["a backslash is escaped and another begins no escape", "a\\\\nb\\q", "a\\\\nc"],
    ["a backslash ends the text", "a\\nb\\", "a\\nc"],
    ["oldText has a real line break, too", "a\\nb\nc", "a\\nc"],
    ["newText has a real line break", "a\\nb", "a\nc"],
    ["only newText has an escaped line break", 'say(\\"a\\")', 'say(\\"a\\n\\")'],
    ["only newText has an escaped line break, between strings", 'say(\\"a\\")', 'say(\\"a\\")\\nmore(\\"b\\")'],
    ["a quote is escaped in oldText alone", 'say(\\"a\\")', 'say("b")'],
    ["a quote is escaped here and there", 'say(\\"a")\\n', "say()\\n"],
    ["both become the same", "a\\nb", "a\\r\\nb"],
    ["a string would fall apart into two lines", "x\\ny", 'print(\\"a\\nb\\")'],
  ])("refuses where %s", (_, oldText, newText) => {
    expect(decode(oldText, newText)).toBeNull();
  });

  it("lets a string of several lines be that was one before", () => {
    expect(decode("x = \\`a\\nb\\`", "x = \\`a\\nc\\`")).toEqual(["x = `a\nb`", "x = `a\nc`"]);
  });
});
