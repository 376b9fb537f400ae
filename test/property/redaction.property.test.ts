// Whatever window, context or cut is asked for: no tool shows twelve characters of a planted secret.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createSecretRedactor } from "../../src/redaction/secret-redactor.js";
import { WorkspaceFileStore } from "../../src/stores/workspace-file-store.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createGrepTool } from "../../src/tools/grep.js";
import { createReadTool } from "../../src/tools/read.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { propertyRuns } from "../support/property-runs.js";
import { findShownRun, runSession, type SessionControl, sessions } from "../support/secret-session.js";
import { findLeak, PRIVATE_KEY, TOKENS } from "../support/secrets.js";

const redact = createSecretRedactor();

const ordinary = fc.constantFrom("", "ordinary text", "\tconst value = compute(alpha);", "é…", "x ".repeat(300));
const part = fc.oneof(
  { weight: 3, arbitrary: ordinary },
  { weight: 2, arbitrary: fc.constantFrom(...TOKENS.map(({ line }) => line)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...TOKENS.map(({ line }) => `${"y ".repeat(260)}${line} ${"z ".repeat(300)}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom("\n", "\r\n").map((ending) => PRIVATE_KEY.join(ending)) },
);
const content = fc
  .tuple(fc.array(part, { maxLength: 12 }), fc.constantFrom("\n", "\r\n"))
  .map(([parts, ending]) => parts.join(ending));

const request = fc.record({
  offset: fc.integer({ min: -40, max: 60 }),
  limit: fc.integer({ min: 1, max: 8 }),
  byteOffset: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
  maxBytes: fc.integer({ min: 16, max: 400 }),
  context: fc.integer({ min: 0, max: 3 }),
  pattern: fc.constantFrom("e", "MII", "y", "=", "z"),
  maxBytesPerLine: fc.integer({ min: 20, max: 200 }),
});

test("no tool shows a part of a secret", async () => {
  await fc.assert(
    fc.asyncProperty(
      content,
      request,
      async (text, { offset, limit, byteOffset, maxBytes, context, pattern, maxBytesPerLine }) => {
        const workspace = createInMemoryWorkspace({ files: { "a.txt": text }, trusted: true });
        const store = new WorkspaceFileStore(workspace);
        const { edit, write } = createFileTools({ workspace, redact, guard: "require-read" });
        const read = createReadTool({ store, redact, maxBytes });
        const grep = createGrepTool({ workspace, redact, maxBytesPerLine });
        const oldText = text.split("\n")[Math.abs(offset)]?.slice(0, 6) || "nothing";
        const shown = [
          await read.execute({ path: "a.txt", offset, limit, byteOffset }),
          await grep.execute({ pattern, context }),
          await write.execute({ path: "a.txt", content: "x" }),
          await edit.execute({ path: "a.txt", edits: [{ oldText: "not there at all\nnor here", newText: "x" }] }),
          await edit.execute({ path: "a.txt", edits: [{ oldText, newText: "x" }], dryRun: true }),
        ];
        expect(findLeak(JSON.stringify(shown))).toBeNull();
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

test("what is read and written back leaves every byte", async () => {
  await fc.assert(
    fc.asyncProperty(content, async (text) => {
      const workspace = createInMemoryWorkspace({ files: { "a.txt": text }, trusted: true });
      const { read, write } = createFileTools({ workspace, redact });
      const output = await read.execute({ path: "a.txt" });
      if (!("content" in output)) throw new Error(JSON.stringify(output));
      expect(await write.execute({ path: "a.txt", content: output.content })).not.toHaveProperty("error");
      expect(Buffer.from(await workspace.fs.readFile("a.txt")).toString()).toBe(text);
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("no session of fifty calls draws out eight characters in a row", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(sessions(50), async (session) => {
      expect(findShownRun(session, await runSession(session))).toBeNull();
    }),
    { numRuns: propertyRuns(8) },
  );
});

test.each<[string, SessionControl]>([
  ["nothing is found", { isBlind: true }],
  ["changes are not judged", { isUnjudged: true }],
])("a session draws secrets out where %s", { timeout: 60_000 }, async (_case, control) => {
  const drawn = fc.sample(sessions(20), { numRuns: 10, seed: 1 }).map(async (session) => {
    const { before, after } = await runSession(session, control);
    return findShownRun(session, { before: control.isBlind === true ? [] : before, after });
  });
  expect((await Promise.all(drawn)).filter((run) => run !== null).length).toBeGreaterThan(2);
});
