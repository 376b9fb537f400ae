// A version that can be the hash of nothing is not a file that has changed.

import { createInMemoryWorkspace, InMemoryFileStore } from "ai-file-tools";
import { describe, expect, it } from "vitest";
import { sha256Of } from "../../src/text/sha256.js";
import { createEditTool } from "../../src/tools/edit.js";
import { createFileTool } from "../../src/tools/file.js";
import { createWriteTool } from "../../src/tools/write.js";
import { kindOf } from "../support/outcome.js";

const WHOLE = sha256Of("old\n");
const WRONG = sha256Of("other\n");
const ILL_FORMED = [
  WHOLE.slice(0, 12),
  `${WHOLE.slice(0, 63)}`,
  `${WHOLE}0`,
  "latest",
  `${WHOLE.slice(0, 61)}...`,
  "g".repeat(64),
];

describe.each(ILL_FORMED)("the expected version %s", (expectedSha256) => {
  it("is a parse_error of the tools", async () => {
    const store = new InMemoryFileStore({ "a.txt": "old\n" });
    const edits = [{ oldText: "old", newText: "new" }];
    const failure = { error: { kind: "parse_error", hint: expect.stringContaining("whole sha256") } };
    expect(await createWriteTool({ store }).execute({ path: "a.txt", content: "new\n", expectedSha256 })).toMatchObject(
      failure,
    );
    expect(await createEditTool({ store }).execute({ path: "a.txt", edits, expectedSha256 })).toMatchObject(failure);
    expect(
      await createEditTool({ store }).execute({ path: "a.txt", edits, expectedSha256, dryRun: true }),
    ).toMatchObject(failure);
    expect(Buffer.from((await store.read("a.txt")) ?? []).toString()).toBe("old\n");
  });

  it("is a parse_error of the workspace, in every operation that takes one", async () => {
    const { fs } = createInMemoryWorkspace({ files: { "a.txt": "old\n" }, trusted: true });
    const bytes = Buffer.from("new\n");
    const patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-old\n+new\n*** End Patch";
    const calls: (() => Promise<unknown>)[] = [
      () => fs.writeTextAtomic("a.txt", "new\n", { mode: "replace", expectedSha256 }),
      () => fs.writeTextAtomic("a.txt", "new\n", { mode: "overwrite", expectedSha256 }),
      () => fs.writeTextOverwrite("a.txt", "new\n", { expectedSha256 }),
      () => fs.writeBytes("a.txt", bytes, { expectedSha256 }),
      () => fs.update("a.txt", () => bytes, { expectedSha256 }),
      () => fs.edit("a.txt", { oldText: "old", newText: "new", expectedSha256 }),
      () => fs.applyChanges([{ path: "a.txt", content: bytes, expectedSha256 }]),
      () => fs.applyPatch(patch, { expectedVersions: { "a.txt": expectedSha256 } }),
    ];
    for (const call of calls) expect(await kindOf(call)).toBe("parse_error");
    expect((await fs.readText("a.txt")).content).toBe("old\n");
  });
});

it("is hash_mismatch where it is the hash of something else, and fits in capitals and behind its name", async () => {
  const workspace = createInMemoryWorkspace({ files: { "a.txt": "old\n" }, trusted: true });
  const write = createWriteTool({ store: new InMemoryFileStore({ "a.txt": "old\n" }) });
  const input = { path: "a.txt", content: "new\n" };
  expect(await write.execute({ ...input, expectedSha256: WRONG })).toMatchObject({ error: { kind: "hash_mismatch" } });
  expect(await write.execute({ ...input, expectedSha256: `SHA256:${WHOLE.toUpperCase()}` })).toMatchObject({
    created: false,
  });
  expect(await kindOf(() => workspace.fs.writeTextOverwrite("a.txt", "x", { expectedSha256: WRONG }))).toBe(
    "hash_mismatch",
  );
  const file = createFileTool({ workspace });
  expect(await file.execute({ operation: "write", path: "a.txt", content: "x", overwrite: true })).toMatchObject({
    created: false,
  });
});
