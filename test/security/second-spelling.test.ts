// A file has one name that rules know: no other spelling of it leads past them.

import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApproval, createFileTools } from "ai-file-tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDiskWorkspace } from "../tools/workspaces.js";

const NAME = "größe.txt";
const BYTES = Array.from(Buffer.from(NAME), (byte) =>
  byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).toUpperCase()}`,
).join("");
const ESCAPED = `"${BYTES}"`;

async function makeOutside(): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "ai-file-tools-")));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, NAME), "outside\n");
  return directory;
}

describe(`a name written as ${ESCAPED}`, () => {
  it("stands for a file of that very text alone", async () => {
    const workspace = await openDiskWorkspace({ [NAME]: "secret\n" });
    expect(await workspace.fs.stat(ESCAPED)).toBeNull();
    expect(await workspace.fs.stat(NAME)).toMatchObject({ path: NAME });
  });

  it("does not pass a rule that denies, nor protection", async () => {
    const workspace = await openDiskWorkspace({ [NAME]: "secret\n" }, { protectedPaths: [NAME] });
    const tools = createFileTools({ workspace });
    const { toolApproval } = createApproval(tools, [{ tools: ["read"], paths: [NAME], decision: "deny" }]);
    const options = { toolCallId: "1", messages: [] };
    expect((await toolApproval.read({ path: NAME }, options)).type).toBe("denied");
    expect(await tools.read.execute({ path: ESCAPED })).toMatchObject({ error: { kind: "invalid_path" } });
    await tools.write.execute({ path: ESCAPED, content: "mine\n" });
    expect((await workspace.fs.readText(NAME)).content).toBe("secret\n");
  });

  it("does not widen a narrowed view or a root of the operator", async () => {
    const outside = await makeOutside();
    const workspace = await openDiskWorkspace(
      { "in/a.txt": "", [`in/${NAME}/deep.txt`]: "" },
      { roots: [{ path: outside, access: "read" }] },
    );
    const narrowed = workspace.forRequest({
      roots: [{ path: join(workspace.root, "in"), access: "read" }],
      onlyRoots: true,
    });
    await expect(narrowed.fs.readText(join(outside, ESCAPED))).rejects.toMatchObject({
      kind: expect.stringMatching(/path_outside_workspace|path_not_found/),
    });
    await expect(workspace.fs.readText(join(outside, ESCAPED))).rejects.toMatchObject({ kind: "path_not_found" });
    expect((await workspace.fs.readText(join(outside, NAME))).content).toBe("outside\n");
  });
});
