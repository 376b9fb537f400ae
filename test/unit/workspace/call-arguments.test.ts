// Arguments may come from a request that nobody checked: what is wrong with them is said as a parse_error, and audited.

import { describe, expect, test } from "vitest";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import type { WorkspaceFileSystem } from "../../../src/workspace/interfaces/workspace.js";
import { failureOf, kindOf } from "../../support/outcome.js";

type Call = (fs: WorkspaceFileSystem) => Promise<unknown>;

const WRONG: readonly (readonly [string, Call])[] = [
  ["mode", (fs) => fs.writeTextAtomic("new", "x", undefined as never)],
  ["mode", (fs) => fs.writeTextAtomic("new", "x", {} as never)],
  ["mode", (fs) => fs.writeTextAtomic("new", "x", { mode: "append" as never })],
  ["content", (fs) => fs.writeTextAtomic("new", undefined as never, { mode: "create" })],
  ["content", (fs) => fs.writeTextOverwrite("new", 5 as never)],
  ["content", (fs) => fs.writeTextOverwrite("new", new Uint8Array(1) as never)],
  ["fileMode", (fs) => fs.writeTextOverwrite("new", "x", { fileMode: 0.5 })],
  ["fileMode", (fs) => fs.writeTextOverwrite("new", "x", { fileMode: -1 })],
  ["fileMode", (fs) => fs.writeBytes("new", new Uint8Array(1), { fileMode: "644" as never })],
  ["expectedSha256", (fs) => fs.writeTextOverwrite("old", "x", { expectedSha256: 5 as never })],
  ["expectedSha256", (fs) => fs.edit("old", { oldText: "o", newText: "O", expectedSha256: {} as never })],
  ["bytes", (fs) => fs.writeBytes("new", undefined as never)],
  ["bytes", (fs) => fs.writeBytes("new", "text" as never)],
  ["bytes", (fs) => fs.writeBytes("new", [1] as never)],
  ["oldText", (fs) => fs.edit("old", {} as never)],
  ["oldText", (fs) => fs.edit("old", undefined as never)],
  ["oldText", (fs) => fs.edit("old", { oldText: 5, newText: "x" } as never)],
  ["newText", (fs) => fs.edit("old", { oldText: "o" } as never)],
  ["intent", (fs) => fs.resolve("old", "fly" as never)],
  ["sort", (fs) => fs.glob("*", { sort: "size" as never })],
];

describe("a wrong argument", () => {
  test.each(WRONG)("%s of %s", async (name, call) => {
    const workspace = createInMemoryWorkspace({ files: { old: "o" }, trusted: true });
    expect(await failureOf(() => call(workspace.fs))).toMatchObject({
      kind: "parse_error",
      text: expect.stringContaining(name),
    });
    expect(workspace.audit.recent()).toMatchObject([{ outcome: "failed", errorKind: "parse_error" }]);
    expect((await workspace.fs.list(".")).entries).toMatchObject([{ name: "old", size: 1 }]);
  });

  test.each([undefined, 5, {}])("a pattern %j is an invalid_pattern", async (pattern) => {
    const { fs } = createInMemoryWorkspace();
    expect(await kindOf(() => fs.glob(pattern as never))).toBe("invalid_pattern");
    expect(await kindOf(() => fs.grep(pattern as never))).toBe("invalid_pattern");
  });

  test.each([undefined, null, 5, {}])("a path %j is an invalid_path, and not said to be empty", async (path) => {
    const { fs } = createInMemoryWorkspace();
    const failure = await failureOf(() => fs.readText(path as never));
    expect(failure.kind).toBe("invalid_path");
    expect(failure.text).not.toContain("empty");
  });
});

test("an edit takes its signal where its other options are, or behind them", async () => {
  const { fs } = createInMemoryWorkspace({ files: { old: "o" }, trusted: true });
  const reason = new Error("no longer wanted");
  const signal = AbortSignal.abort(reason);
  await expect(fs.edit("old", { oldText: "o", newText: "O", signal })).rejects.toBe(reason);
  await expect(fs.edit("old", { oldText: "o", newText: "O" }, { signal })).rejects.toBe(reason);
  expect((await fs.readText("old")).content).toBe("o");
});
