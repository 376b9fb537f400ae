// Calls that could keep the event loop: every tool, at its limits and with hostile input. What fails as expected counts, too.

import {
  createApproval,
  createFileTools,
  createInMemoryWorkspace,
  createSecretRedactor,
  type FileTools,
  openWorkspace,
} from "ai-file-tools";
import { fill, largeFiles, MIB, makeTree, nameTexts, secretTexts } from "./hostile-data.js";

const KIB = 1024;

/** Something that may be asked of the package. */
export interface HoldCase {
  readonly name: string;
  /** Makes what is asked for, which is not measured, and answers the call. */
  readonly prepare: () => () => Promise<unknown>;
}

type Input = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;
type AnyTool = { execute(input: never, options?: never): unknown };

/** What the calls are made on. */
interface Bench {
  readonly tools: FileTools;
  /** With redaction. */
  readonly hidden: FileTools;
  /** With a guard. */
  readonly guarded: FileTools;
  readonly memory: FileTools;
}

async function call(tool: unknown, input: unknown): Promise<unknown> {
  const answer = (tool as AnyTool).execute(input as never);
  if (typeof answer !== "object" || answer === null || !(Symbol.asyncIterator in answer)) return answer;
  let last: unknown;
  for await (const snapshot of answer as AsyncIterable<unknown>) last = snapshot;
  return last;
}

/** Lists cases of one kind, by their names. */
function cases(kind: string, runs: Readonly<Record<string, () => Promise<unknown>>>): readonly HoldCase[] {
  return Object.entries(runs).map(([name, run]) => ({ name: `${kind}: ${name}`, prepare: () => run }));
}

const MILLION = 1_000_000;

function makeBrackets(): string {
  return "[".repeat(100_000);
}

function makeEdits(): readonly Input[] {
  return Array.from({ length: MILLION }, () => ({ oldText: "a", newText: "b" }));
}

function makeFields(): Input {
  return Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`f${index}`, index]));
}

/** Made for each case anew: kept in memory, they would make every collection of garbage a long one. */
const HOSTILE_VALUES: Readonly<Record<string, () => unknown>> = {
  brackets: makeBrackets,
  objects: () => '{"a":'.repeat(100_000),
  mixed: () => '[{"a":'.repeat(100_000),
  "closed brackets": () => `${makeBrackets()}${"]".repeat(100_000)}`,
  "million brackets": () => "[".repeat(5 * MILLION),
  "brackets in a text": () => JSON.stringify([makeBrackets()]),
  "a million of edits": makeEdits,
  "a million of edits as text": () => JSON.stringify(makeEdits()),
  "a million of texts": () => Array.from({ length: MILLION }, () => "a"),
  "a million of numbers": () => JSON.stringify(Array.from({ length: MILLION }, () => 1)),
  "10,000 edits by other names": () => Array.from({ length: 10_000 }, () => ({ old_string: "a", new_string: "b" })),
  "deep value": () => Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 1),
  "many fields": makeFields,
  "many fields as text": () => JSON.stringify(makeFields()),
  "8 MB of raw control characters": () => `["${"\n\t".repeat(4 * MILLION)}"`,
  "500 KB of raw control characters": () => `["${"\n\t".repeat(250_000)}"]`,
};

/** Lists cases of one kind for each hostile value. */
function hostileCases(kind: string, ask: (value: unknown) => Promise<unknown>): readonly HoldCase[] {
  return Object.entries(HOSTILE_VALUES).map(([name, make]) => ({
    name: `${kind}, ${name}`,
    prepare: () => {
      const value = make();
      return () => ask(value);
    },
  }));
}

function inputCases({ tools }: Bench): readonly HoldCase[] {
  return [
    ...hostileCases("input: edits", (edits) => call(tools.edit, { path: "lines.txt", edits })),
    ...hostileCases("input: all of it", (input) => call(tools.read, input)),
    ...hostileCases("input: path", (path) => call(tools.grep, { path, pattern: "a" })),
    ...hostileCases("input: patch", (patch) => call(tools.apply_patch, { patch })),
    ...hostileCases("input: command", (command) => call(tools.exec, { command })),
  ];
}

