// Holding what stands at a name before it is opened: what was looked at is what is read.

import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openAnchoredRoot } from "../../../src/workspace/directories/anchored-directory.js";
import type { Directory, OpenFile } from "../../../src/workspace/directories/directory.js";
import { createMemoryRoot } from "../../../src/workspace/directories/memory-directory.js";
import { type Sandbox, TIERS, useSandbox } from "../../support/temp-workspace.js";

const tiers = TIERS.map(({ guarantees, openRootDirectory }) => ({ guarantees, open: openRootDirectory }));

function readAll(file: OpenFile): string {
  const target = Buffer.alloc(100);
  try {
    return target.toString("utf8", 0, file.readSync(target, 0));
  } finally {
    file.close();
  }
}

function replace(sandbox: Sandbox, name: string, content: string): void {
  writeFileSync(join(sandbox.root, "new"), content);
  renameSync(join(sandbox.root, "new"), join(sandbox.root, name));
}

function open(sandbox: Sandbox): Directory {
  return openAnchoredRoot(sandbox.root);
}

describe.each(tiers)("a node in the $guarantees tier", (tier) => {
  it("is described as a look describes it, and read", () => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "content" });
    const directory = tier.open(sandbox.root);
    const held = directory.hold("a.txt");
    expect(held?.stat).toEqual(directory.lookup("a.txt"));
    expect(held && readAll(held.openFile())).toBe("content");
    directory.close();
    expect(sandbox.countDescriptors()).toBe(0);
  });

  it("is none where nothing is", () => {
    const sandbox = useSandbox();
    const directory = tier.open(sandbox.root);
    expect(directory.hold("a.txt")).toBeNull();
    directory.close();
  });

  it.each([
    ["link", "ELOOP"],
    ["dir", "EISDIR"],
    ["pipe", "ENOTFILE"],
  ])("that is a %s is not opened: %s", (name, code) => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "content" });
    symlinkSync("a.txt", join(sandbox.root, "link"));
    mkdirSync(join(sandbox.root, "dir"));
    execFileSync("mkfifo", [join(sandbox.root, "pipe")]);
    const directory = tier.open(sandbox.root);
    const held = directory.hold(name);
    expect(held?.stat.type).toBe({ link: "symlink", dir: "dir", pipe: "other" }[name]);
    expect(() => held?.openFile()).toThrow(expect.objectContaining({ code }));
    held?.close();
    directory.close();
    expect(sandbox.countDescriptors()).toBe(0);
  });
});

describe("a node that is held", () => {
  it("is read as it was looked at, also when its name leads elsewhere by then", () => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "before" });
    writeFileSync(join(sandbox.outside, "secret"), "secret");
    const directory = open(sandbox);
    const replaced = directory.hold("a.txt");
    const linked = directory.hold("a.txt");
    replace(sandbox, "a.txt", "after");
    expect(replaced && readAll(replaced.openFile())).toBe("before");
    rmSync(join(sandbox.root, "a.txt"));
    symlinkSync(join(sandbox.outside, "secret"), join(sandbox.root, "a.txt"));
    expect(linked && readAll(linked.openFile())).toBe("before");
    directory.close();
  });

  it("is let go once, whoever does it, and opened no more then", () => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "content" });
    const directory = open(sandbox);
    const held = directory.hold("a.txt");
    held?.openFile().close();
    expect(() => held?.openFile()).toThrow(expect.objectContaining({ code: "EBADF" }));
    held?.close();
    const other = directory.hold("a.txt");
    other?.close();
    other?.close();
    directory.close();
    expect(sandbox.countDescriptors()).toBe(0);
  });

  it("in memory is what its name stands for", () => {
    const bytes = Buffer.from("content");
    const directory = createMemoryRoot([{ components: ["a.txt"], bytes }]);
    const held = directory.hold("a.txt");
    expect(held?.stat).toEqual(directory.lookup("a.txt"));
    expect(held && readAll(held.openFile())).toBe("content");
    expect(directory.hold("b.txt")).toBeNull();
  });
});

describe.each(TIERS)("a read in the $guarantees tier", (tier) => {
  it.each([
    ["of a file", "a.txt"],
    ["through a link", "link"],
    ["through a link to a link", "further"],
    ["of what a link and .. lead to", "up"],
    ["of nothing", "none"],
    ["of a directory", "dir"],
  ])("%s holds nothing longer than it takes", async (_name, path) => {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "content", "dir/b.txt": "content" });
    symlinkSync("a.txt", join(sandbox.root, "link"));
    symlinkSync("link", join(sandbox.root, "further"));
    symlinkSync("dir/..", join(sandbox.root, "up"));
    const workspace = await sandbox.open({}, tier);
    const before = sandbox.countDescriptors();
    const kind = await workspace.fs.readBytes(path).then(
      ({ sizeBytes }) => sizeBytes,
      (error) => error.kind,
    );
    expect(kind).toBe({ none: "path_not_found", up: "not_a_file", dir: "not_a_file" }[path] ?? 7);
    expect(sandbox.countDescriptors()).toBe(before);
  });
});
