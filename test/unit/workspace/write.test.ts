// Writes that are refused leave nothing behind, and what is written is what the caller asked for.

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256Of } from "../../../src/text/sha256.js";
import { createInMemoryWorkspace } from "../../../src/workspace/in-memory-workspace.js";
import { failureOf, kindOf } from "../../support/outcome.js";
import { TIERS, useSandbox } from "../../support/temp-workspace.js";

const HASH_OF_NOTHING_THERE = "0".repeat(64);

describe.each(TIERS)("a write on the $guarantees tier", (tier) => {
  test("of too much makes no parent directories", async () => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open({ limits: { maxWriteBytes: 10 } }, tier);
    const options = { mode: "create", createParents: true } as const;
    expect(await kindOf(() => workspace.fs.writeTextAtomic("a/b", "x".repeat(11), options))).toBe("file_too_large");
    expect(await kindOf(() => workspace.fs.writeBytes("a/b", new Uint8Array(11), options))).toBe("file_too_large");
    expect(readdirSync(sandbox.root)).toEqual([]);
    expect(await kindOf(() => workspace.fs.writeTextAtomic("a/b", "\u20ac".repeat(4), options))).toBe("file_too_large");
    expect(await kindOf(() => workspace.fs.writeTextAtomic("a/b", "x".repeat(10), options))).toBe("ok");
  });

  test.each(["new/", "new/.", "new//"])("to %s makes no file", async (path) => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open({}, tier);
    for (const createParents of [false, true]) {
      expect(await kindOf(() => workspace.fs.writeTextOverwrite(path, "x", { createParents }))).toBe("not_a_file");
      expect(await kindOf(() => workspace.fs.update(path, () => Buffer.from("x"), { createParents }))).toBe(
        "not_a_file",
      );
    }
    expect(readdirSync(sandbox.root)).toEqual([]);
    expect(await kindOf(() => workspace.fs.mkdir(path))).toBe("ok");
  });

  test("that expects another content changes nothing", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "now" });
    const workspace = await sandbox.open({}, tier);
    const stale = { mode: "replace", expectedSha256: sha256Of(Buffer.from("then")) } as const;
    expect(await kindOf(() => workspace.fs.writeTextAtomic("file", "x", stale))).toBe("hash_mismatch");
    const missing = { mode: "replace", expectedSha256: HASH_OF_NOTHING_THERE, createParents: true } as const;
    expect(await kindOf(() => workspace.fs.writeTextAtomic("a/b", "x", missing))).toBe("path_not_found");
    expect(await kindOf(() => workspace.fs.writeBytes("file", Buffer.from("x"), { expectedSha256: null }))).toBe(
      "file_already_exists",
    );
    expect(readdirSync(sandbox.root)).toEqual(["file"]);
    expect((await workspace.fs.readText("file")).content).toBe("now");
  });

  test("that is computed while the file is only touched goes through", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const workspace = await sandbox.open({}, tier);
    const touch = (): Uint8Array => {
      utimesSync(join(sandbox.root, "file"), 1, 1);
      return Buffer.from("mine");
    };
    expect(await kindOf(() => workspace.fs.update("file", touch))).toBe("ok");
    expect((await workspace.fs.readText("file")).content).toBe("mine");
  });

  test("that is computed in place goes through, and is refused where the file changed too", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const workspace = await sandbox.open({}, tier);
    const fill = (current: Uint8Array | null): Uint8Array => (current ?? new Uint8Array()).fill(120);
    expect(await kindOf(() => workspace.fs.update("file", fill))).toBe("ok");
    const interfere = (current: Uint8Array | null): Uint8Array => {
      writeFileSync(join(sandbox.root, "file"), "by somebody else");
      return fill(current);
    };
    expect(await kindOf(() => workspace.fs.update("file", interfere))).toBe("hash_mismatch");
    expect((await workspace.fs.readText("file")).content).toBe("by somebody else");
  });

  test("in pieces writes them in their order, parts of what was there among them", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "0123456789" });
    const workspace = await sandbox.open({ limits: { maxWriteBytes: 13 } }, tier);
    const turn = (current: Uint8Array | null): readonly Uint8Array[] => {
      const bytes = current ?? new Uint8Array();
      return [bytes.subarray(5), Buffer.from("new"), bytes.subarray(0, 5)];
    };
    const { bytesWritten, sha256 } = await workspace.fs.update("file", turn);
    expect((await workspace.fs.readText("file")).content).toBe("56789new01234");
    expect([bytesWritten, sha256]).toEqual([13, sha256Of("56789new01234")]);
    expect(await kindOf(() => workspace.fs.update("file", turn))).toBe("file_too_large");
    const interfere = (current: Uint8Array | null): readonly Uint8Array[] => {
      writeFileSync(join(sandbox.root, "file"), "by somebody else");
      return [current?.subarray(4) ?? new Uint8Array()];
    };
    expect(await kindOf(() => workspace.fs.update("file", interfere))).toBe("hash_mismatch");
    await workspace.fs.update("file", () => []);
    expect((await workspace.fs.readText("file")).content).toBe("");
  });

  test("tells its result before the next one begins", async () => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open({}, tier);
    const events: string[] = [];
    const update = async (text: string): Promise<void> => {
      const change = (current: Uint8Array | null): Uint8Array => {
        events.push(`${text} after ${current === null ? "nothing" : sha256Of(current)}`);
        return Buffer.from(text);
      };
      await workspace.fs.update("file", change, { onWritten: ({ sha256 }) => events.push(`wrote ${sha256}`) });
      events.push(`${text} done`);
    };
    await Promise.all([update("one"), update("two")]);
    const [one, two] = ["one", "two"].map((text) => sha256Of(Buffer.from(text)));
    const inTurn = events.filter((event) => !event.endsWith("done"));
    expect(inTurn).toEqual(["one after nothing", `wrote ${one}`, `two after ${one}`, `wrote ${two}`]);
  });

  test("that somebody interferes with while it is computed is refused", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const workspace = await sandbox.open({}, tier);
    const change = (): Uint8Array => {
      writeFileSync(join(sandbox.root, "file"), "by somebody else");
      return Buffer.from("mine");
    };
    expect(await kindOf(() => workspace.fs.update("file", change))).toBe("hash_mismatch");
    const create = (): Uint8Array => {
      writeFileSync(join(sandbox.root, "new"), "by somebody else");
      return Buffer.from("mine");
    };
    expect(await kindOf(() => workspace.fs.update("new", create))).toBe("file_already_exists");
    expect((await workspace.fs.readText("file")).content).toBe("by somebody else");
    expect(readdirSync(sandbox.root)).toEqual(["file", "new"]);
  });

  test("that is aborted while it is computed changes nothing and leaves nothing", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const workspace = await sandbox.open({}, tier);
    const controller = new AbortController();
    const reason = new Error("enough");
    const change = (): Uint8Array => {
      controller.abort(reason);
      return Buffer.from("new");
    };
    const update = workspace.fs.update("file", change, { signal: controller.signal });
    await expect(update).rejects.toBe(reason);
    expect((await workspace.fs.readText("file")).content).toBe("old");
    expect(readdirSync(sandbox.root)).toEqual(["file"]);
  });

  test("names the file relative to the root, whatever path was given", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "x" });
    const workspace = await sandbox.open({}, tier);
    const edit = { oldText: "no", newText: "yes" };
    for (const path of [join(sandbox.root, "file"), join(sandbox.root, "missing")]) {
      const { text } = await failureOf(() => workspace.fs.edit(path, edit));
      expect(text).not.toContain(sandbox.base);
    }
  });
});