function readCases({ tools, hidden }: Bench): readonly HoldCase[] {
  const files = Object.keys(largeFiles()).flatMap((path) =>
    cases("read", {
      [path]: () => call(tools.read, { path }),
      [`end of ${path}`]: () => call(tools.read, { path, offset: -5 }),
      [`hidden, ${path}`]: () => call(hidden.read, { path, limit: 3 }),
    }),
  );
  const others = cases("read", {
    "line 900,000": () => call(tools.read, { path: "lines.txt", offset: 900_000, limit: 5 }),
    "a name that is not there": () => call(tools.read, { path: "wide/fiel-99999.txt" }),
    "a long path": () => call(tools.read, { path: "a/".repeat(4000) }),
  });
  return [...files, ...others];
}

function hiddenCases({ hidden }: Bench): readonly HoldCase[] {
  const parts = Object.entries(nameTexts(secretTexts(800 * KIB))).flatMap(([name, text]) => {
    const path = `redact/${name}`;
    const around = { path, pattern: text.slice(0, 3), context: 20, multiline: true };
    const added = text.slice(0, 200 * KIB).replaceAll("\n", "\n+");
    return cases("hidden", {
      [`read ${name}`]: () => call(hidden.read, { path }),
      [`grep ${name}`]: () => call(hidden.grep, { path, pattern: text.slice(0, 5) }),
      [`grep around ${name}`]: () => call(hidden.grep, around),
      [`edit ${name}`]: () => rehearse(hidden.edit, { path, edits: [{ oldText: text.slice(-6), newText: "!" }] }),
      [`write ${name}`]: () => call(hidden.write, { path: `written/${name}`, content: `${text}!` }),
      [`patch ${name}`]: () =>
        rehearse(hidden.apply_patch, { patch: envelope([`*** Add File: p/${name}\n+${added}\n`]) }),
      [`exec ${name}`]: () => call(hidden.exec, { command: `head -c 32000 ${path}` }),
    });
  });
  const wholes = Object.entries(secretTexts(2 * MIB - KIB)).flatMap(([name, content]) =>
    cases("hidden", { [`write 2 MiB of ${name}`]: () => call(hidden.write, { path: `large/${name}.txt`, content }) }),
  );
  return [...parts, ...wholes];
}

function rehearse(tool: unknown, input: Input): Promise<unknown> {
  return call(tool, { ...input, dryRun: true });
}

const CONTENTS: Texts = {
  "other lines": fill(2 * MIB - KIB, (index) => `other ${index}\n`),
  "a million lines": fill(2 * MIB - KIB, (index) => `${(index * 7) % 10}\n`),
  "empty lines": "\n".repeat(2 * MIB - KIB),
  "one line": "b".repeat(2 * MIB - KIB),
  returns: "\r".repeat(2 * MIB - KIB),
  "beyond ASCII": "\u20ac".repeat((2 * MIB) / 3 - KIB),
  omissions: "// ... rest of the code ...\n".repeat(70_000),
  invisible: "\u200b\u202e\n".repeat(200_000),
};

function writeCases({ tools, guarded, memory }: Bench): readonly HoldCase[] {
  return Object.entries(CONTENTS).flatMap(([name, content]) =>
    cases("write", {
      [name]: () => call(tools.write, { path: "out.txt", content }),
      [`${name} once more`]: () => call(guarded.write, { path: "out.txt", content: `${content.slice(1)}!` }),
      [`in memory, ${name}`]: () => call(memory.write, { path: "a.txt", content }),
      [`file, ${name}`]: () => call(tools.file, { operation: "write", path: "out-2.txt", content, overwrite: true }),
    }),
  );
}

