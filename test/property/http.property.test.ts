// Whatever is asked: an answer of the known shape, never a 500, never a path of the host, and nothing touched outside.

import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFileRoutes } from "../../src/http/index.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { type AskOptions, askSandbox, createAsk } from "../http/ask.js";
import { propertyRuns } from "../support/property-runs.js";

const GETS = ["/file", "/file/bytes", "/stat", "/list", "/glob", "/grep", "/capabilities"];
const POSTS = ["/file/write", "/file/edit", "/file/upload"];

/** Values that have hurt somebody: ways up, encodings of them, odd numbers, odd characters. */
const HOSTILE = [
  "..",
  "../outside/secret.txt",
  "..%2f..%2fetc%2fpasswd",
  "%252e%252e%252f",
  "..%c0%af..%c0%af",
  "..\\..\\outside",
  "/etc/passwd",
  "//server/share",
  "\\\\?\\C:\\",
  "file:///etc/passwd",
  "a.txt\0.png",
  "a.txt%00",
  "a\nb",
  "\u202egnp.txt",
  "．．／",
  "out",
  "out/secret.txt",
  "loop",
  "a.txt/..",
  "a.txt",
  "dir",
  "dir/b.txt",
  ".git/config",
  ".",
  "",
  "n".repeat(300),
  "a/".repeat(300),
  "-1",
  "0",
  "1",
  "1e309",
  "9007199254740993",
  "NaN",
  "0x10",
  "true",
  "**/**/**/**/**",
  "{a,b}{c,d}".repeat(20),
  "(((((",
  "__proto__",
  "constructor",
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  fc.string({ unit: "binary" }),
  fc.string(),
);
const name = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "path",
      "line",
      "limit",
      "maxBytes",
      "cursor",
      "offset",
      "length",
      "pattern",
      "cwd",
      "maxResults",
      "regex",
      "mode",
      "glob",
      "context",
      "sort",
      "includeIgnored",
    ),
  },
  fc.string(),
);
const encode = fc.constantFrom(encodeURIComponent, (text: string) =>
  text.replaceAll(/[\0-\x20#]/g, encodeURIComponent),
);
const query = fc
  .array(fc.tuple(name, value, encode), { maxLength: 4 })
  .map((pairs) => pairs.map(([key, text, write]) => `${safely(write, key)}=${safely(write, text)}`).join("&"));

/** Lone surrogates have no encoding; a browser sends the mark of replacement. */
function safely(write: (text: string) => string, text: string): string {
  return write(text.toWellFormed());
}

const headers = fc.dictionary(
  fc.constantFrom(
    "range",
    "if-range",
    "if-match",
    "if-none-match",
    "accept",
    "host",
    "origin",
    "x-request-id",
    "x-forwarded-for",
    "content-type",
    "content-encoding",
    "sec-fetch-site",
  ),
  fc.oneof(
    fc.constantFrom(
      "*",
      '"x"',
      'W/"x"',
      "bytes=0-",
      "bytes=-1",
      "bytes=5-1",
      "application/octet-stream",
      "application/json",
      "gzip",
      "localhost",
      "evil.example",
      "null",
    ),
    fc.stringMatching(/^[\x21-\x7e]{0,20}$/),
  ),
  { maxKeys: 3 },
);
const fields = fc.dictionary(
  fc.constantFrom(
    "path",
    "content",
    "mode",
    "oldText",
    "newText",
    "expectedSha256",
    "expectedHash",
    "createParents",
    "encoding",
    "bom",
    "lineEnding",
  ),
  fc.oneof(value, fc.constantFrom("create", "overwrite", "replace", "utf-16le", "crlf"), fc.boolean(), fc.jsonValue()),
);
const body = fc.oneof(
  fields.map((one) => JSON.stringify(one)),
  fc.json(),
  fc.string(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);

interface Attempt {
  readonly address: string;
  readonly options: AskOptions;
}

const read = fc.record({
  address: fc.tuple(fc.constantFrom(...GETS), query).map((parts) => parts.join("?")),
  options: fc.record({ headers, method: fc.constantFrom("GET", "GET", "HEAD", "OPTIONS", "DELETE") }),
});
const write = fc.record({
  address: fc.tuple(fc.constantFrom(...POSTS), query).map((parts) => parts.join("?")),
  options: fc
    .record({
      headers,
      body,
      type: fc.constantFrom("application/json", "application/json", "application/octet-stream"),
    })
    .map(({ headers: own, type, ...rest }) => ({ ...rest, headers: { "content-type": type, ...own } })),
});
const attempt: fc.Arbitrary<Attempt> = fc.oneof(read, write);

test("any request to a directory is answered, and stays inside", async () => {
  const { ask, sandbox } = await askSandbox({
    "a.txt": "one\n",
    "dir/b.txt": "two\n",
    "data.bin": new Uint8Array([0, 9]),
  });
  writeFileSync(join(sandbox.outside, "secret.txt"), "a secret");
  symlinkSync(sandbox.outside, join(sandbox.root, "out"));
  symlinkSync("loop", join(sandbox.root, "loop"));
  await fc.assert(
    fc.asyncProperty(attempt, async ({ address, options }) => {
      const answer = await ask(address, options);
      expect(answer.text).not.toContain(sandbox.base);
      expect(answer.text).not.toContain("a secret");
      expect(JSON.stringify(Array.from(answer.headers))).not.toContain(sandbox.base);
    }),
    { numRuns: propertyRuns(250) },
  );
  expect(readdirSync(sandbox.outside)).toEqual(["secret.txt"]);
  expect(readFileSync(join(sandbox.outside, "secret.txt"), "utf8")).toBe("a secret");
});

test("any request to a workspace in memory is answered", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 5 }), async (attempts) => {
      const workspace = createInMemoryWorkspace({ files: { "a.txt": "one\n", "dir/b.txt": "two\n" }, trusted: true });
      const ask = createAsk(
        createFileRoutes({ workspace, trustLoopback: true, remoteAddress: () => "::1" }),
        workspace,
      );
      await Promise.all(attempts.map(({ address, options }) => ask(address, options)));
    }),
    { numRuns: propertyRuns(150) },
  );
});
