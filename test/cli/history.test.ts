// The commands about what was changed, each a run of its own over one directory.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useSandbox } from "../support/temp-workspace.js";
import { type CliEnd, run } from "./run-cli.js";

interface Remembering {
  /** Runs a command with a history that lasts. */
  readonly at: (...words: readonly string[]) => Promise<CliEnd>;
  readonly file: string;
  readonly text: () => string;
}

function open(): Remembering {
  const sandbox = useSandbox();
  sandbox.write({ "a.txt": "one\n" });
  mkdirSync(join(sandbox.base, "history"));
  const file = join(sandbox.root, "a.txt");
  return {
    at: (...words) => run([...words, "--history", "../history"], { cwd: sandbox.root }),
    file,
    text: () => readFileSync(file, "utf8"),
  };
}

describe("what commands change", () => {
  test("is listed, shown, taken back and done again by later commands", async () => {
    const { at, text } = open();
    await at("edit", "a.txt", "--old", "one", "--new", "two");
    await at("write", "a.txt", "three\n");
    const { entries } = JSON.parse((await at("history", "--json")).stdout) as {
      entries: { id: string; tool: string }[];
    };
    expect(entries).toHaveLength(2);
    const listed = (await at("history", "--limit", "1")).stdout;
    expect(listed).toContain(entries[0]?.id);
    expect(listed).toContain("update a.txt");
    expect((await at("diff", entries[1]?.id ?? "")).stdout).toMatch(/^-one\n\+two$/m);
    expect((await at("undo")).stdout).toMatch(/a\.txt/);
    expect(text()).toBe("two\n");
    expect((await at("redo", "--json")).stdout).toMatch(/^\{.*"message":.*\}\n$/);
    expect(text()).toBe("three\n");
    expect((await at("undo", "2")).exitCode).toBe(0);
    expect(text()).toBe("one\n");
  });

  test("is taken back by its id, and never over what somebody else has changed", async () => {
    const { at, text, file } = open();
    await at("edit", "a.txt", "--old", "one", "--new", "two");
    const { entries } = JSON.parse((await at("history", "--json")).stdout) as { entries: { id: string }[] };
    writeFileSync(file, "mine\n");
    const refused = await at("undo", entries[0]?.id ?? "");
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringMatching(/^patch_conflict: /)]);
    expect(text()).toBe("mine\n");
  });

  test("is nothing to begin with", async () => {
    const { at } = open();
    expect((await at("history")).stdout).toBe("[nothing yet]\n");
    const { exitCode, stderr } = await at("undo");
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^no_change: /)]);
    expect((await at("diff", "none")).stderr).toMatch(/^path_not_found: /);
  });
});

test.for(["history", "undo", "redo", "diff"])("%s asks for a history that lasts", async (name) => {
  const { exitCode, stderr } = await run([name], { cwd: useSandbox().root });
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/--history DIR is missing/)]);
});

test("a history inside the workspace is refused", async () => {
  const sandbox = useSandbox();
  mkdirSync(join(sandbox.root, "h"));
  const { exitCode, stderr } = await run(["history", "--history", "h"], { cwd: sandbox.root });
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/history/)]);
});