const LARGE = ["two-mib.txt", "million.txt", "same.txt", "same-one.txt", "crlf.txt", "spaces.txt"] as const;
const NOTEBOOKS = [
  "flat.ipynb",
  "cells.ipynb",
  "nested-cell.ipynb",
  "nested.ipynb",
  "many.ipynb",
  "numbers.ipynb",
] as const;

function manyEdits(oldTextOf: (index: number) => string): readonly Input[] {
  return Array.from({ length: 10_000 }, (_, index) => ({ oldText: oldTextOf(index), newText: `LINE ${index} of` }));
}

function editCases({ tools }: Bench): readonly HoldCase[] {
  const edit = (path: string, edits: readonly Input[]): Promise<unknown> => rehearse(tools.edit, { path, edits });
  const missing = (path: string, oldText: string): Promise<unknown> => edit(path, [{ oldText, newText: "" }]);
  const files = LARGE.flatMap((path) => [
    ...cases("edit", {
      [`nothing like it in ${path}`]: () => missing(path, "line 17 of teh\ntext is not there\n"),
      [`a long text not in ${path}`]: () =>
        missing(
          path,
          fill(MIB, (index) => `line ${index} of a txt\n`),
        ),
      [`one long line not in ${path}`]: () => missing(path, `${"a".repeat(MIB)}b`),
      [`blanks in ${path}`]: () => missing(path, ` ${" \n".repeat(10_000)}`),
      [`10,000 in ${path}`]: () =>
        edit(
          path,
          manyEdits((index) => `line ${index * 5} of`),
        ),
      [`10,000 missing in ${path}`]: () =>
        edit(
          path,
          manyEdits((index) => `line  ${index * 5}  of`),
        ),
    }),
    ...["e", "l", "a", "1", "\n"].flatMap((oldText) =>
      cases("edit", {
        [`all ${JSON.stringify(oldText)} in ${path}`]: () => edit(path, [{ oldText, newText: "EE", replaceAll: true }]),
      }),
    ),
  ]);
  const notebooks = NOTEBOOKS.flatMap((path) =>
    cases("edit", { [path]: () => edit(path, [{ oldText: "print(5)", newText: "print(6)" }]) }),
  );
  return [...files, ...notebooks];
}

function envelope(parts: readonly string[]): string {
  return `*** Begin Patch\n${parts.join("")}*** End Patch\n`;
}

function repeat(count: number, unit: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => unit(index)).join("");
}

function update(path: string, hunks: string): string {
  return envelope([`*** Update File: ${path}\n${hunks}`]);
}

function hunks(count: number, line: (index: number) => string): string {
  return repeat(count, (index) => `@@\n-${line(index)}\n+changed ${index}\n`);
}

const PATCHES: Texts = {
  "4000 hunks": update(
    "two-mib.txt",
    hunks(4000, (index) => `line ${index * 10} of the text`),
  ),
  "4000 hunks backwards": update(
    "two-mib.txt",
    hunks(4000, (index) => `line ${40_000 - index * 10} of the text`),
  ),
  "hunks that are not there": update(
    "two-mib.txt",
    hunks(4000, (index) => `line ${index} is missing`),
  ),
  "hunks in the same": update(
    "same.txt",
    hunks(5000, () => "same line"),
  ),
  "a hunk of blanks": update("spaces.txt", `@@\n${" \n".repeat(50_000)}-gone\n`),
  "a long hunk": update("same.txt", `@@\n${" same line\n".repeat(20_000)}-gone\n`),
  "64 files": envelope([repeat(64, (index) => `*** Add File: new/${index}.txt\n${"+new line\n".repeat(350)}`)]),
  "64 large files": envelope([repeat(64, (index) => `*** Update File: ${LARGE[index % 6]}\n@@\n-line ${index}\n+x\n`)]),
  "10,000 headers": envelope([repeat(10_000, (index) => `*** Delete File: x${index}\n`)]),
  anchors: update("two-mib.txt", `${"@@ class A\n".repeat(20_000)}-x\n`),
  "one line": `*** Begin Patch${"x".repeat(250 * KIB)}`,
  unified: `--- a/two-mib.txt\n+++ b/two-mib.txt\n${repeat(4000, (index) => `@@ -${index * 10 + 1},1 +${index * 10 + 1},1 @@\n-line ${index * 10} of the text\n+y\n`)}`,
  "too long": `*** Begin Patch\n${"+x\n".repeat(2 * MILLION)}`,
  quoted: JSON.stringify(["apply_patch", `*** Begin Patch\n${"+x\n".repeat(60_000)}`]),
};

