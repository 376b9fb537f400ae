// The end of a workspace: running operations are waited for, later ones are refused, nothing stays behind.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { kindOf } from "../../support/outcome.js";
import { Sandbox, TIERS } from "../../support/temp-workspace.js";

describe.each(TIERS)("closing on the $guarantees tier", (tier) => {
  const environment = process.env["TMPDIR"];
  let sandbox: Sandbox;
  let temporary: string;

  beforeEach(() => {
    sandbox = new Sandbox();
    temporary = join(sandbox.base, "tmp");
    mkdirSync(temporary);
    process.env["TMPDIR"] = temporary;
  });

  afterEach(async () => {
    if (environment === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = environment;
    await sandbox.remove();
  });

  function stateFiles(): readonly string[] {
    return readdirSync(temporary).flatMap((name) => readdirSync(join(temporary, name)));
  }

  test("waits for what runs", async () => {
    sandbox.write({ file: "old" });
    const workspace = await sandbox.open({}, tier);
    let proceed = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const update = workspace.fs.update("file", async () => {
      await waiting;
      return Buffer.from("new");
    });
    let isClosed = false;
    const closing = workspace.close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isClosed).toBe(false);
    proceed();
    expect((await update).bytesWritten).toBe(3);
    await closing;
    expect(sandbox.countDescriptors()).toBe(0);
  });

  test("leaves no owner, lock or journal behind", async () => {
    const workspace = await sandbox.open({}, tier);
    await workspace.fs.writeTextOverwrite("file", "x");
    expect(stateFiles().length).toBeGreaterThan(0);
    await workspace.close();
    expect(stateFiles()).toEqual([]);
  });

  test("refuses everything afterwards, and is itself no failure twice", async () => {
    sandbox.write({ file: "x" });
    const workspace = await sandbox.open({}, tier);
    const request = workspace.forRequest({ requestId: "r" });
    await workspace.close();
    await workspace.close();
    expect(await kindOf(() => workspace.fs.readText("file"))).toBe("internal_error");
    expect(await kindOf(() => request.fs.writeTextOverwrite("file", "y"))).toBe("internal_error");
    expect(await kindOf(() => workspace.shell.run("true").next())).toBe("internal_error");
    expect(await kindOf(async () => workspace.forRequest({ focus: "." }))).toBe("internal_error");
    await expect(workspace.fs.readText("file")).rejects.toThrow(/closed/);
  });

  test("ends a command that runs", async () => {
    const workspace = await sandbox.open({}, tier);
    const run = workspace.shell.run("echo started; sleep 600");
    await run.next();
    await workspace.close();
    let end = await run.next();
    while (end.done !== true) end = await run.next();
    expect(end.value.reason).toBe("aborted");
    expect(sandbox.countDescriptors()).toBe(0);
  });

  test("does not wait for a stream that somebody stopped reading", async () => {
    sandbox.write({ file: new Uint8Array(500_000) });
    const workspace = await sandbox.open({}, tier);
    const chunks = workspace.fs.readChunks("file")[Symbol.asyncIterator]();
    await chunks.next();
    await workspace.close();
    let bytes = 0;
    for (let step = await chunks.next(); step.done !== true; step = await chunks.next()) bytes += step.value.length;
    expect(bytes).toBeGreaterThan(300_000);
    expect(sandbox.countDescriptors()).toBe(0);
  });

  test("of a workspace that could not be opened is complete", async () => {
    expect(await kindOf(() => sandbox.open({ focus: "missing" }, tier))).toBe("path_not_found");
    expect(sandbox.countDescriptors()).toBe(0);
    expect(stateFiles()).toEqual([]);
  });

  test("writes go on after a cleaner emptied the directory of the locks", async () => {
    const workspace = await sandbox.open({}, tier);
    await workspace.fs.writeTextOverwrite("file", "1");
    rmSync(temporary, { recursive: true });
    await workspace.fs.writeTextOverwrite("file", "2");
    await workspace.close();
    expect(stateFiles()).toEqual([]);
  });

  test("journals that a crash or a full disk left half written keep nothing from opening", async () => {
    const first = await sandbox.open({}, tier);
    await first.fs.writeTextOverwrite("file", "x");
    const directory = join(temporary, readdirSync(temporary)[0] ?? "");
    const journal = readdirSync(directory).find((name) => name.endsWith(".journal")) ?? "";
    await first.close();
    for (const content of ["", "\n", "null\n", "{}\n", '{"root":1}\n', "[[]]\n", "{broken"]) {
      writeFileSync(join(directory, journal), content);
      const next = await sandbox.open({}, tier);
      expect(await kindOf(() => next.fs.readText("file"))).toBe("ok");
    }
    expect(existsSync(join(sandbox.root, "file"))).toBe(true);
  });
});
