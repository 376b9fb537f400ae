// An edit of a cell is the edit of its text: the same text comes out, and no other byte of the notebook changes.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { propertyRuns } from "../support/property-runs.js";

const line = fc.oneof(
  fc.constantFrom("", "x = 1", "    return a", 'print("é\\n")', "# 🙂 ü", "\ty = {'a': [1, 2]}", '"""', "\\u00e9"),
  fc.string({ unit: fc.constantFrom(..."ab1 \\\"'{}[]:,é🙂"), maxLength: 12 }),
);
const source = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom("", "\n"))
  .map(([lines, end]) => lines.join("\n") + (lines.length > 0 ? end : ""));
const cell = fc.record({ text: source, isList: fc.boolean(), isCode: fc.boolean(), output: source });
const style = fc.record({
  indentation: fc.constantFrom(undefined, 1, 2, "\t"),
  ending: fc.constantFrom("\n", "\r\n"),
  last: fc.constantFrom("", "\n"),
  isEscaped: fc.boolean(),
});

type Cell = typeof cell extends fc.Arbitrary<infer Value> ? Value : never;
type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never;

const toList = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

function write(cells: readonly Cell[], { indentation, ending, last, isEscaped }: Style): string {
  const written = cells.map(({ text, isList, isCode, output }, index) => ({
    z: index,
    cell_type: isCode ? "code" : "markdown",
    source: isList ? toList(text) : text,
    outputs: isCode ? [{ output_type: "stream", text: output }] : undefined,
  }));
  const json = JSON.stringify(
    { source: "no cell", cells: written, nbformat: 4, a: "print", nbformat_minor: 5 },
    null,
    indentation,
  );
  const escaped = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return (isEscaped ? escaped : json).replaceAll("\n", ending) + last;
}

test("an edit of a cell changes its text and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(cell, { minLength: 1, maxLength: 4 }),
      style,
      fc.record({ cell: fc.nat(), from: fc.nat(), lines: fc.integer({ min: 1, max: 3 }), added: source }),
      async (given, written, change) => {
        const index = change.cell % given.length;
        // What is to be found must stand in one place.
        const cells = given.map((one, at) => (at === index ? { ...one, text: `edited here\n${one.text}` } : one));
        const target = cells[index];
        if (target === undefined) return;
        const lines = toList(target.text);
        const oldText = lines.slice(0, 1 + (change.from % lines.length)).join("");
        const newText = `${change.added}\nnew here\n`;
        const expected = target.text.replace(oldText, () => newText);
        const before = write(cells, written);
        const workspace = createInMemoryWorkspace({ files: { "a.ipynb": before }, trusted: true });
        const { edit } = createFileTools({ workspace });
        const output = await edit.execute({ path: "a.ipynb", edits: [{ oldText, newText }] });
        expect(output).not.toHaveProperty("error");
        const after = Buffer.from(await workspace.fs.readFile("a.ipynb")).toString();
        const wanted = cells.map((one, at) =>
          at === index ? { ...one, text: JSON.parse(after).cells[at].source } : one,
        );
        const found = wanted.map((one) => ({ ...one, text: Array.isArray(one.text) ? one.text.join("") : one.text }));
        expect([expected, expected.replace(/\n$/, "")]).toContain(found[index]?.text);
        // Where nothing in the file is escaped, there is nothing to tell whether new text is to be.
        const isTold =
          !written.isEscaped ||
          /[^\p{ASCII}]/u.test(JSON.stringify(JSON.parse(before))) ||
          !/[^\p{ASCII}]/u.test(newText);
        if (isTold) expect(after).toBe(write(found, written));
        else expect(JSON.parse(after)).toEqual(JSON.parse(write(found, written)));
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});