function patchCases({ tools, hidden }: Bench): readonly HoldCase[] {
  return Object.entries(PATCHES).flatMap(([name, patch]) =>
    cases("patch", {
      [name]: () => rehearse(tools.apply_patch, { patch }),
      [`hidden, ${name}`]: () => rehearse(hidden.apply_patch, { patch }),
    }),
  );
}

const SEARCHES: readonly (Input & { readonly pattern: string })[] = [
  { pattern: "5" },
  { pattern: "zzzzzzz" },
  { pattern: "(a|b|c|d)*e", regex: true },
  { pattern: "(x+x+)+y", regex: true },
  { pattern: "[\\s\\S]*z", regex: true, multiline: true },
  { pattern: "line\\s+\\d+\\s+of[\\s\\S]*?text\\nzz", regex: true, multiline: true },
  { pattern: "(\\w+\\n)+zz", regex: true, multiline: true },
  { pattern: "^$", regex: true },
  { pattern: "\\d{1,500}x", regex: true },
  { pattern: "(".repeat(1000), regex: true },
  { pattern: `${"(a".repeat(400)}${")*".repeat(400)}`, regex: true },
  { pattern: "a{1,1000}".repeat(10), regex: true },
  { pattern: "\u017f", ignoreCase: true },
  { pattern: repeat(5000, (index) => `w${index}|`), regex: true },
  { pattern: "x".repeat(100_000) },
  { pattern: "line", context: 20, limit: 200 },
  { pattern: "\n", multiline: true },
];

const GLOBS: readonly string[] = [
  "**/*",
  "{a,b}".repeat(10),
  `${"{a,{b,".repeat(50)}c${"}}".repeat(50)}`,
  "*a".repeat(300),
  "**/".repeat(200),
  "[a-z]".repeat(150),
  `{${"x,".repeat(400)}x}`,
  "?(a|b)".repeat(100),
  "wide/*",
  "**/file-9*.txt",
];

function searchCases({ tools, memory }: Bench): readonly HoldCase[] {
  const paths = ["lines.txt", "one-line.txt", "two-mib.txt", "million.txt", "invalid.txt", "utf-16.txt", "."];
  const searches = SEARCHES.flatMap((search, index) => {
    const name = `${index} ${search.pattern.slice(0, 20)}`;
    return [
      ...paths.flatMap((path) =>
        cases("grep", { [`${name} in ${path}`]: () => call(tools.grep, { ...search, path }) }),
      ),
      ...cases("grep", { [`${name} in memory`]: () => call(memory.grep, search) }),
    ];
  });
  const globs = GLOBS.flatMap((glob, index) => [
    ...cases("glob", { [`${index} ${glob.slice(0, 20)}`]: () => call(tools.glob, { pattern: glob }) }),
    ...cases("grep", {
      [`glob ${index} ${glob.slice(0, 20)}`]: () => call(tools.grep, { pattern: "text", glob, path: "rules" }),
    }),
  ]);
  return [...searches, ...globs];
}

