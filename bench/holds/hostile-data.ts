// Texts and files that were made against the package, or are as large as it takes.

import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const KIB = 1024;
export const MIB: number = 1024 * KIB;

/** Answers numbers that look random and are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function createToken(random: () => number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return `ghp_${Array.from({ length: 36 }, () => alphabet[Math.floor(random() * alphabet.length)]).join("")}`;
}

/** Repeats units up to a size. */
export function fill(bytes: number, unit: (index: number) => string): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < bytes; index += 1) {
    const part = unit(index);
    parts.push(part);
    length += part.length;
  }
  return parts.join("").slice(0, bytes);
}

/** Texts made against the rules of redaction, or full of what they find. */
export function secretTexts(bytes: number): Readonly<Record<string, string>> {
  const random = createRandom(7);
  return {
    "tokens in lines": fill(bytes, (index) => `const key${index} = "${createToken(random)}";\n`),
    "tokens in one line": fill(bytes, () => `${createToken(random)} `),
    "short tokens in one line": fill(bytes, (index) => `token=Aa1${index.toString(36).padStart(9, "z")} `),
    "the same assignments": "token=".repeat(Math.ceil(bytes / 6)),
    "assignments to nothing": 'password: "'.repeat(Math.ceil(bytes / 11)),
    "opened keys": "-----BEGIN RSA PRIVATE KEY-----\n".repeat(Math.ceil(bytes / 32)),
    "keys in one line": "-----BEGIN PRIVATE KEY-----".repeat(Math.ceil(bytes / 27)),
    addresses: "http://a:".repeat(Math.ceil(bytes / 9)),
    "addresses with passwords": fill(bytes, (index) => `https://me:pass${index}x@host/ `),
    cookies: "cookie: a=1; ".repeat(Math.ceil(bytes / 13)),
    "cookies in lines": fill(bytes, (index) => `Cookie: a=${index}abcdefghijk; b=${createToken(random)}\n`),
    bearers: "bearer ".repeat(Math.ceil(bytes / 7)),
    "tokens of the web": "eyJhbGciOiJI.".repeat(Math.ceil(bytes / 13)),
    quotes: "'\"`\\".repeat(bytes / 4),
    "quotes with names": `password='"\``.repeat(Math.ceil(bytes / 12)),
    brackets: "password=f(".repeat(Math.ceil(bytes / 11)),
    "names and blanks": fill(bytes, () => "password    "),
    "names with values": 'name="password" value='.repeat(Math.ceil(bytes / 22)),
    variables: 'variable "token" { '.repeat(Math.ceil(bytes / 19)),
    "yaml below": "password:\n  ".repeat(Math.ceil(bytes / 12)),
    tags: "<password>".repeat(Math.ceil(bytes / 10)),
    backslashes: `token="${"\\".repeat(bytes - 8)}"`,
    words: "a".repeat(bytes),
    digits: "1".repeat(bytes),
    blanks: " ".repeat(bytes),
    "base64 of one word": fill(bytes, () => "QWxhZGRpbjpvcGVuIHNlc2FtZQ"),
    "-u": "-u a:b".repeat(Math.ceil(bytes / 6)),
    sks: "sk-".repeat(Math.ceil(bytes / 3)),
    xox: "xoxb-1-".repeat(Math.ceil(bytes / 7)),
  };
}

/** Opens lists, and closes them. */
function nest(bytes: number): string {
  return "[".repeat(bytes / 2) + "]".repeat(bytes / 2);
}

function notebook(cells: number, source: unknown, output: unknown): string {
  const cell = {
    cell_type: "code",
    source,
    execution_count: 1,
    metadata: {},
    outputs: [{ output_type: "stream", text: output }],
  };
  return JSON.stringify({
    cells: Array.from({ length: cells }, () => cell),
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });
}

async function writeAll(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
}

/** What files in the tree hold. */
export function largeFiles(): Readonly<Record<string, string | Uint8Array>> {
  const random = createRandom(1);
  return {
    "lines.txt": fill(8 * MIB, (index) => `${index.toString(36).padStart(7, "0")}\n`),
    "empty-lines.txt": "\n".repeat(1_000_000),
    "one-line.txt": fill(8 * MIB, (index) => `${index} `),
    "two-mib.txt": fill(2 * MIB, (index) => `line ${index} of the text\n`),
    "million.txt": fill(2 * MIB, (index) => `${index % 10}\n`),
    "same.txt": "same line\n".repeat(200_000),
    "same-one.txt": "a".repeat(2 * MIB),
    "crlf.txt": fill(2 * MIB, (index) => `line ${index} of the text\r\n`),
    "spaces.txt": fill(2 * MIB, (index) => `${" ".repeat(index % 40)}x${index % 7}  \t\n`),
    "utf-16.txt": Buffer.from(`\ufeff${fill(4 * MIB, (index) => `Zeile ${index}\r\n`)}`, "utf16le"),
    "invalid.txt": Buffer.from(
      fill(8 * MIB, (index) => `caf\u00e9 ${index}\n`),
      "latin1",
    ),
    "random.bin": Buffer.from(Array.from({ length: 4 * MIB }, () => 128 + Math.floor(random() * 127))),
    "picture.png": Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(3 * MIB, 7)]),
    "paper.pdf": Buffer.from(`%PDF-1.7\n${fill(3 * MIB, (index) => `${index} 0 obj << token >>\n`)}`),
    "nested.ipynb": nest(4 * MIB),
    "nested-cell.ipynb": `{"cells":[{"cell_type":"code","source":"a","outputs":[],"metadata":${nest(4 * MIB)}}],"nbformat":4}`,
    "nested-objects.ipynb": `${'{"a":'.repeat(400_000)}1${"}".repeat(400_000)}`,
    "flat.ipynb": notebook(
      40,
      Array.from({ length: 1000 }, (_, index) => `print(${index})\n`),
      "x".repeat(60 * KIB),
    ),
    "cells.ipynb": notebook(20_000, "a", "b"),
    "many.ipynb": `{"cells":[${"[],".repeat(1_000_000)}0]}`,
    "numbers.ipynb": `{"cells":[{"cell_type":"code","source":"a","outputs":[]}],"x":[${"1,".repeat(2_000_000)}1]}`,
    "rules/.gitignore": fill(64 * KIB, (index) => `**/a*b*c${index}*/**\n`).slice(0, 60 * KIB),
    "rules/deep/.gitignore": fill(60 * KIB, (index) => `!*${index}*x*\n`),
    "data.json": nest(1 * MIB),
  };
}

/** Makes all files, and directories that are deep, wide or full of rules. */
export async function makeTree(root: string): Promise<void> {
  await writeAll(root, largeFiles());
  await writeAll(join(root, "redact"), nameTexts(secretTexts(800 * KIB)));
  await mkdir(join(root, "wide"));
  for (let index = 0; index < 100_000; index += 1) {
    await writeFile(join(root, "wide", `file-${(index * 7919) % 100_000}.txt`), "");
  }
  await mkdir(join(root, "rules/deep/tree"), { recursive: true });
  for (let index = 0; index < 3000; index += 1) {
    await writeFile(join(root, "rules/deep/tree", `aaaabbbbcccc${index}xxxx.txt`), "text\n");
  }
  await mkdir(join(root, ...Array.from({ length: 200 }, () => "deep")), { recursive: true });
  await mkdir(join(root, "links"));
  for (let index = 0; index < 2000; index += 1) await symlink("..", join(root, "links", `link-${index}`));
}

/** Names texts as files. */
export function nameTexts(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${name.replaceAll(" ", "-")}.txt`, text]));
}
