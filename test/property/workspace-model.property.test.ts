// The same random operations on the disk, on the weaker tier and in memory give the same answers.

import fc from "fast-check";
import { expect, test } from "vitest";
import { isFsError } from "../../src/errors.js";
import { sha256Of } from "../../src/text/sha256.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { Sandbox, TEST_SCALE, TIERS } from "../support/temp-workspace.js";

fc.configureGlobal({ seed: 20_260_101 });

interface Step {
  readonly shown: string;
  readonly run: (workspace: Workspace) => Promise<unknown>;
}

const path = fc.constantFrom(
  "a",
  "b",
  "d",
  "d/a",
  "d/e",
  "d/e/a",
  "f/g/h",
  "d/",
  "d/../a",
  "a/x",
  ".gitignore",
  ".git/x",
);
const text = fc.constantFrom("", "one\n", "one\ntwo\n", "d\n*.x\n", "\u0000binary", "e\u0301\r\n");
const flag = fc.boolean();

function step<Arguments extends unknown[]>(
  name: string,
  args: { [Index in keyof Arguments]: fc.Arbitrary<Arguments[Index]> },
  run: (workspace: Workspace, args: Arguments) => Promise<unknown>,
): fc.Arbitrary<Step> {
  return fc.tuple<Arguments>(...args).map((values) => ({
    shown: `${name}(${JSON.stringify(values).slice(1, -1)})`,
    run: (workspace: Workspace) => run(workspace, values),
  }));
}

const steps = fc.oneof(
  step<[string, string, boolean]>("write", [path, text, flag], (w, [at, content, createParents]) =>
    w.fs.writeTextOverwrite(at, content, { createParents }),
  ),
  step<[string, string, boolean]>("create", [path, text, flag], (w, [at, content, createParents]) =>
    w.fs.writeTextAtomic(at, content, { mode: "create", createParents }),
  ),
  step<[string, string, string]>("replace", [path, text, text], (w, [at, before, content]) =>
    w.fs.writeTextAtomic(at, content, { mode: "replace", expectedSha256: sha256Of(Buffer.from(before)) }),
  ),
  step<[string, string]>("edit", [path, text], (w, [at, newText]) => w.fs.edit(at, { oldText: "one", newText })),
  step<[string]>("update", [path], (w, [at]) =>
    w.fs.update(at, (now) => Buffer.concat([now ?? Buffer.from("new"), Buffer.from("+")])),
  ),
  step<[string, boolean]>("mkdir", [path, flag], (w, [at, recursive]) => w.fs.mkdir(at, { recursive })),
  step<[string, string, boolean]>("copy", [path, path, flag], (w, [from, to, overwrite]) =>
    w.fs.copy(from, to, { overwrite }),
  ),
  step<[string, string, boolean]>("move", [path, path, flag], (w, [from, to, overwrite]) =>
    w.fs.move(from, to, { overwrite }),
  ),
  step<[string, boolean]>("remove", [path, flag], (w, [at, recursive]) => w.fs.remove(at, { recursive })),
  step<[string]>("read", [path], async (w, [at]) => (await w.fs.readText(at)).content),
  step<[string]>("bytes", [path], async (w, [at]) => Buffer.from(await w.fs.readFile(at)).toString("hex")),
  step<[string]>("stat", [path], async (w, [at]) => {
    const stat = await w.fs.stat(at);
    return stat === null ? null : { path: stat.path, type: stat.type, size: stat.type === "file" ? stat.size : 0 };
  }),
  step<[string, boolean]>("list", [path, flag], async (w, [at, includeIgnored]) => {
    const { entries, total } = await w.fs.list(at, { includeIgnored });
    return { total, entries: entries.map(({ name, type, ignored }) => [name, type, ignored]) };
  }),
  step<[boolean]>("glob", [flag], (w, [includeIgnored]) => w.fs.glob("**", { sort: "path", includeIgnored })),
);

/** Answers what a step came to; a host path or another kind of error would differ between the workspaces. */
async function answerOf(workspace: Workspace, each: Step): Promise<unknown> {
  try {
    const value = await each.run(workspace);
    return value ?? "done";
  } catch (error) {
    if (!isFsError(error)) throw error;
    if (error.kind === "internal_error") throw error;
    return { kind: error.kind, path: error.path ?? null };
  }
}

test("the disk, the weaker tier and memory answer alike", async () => {
  const property = fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (sequence) => {
    const sandboxes = TIERS.map(() => new Sandbox());
    try {
      const workspaces = [createInMemoryWorkspace({ trusted: true })];
      for (const [index, sandbox] of sandboxes.entries()) workspaces.push(await sandbox.open({}, TIERS[index]));
      for (const each of sequence) {
        const answers: unknown[] = [];
        for (const workspace of workspaces) answers.push({ step: each.shown, answer: await answerOf(workspace, each) });
        expect(answers[1]).toEqual(answers[0]);
        expect(answers[2]).toEqual(answers[0]);
      }
    } finally {
      for (const sandbox of sandboxes) await sandbox.remove();
    }
  });
  await fc.assert(property, { numRuns: 100 * TEST_SCALE });
});