function listingCases({ tools }: Bench): readonly HoldCase[] {
  const pages = [0, 50_000, 99_000].flatMap((offset) =>
    cases("list", { [`wide from ${offset}`]: () => call(tools.list, { path: "wide", offset }) }),
  );
  const directories = ["wide", "rules/deep/tree", "deep", "links", "."].flatMap((path) =>
    cases("directory", {
      [`list ${path}`]: () => call(tools.list, { path }),
      [`glob below ${path}`]: () => call(tools.glob, { pattern: "**/*x*", path }),
      [`list_dir ${path}`]: () => call(tools.file, { operation: "list_dir", path }),
      [`search ${path}`]: () => call(tools.file, { operation: "search", path, query: "text" }),
      [`stat ${path}`]: () => call(tools.file, { operation: "stat", path }),
    }),
  );
  const others = cases("file", {
    tree: () => call(tools.list, { path: ".", depth: 20 }),
    "a name that is not there": () => call(tools.file, { operation: "stat", path: "wide/file-9999999.txt" }),
    "copy 8 MB": () =>
      call(tools.file, { operation: "copy", path: "lines.txt", targetPath: "to.txt", overwrite: true }),
  });
  return [...pages, ...directories, ...others];
}

const COMMANDS: Texts = {
  "much output": "yes | head -c 20000000",
  "long line": `echo ${"a".repeat(8000)}`,
  "many commands": "true; ".repeat(30),
  nested: "$(".repeat(1000),
  braces: `echo ${"{a,b}".repeat(200)}`,
  quotes: "'\"".repeat(2000),
  "16 MB": "a ".repeat(8 * MIB),
};

function commandCases({ tools, hidden }: Bench): readonly HoldCase[] {
  return Object.entries(COMMANDS).flatMap(([name, command]) =>
    cases("exec", {
      [name]: () => call(tools.exec, { command }),
      [`hidden, ${name}`]: () => call(hidden.exec, { command }),
    }),
  );
}

function approvalCases({ tools }: Bench): readonly HoldCase[] {
  const rules = Array.from({ length: 300 }, (_, index) => ({
    paths: [`**/a*${index}*/**`, `b/**/{c,d}${index}`],
    decision: "ask" as const,
  }));
  const { toolApproval } = createApproval(tools, rules);
  let calls = 0;
  const ask = (tool: keyof FileTools, input: unknown): Promise<unknown> => {
    calls += 1;
    return toolApproval[tool](input, { toolCallId: `call-${calls}` });
  };
  const asked = (kind: keyof FileTools, inputs: Input, toInput: (value: unknown) => unknown): readonly HoldCase[] =>
    Object.entries(inputs).flatMap(([name, value]) =>
      cases("approval", { [`${kind}, ${name}`]: () => ask(kind, toInput(value)) }),
    );
  return [
    ...asked("write", CONTENTS, (content) => ({ path: "million.txt", content })),
    ...asked("apply_patch", PATCHES, (patch) => ({ patch })),
    ...hostileCases("approval: edit", (edits) => ask("edit", { path: "lines.txt", edits })),
    ...asked("file", { "move wide": { operation: "move", path: "wide", targetPath: "narrow" } }, (input) => input),
    ...hostileCases("approval: file", (input) => ask("file", input)),
    ...asked("exec", COMMANDS, (command) => ({ command })),
  ];
}

/** Makes what the calls are made on, and lists them. */
export async function prepareCases(root: string): Promise<readonly HoldCase[]> {
  await makeTree(root);
  const workspace = await openWorkspace({ root, trusted: true });
  const files = { "a.txt": fill(2 * MIB, (index) => `line ${index}\n`) };
  const bench: Bench = {
    tools: createFileTools({ workspace }),
    hidden: createFileTools({ workspace, redact: createSecretRedactor() }),
    guarded: createFileTools({ workspace, guard: "warn" }),
    memory: createFileTools({ workspace: createInMemoryWorkspace({ files, trusted: true }) }),
  };
  const kinds = [
    inputCases,
    readCases,
    hiddenCases,
    writeCases,
    editCases,
    patchCases,
    searchCases,
    listingCases,
    commandCases,
    approvalCases,
  ];
  return kinds.flatMap((list) => list(bench));
}