describe("names of files", () => {
  test("that are no UTF-8 are listed escaped and never taken for another file", async () => {
    const sandbox = useSandbox();
    writeFileSync(Buffer.concat([Buffer.from(`${sandbox.root}/`), Buffer.from([0xff]), Buffer.from(".txt")]), "raw");
    sandbox.write({ "\ufffd.txt": "replacement character" });
    const workspace = await sandbox.open();
    const { entries } = await workspace.fs.list(".");
    expect(entries.map(({ name }) => name)).toEqual(["\ufffd.txt", '"\\xFF.txt"']);
    expect((await workspace.fs.readText("\ufffd.txt")).content).toBe("replacement character");
    expect((await workspace.fs.readText('"\\xFF.txt"')).content).toBe("raw");
    expect(await kindOf(() => workspace.fs.readText("\\xFF.txt"))).toBe("path_not_found");
  });

  test("of 255 bytes work and of 256 do not, on disk and in memory alike", async () => {
    const sandbox = useSandbox();
    for (const workspace of [await sandbox.open(), createInMemoryWorkspace({ trusted: true })]) {
      expect(await kindOf(() => workspace.fs.writeTextOverwrite(`${"\u20ac".repeat(85)}`, "x"))).toBe("ok");
      expect(await kindOf(() => workspace.fs.writeTextOverwrite(`${"\u20ac".repeat(85)}x`, "x"))).toBe("io_error");
    }
  });

  test("deeper than a path of the system may be long are reached", async () => {
    const sandbox = useSandbox();
    const workspace = await sandbox.open();
    const parts = Array.from({ length: 30 }, (_, index) => `${index}-`.padEnd(250, "d"));
    await workspace.fs.mkdir(parts.join("/"), { recursive: true });
    await workspace.fs.writeTextOverwrite(`${parts.join("/")}/file`, "deep");
    expect((await workspace.fs.readText(`${parts.join("/")}/file`)).content).toBe("deep");
    expect(() => mkdirSync(join(sandbox.root, ...parts), { recursive: true })).toThrow(/ENAMETOOLONG/);
    await workspace.fs.remove(parts[0] ?? "", { recursive: true });
    expect(readdirSync(sandbox.root)).toEqual([]);
  });
});
