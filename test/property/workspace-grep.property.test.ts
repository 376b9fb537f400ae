// The same search answers the same on a disk, where ripgrep finds, and in memory, where the matcher scans.

import { isAscii, isUtf8 } from "node:buffer";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isFsError } from "../../src/errors.js";
import { escapeRegex } from "../../src/search/escape-regex.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { GrepOptions, Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";

const RUNS = 20 * Number(process.env["AI_FILE_TOOLS_TEST_SCALE"] ?? 1);

const word = fc.constantFrom("foo", "Foo", "bar", "foo bar", "föö", "x", "\t", " ", "(", "a.b", "日本", "", "$1", "é");
const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(" "));
const ending = fc.constantFrom("\n", "\r\n");
const text = fc.array(fc.tuple(line, ending), { maxLength: 12 }).chain((lines) =>
  fc.boolean().map((isCut) =>
    lines
      .map(([content, end]) => content + end)
      .join("")
      .replace(isCut ? /\r?\n$/ : "", ""),
  ),
);

function encode(content: string, form: "plain" | "bom" | "utf16" | "latin"): Uint8Array {
  if (form === "bom") return Buffer.from(`\ufeff${content}`, "utf8");
  if (form === "utf16") return Buffer.from(`\ufeff${content}`, "utf16le");
  return Buffer.from(content, form === "latin" ? "latin1" : "utf8");
}

const file = fc.record({
  path: fc.constantFrom("a.txt", "b.ts", "sub/a.txt", "sub/c d.md", "sub/deep/e.ts", ".hidden/f", "z.log", "out/g.ts"),
  bytes: fc
    .tuple(text, fc.constantFrom("plain", "plain", "plain", "bom", "utf16", "latin"))
    .map(([content, form]) => encode(content, form)),
});
const rules = fc.constantFrom("", "*.log\n", "out/\n", "sub/*\n!sub/deep/\n", "*.ts\n!b.ts\n");
const tree = fc.record({ files: fc.array(file, { maxLength: 6 }), gitignore: rules, agentignore: rules });

const search = fc.record({
  pattern: fc.constantFrom(
    "foo",
    "bar",
    "ö",
    "x",
    "(",
    "a.b",
    "fo+",
    "^foo",
    "bar$",
    "b.r",
    "\\s",
    "(foo|bar)",
    "[a-c]",
    "日",
    "^$",
    "o\\b",
  ),
  options: fc.record({
    regex: fc.boolean(),
    ignoreCase: fc.boolean(),
    context: fc.constantFrom(0, 1, 2),
    path: fc.constantFrom(".", "sub"),
    glob: fc.constantFrom(undefined, "*.ts", "!*.ts", "sub/**", "**/*.ts", "*.{ts,md}", "sub/*.ts", "a.ts"),
    limit: fc.constantFrom(3, 100),
    offset: fc.constantFrom(0, 2),
    includeIgnored: fc.boolean(),
    mode: fc.constantFrom("content", "content", "files", "count"),
  }),
});

/** ripgrep compares bytes of UTF-8, and so does not find characters beyond ASCII in files of another encoding. */
function hasLegacyFile(files: readonly { bytes: Uint8Array }[]): boolean {
  return files.some(({ bytes }) => !(isUtf8(bytes) || (bytes[0] === 0xff && bytes[1] === 0xfe)));
}

async function answer(workspace: Workspace, pattern: string, options: GrepOptions): Promise<unknown> {
  try {
    const { hits, files, truncated, filesWithHits, skipped } = await workspace.fs.grep(pattern, options);
    return { hits, files, truncated, filesWithHits, skipped };
  } catch (error) {
    if (isFsError(error)) return error.kind;
    throw error;
  }
}

type Tree = typeof tree extends fc.Arbitrary<infer Value> ? Value : never;

function layOut({ files, gitignore, agentignore }: Tree): Record<string, Uint8Array> {
  const contents: Record<string, Uint8Array> = { "sub/keep": Buffer.from("x\n") };
  for (const { path, bytes } of files) contents[path] = bytes;
  if (gitignore !== "") contents[".gitignore"] = Buffer.from(gitignore);
  if (agentignore !== "") contents[".agentignore"] = Buffer.from(agentignore);
  return contents;
}

function writeTree(root: string, contents: Record<string, Uint8Array>): void {
  for (const [path, bytes] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  }
}

test("a search answers the same on disk and in memory", async () => {
  const searches = fc.array(search, { minLength: 4, maxLength: 8 });
  const property = fc.asyncProperty(tree, searches, async (shape, wanted) => {
    const root = mkdtempSync(join(tmpdir(), "grep-"));
    const contents = layOut(shape);
    writeTree(root, contents);
    const onDisk = await openWorkspace({ root });
    const inMemory = createInMemoryWorkspace({ files: contents });
    try {
      for (const { pattern, options } of wanted) {
        if (hasLegacyFile(shape.files) && !isAscii(Buffer.from(pattern))) continue;
        const found = await answer(onDisk, pattern, options);
        expect(found).toEqual(await answer(inMemory, pattern, options));
        if (options.regex) continue;
        // Literal text is first looked for without ripgrep, an expression never.
        expect(found).toEqual(await answer(onDisk, escapeRegex(pattern), { ...options, regex: true }));
      }
    } finally {
      await onDisk.close();
      await inMemory.close();
      rmSync(root, { recursive: true });
    }
  });
  await fc.assert(property, { numRuns: RUNS });
}, 180_000);
