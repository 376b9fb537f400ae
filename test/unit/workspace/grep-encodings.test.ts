import { isUtf8 } from "node:buffer";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { encodeText } from "../../../src/text/encoding.js";
import type { TextEncodingName } from "../../../src/text/text-format.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { GrepOptions, GrepResult } from "../../../src/workspace/interfaces/workspace.js";
import { Sandbox } from "../../support/temp-workspace.js";

type Files = Readonly<Record<string, string | Uint8Array>>;

const sandbox = new Sandbox();

afterEach(async () => {
  await sandbox.remove();
});

/** Answers the same search on the disk and in memory. */
async function grepBoth(files: Files, pattern: string, options: GrepOptions = {}): Promise<readonly GrepResult[]> {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(sandbox.root, path)), { recursive: true });
    writeFileSync(join(sandbox.root, path), content);
  }
  const disk = await sandbox.open();
  const memory = createInMemoryWorkspace({ files: { ...files } });
  return [await disk.fs.grep(pattern, options), await memory.fs.grep(pattern, options)];
}

const JAPANESE = "これはテストのファイルです。\n検索する文字列はここにあります。\n";
const RUSSIAN = "Это проверка поиска по файлам.\nСтрока с ошибкой находится здесь.\n";

interface Case {
  readonly encoding: TextEncodingName;
  readonly text: string;
  readonly pattern: string;
}

const CASES: readonly Case[] = [
  { encoding: "windows-1252", text: "one\nDas Menü ist groß – 5 €\n", pattern: "Menü ist groß –" },
  { encoding: "utf-16le", text: JAPANESE, pattern: "文字列" },
  { encoding: "utf-16be", text: JAPANESE, pattern: "文字列" },
  { encoding: "shift_jis", text: JAPANESE, pattern: "文字列" },
  { encoding: "euc-jp", text: JAPANESE, pattern: "文字列" },
  { encoding: "gb18030", text: "这是一个测试文件，我们在这里。\n第二行有错误的类型。\n", pattern: "错误的类型" },
  { encoding: "euc-kr", text: "이것은 파일을 시험하는 것입니다.\n여기에는 오류가 있습니다.\n", pattern: "오류가" },
  { encoding: "windows-1251", text: RUSSIAN, pattern: "ошибкой" },
  { encoding: "koi8-r", text: RUSSIAN, pattern: "ошибкой" },
  { encoding: "iso-8859-2", text: "# coding: latin-2\nžluťoučký kůň\n", pattern: "kůň" },
];

function encode({ encoding, text }: Case): Uint8Array {
  return encodeText(text, { encoding, bom: encoding.startsWith("utf-16") });
}

describe("text outside ASCII", () => {
  test.each(CASES)("is found in $encoding", async (example) => {
    const files = { "a/plain.txt": "nothing\n", "b.txt": encode(example), "c.txt": `x ${example.pattern}\n` };
    for (const options of [{}, { path: "b.txt" }, { context: 1 }, { ignoreCase: true }, { regex: true }]) {
      const [disk, memory] = await grepBoth(files, example.pattern, options);
      expect(disk).toEqual(memory);
      expect(disk?.hits).toContainEqual(expect.objectContaining({ path: "b.txt", line: 2 }));
    }
  });

  test.each<[string, GrepOptions]>([
    ["as files", { mode: "files" }],
    ["as counts", { mode: "count" }],
    ["as a page of files", { mode: "files", limit: 1, offset: 1 }],
    ["on a page", { limit: 2, offset: 1 }],
    ["on the last page", { limit: 1, offset: 5 }],
    ["across lines", { multiline: true }],
    ["below a directory", { path: "d" }],
    ["by name", { glob: "*.log" }],
    ["among ignored files", { includeIgnored: true }],
  ])("is found %s, in the order of paths", async (_how, options) => {
    const latin1 = Buffer.from("größe\r\nb\ngröße\r\n", "latin1");
    const files = {
      ".gitignore": "hidden\n",
      "a.txt": "größe\n",
      "b.txt": latin1,
      "d/c.log": latin1,
      "d/e.txt": "größe\n",
      "hidden/x.txt": latin1,
      "d.txt": Buffer.from("nothing here: \xe9\n", "latin1"),
    };
    const [disk, memory] = await grepBoth(files, "größe", options);
    expect(disk).toEqual(memory);
    expect(disk?.hits.length === 0 && disk.files?.length === 0).toBe(false);
  });

  test("is not invented where only its bytes stand", async () => {
    const [disk, memory] = await grepBoth({ "a.txt": Buffer.from("gr\xc3\xb6\xdfe \xe9\n", "latin1") }, "ö");
    expect(disk).toEqual(memory);
  });

  test.each(["caf.$", "caf\\w", "gr[^x]n", "\\p{Lu}cole", "caf\\x{e9}"])("is found by %s", async (pattern) => {
    const files = { "a.txt": Buffer.from("café\ngrün\nÉcole\n", "latin1"), "b.txt": "plain\n" };
    const [disk, memory] = await grepBoth(files, pattern, { regex: true });
    expect(disk?.hits).toHaveLength(1);
    expect(disk).toEqual(memory);
  });

  test("is looked for wherever bytes are not UTF-8", async () => {
    const bytes = [
      "a",
      "\x80",
      "\x90",
      "\xa0",
      "\xbf",
      "\xc0",
      "\xc3",
      "\xe0",
      "\xe2",
      "\xed",
      "\xf0",
      "\xf1",
      "\xf4",
      "\xff",
    ];
    const heads = ["", "\xc3", "\xe2\x82", "\xf0\x9f\x98"];
    const texts = heads.flatMap((head) => bytes.flatMap((one) => ["", ...bytes].map((two) => head + one + two)));
    const files = Object.fromEntries(texts.map((text, index) => [`${index}.txt`, Buffer.from(text, "latin1")]));
    // What stands for bytes that are not UTF-8, and is not among those that are.
    const wellFormed = Object.values(files).filter((content) => isUtf8(content));
    const pattern = `[^\\x00-\\x7f${wellFormed.join("").replaceAll(/[\0-\x7f]/g, "")}]|\\x{fffd}`;
    const [disk, memory] = await grepBoth(files, pattern, { regex: true, mode: "files", limit: 5000 });
    expect(disk).toEqual(memory);
    expect(disk?.filesWithHits).toBeGreaterThan(500);
  });
});

describe("files that have a match", () => {
  test("are named alike by their first lines, on the disk and in memory", async () => {
    const filler = `${"x".repeat(99)}\n`.repeat(1000);
    const files = {
      "binary.bin": "needle\n\0",
      "binary-later.txt": `needle\n${filler}\0`,
      "last.txt": `${filler}needle`,
      "marked.txt": "\ufeffneedle",
      "shift.txt": Buffer.concat([
        Buffer.from("needle\n"),
        encodeText(JAPANESE, { encoding: "shift_jis", bom: false }),
      ]),
      "wide.txt": encodeText("needle\n", { encoding: "utf-16le", bom: true }),
    };
    for (const options of [{}, { ignoreCase: true }, { regex: true }]) {
      const [disk, memory] = await grepBoth(files, "needle", { ...options, mode: "files" });
      expect(memory).toEqual(disk);
      const paths = memory?.files?.map(({ path }) => path);
      expect(paths).toEqual(["binary-later.txt", "last.txt", "marked.txt", "shift.txt", "wide.txt"]);
    }
  });
});
