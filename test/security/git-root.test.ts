// The data of git is no root, since below it no protected path is told from another.

import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "ai-file-tools";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

let place = "";

beforeEach(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), "ai-file-tools-")));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  await mkdir(join(place, "repo/.git/hooks"), { recursive: true });
  await mkdir(join(place, "repo/src"));
  await mkdir(join(place, "bare.git/hooks/deep"), { recursive: true });
  for (const name of ["objects", "refs"]) await mkdir(join(place, "linked.git", name), { recursive: true });
  await symlink("refs/heads/main", join(place, "linked.git/HEAD"));
  for (const name of ["objects", "refs"]) await mkdir(join(place, "bare.git", name), { recursive: true });
  await writeFile(join(place, "bare.git/HEAD"), "ref: refs/heads/main\n");
  await symlink(join(place, "repo/.git"), join(place, "plain"));
});

describe.each([
  "repo/.git",
  "repo/.git/hooks",
  "repo/src/../.git",
  "plain",
  "plain/hooks",
  "bare.git",
  "bare.git/hooks",
  "bare.git/hooks/deep",
  "linked.git",
])("%s", (name) => {
  it("is refused as a root", async () => {
    await expect(openWorkspace({ root: join(place, name), trusted: true })).rejects.toThrow(/allowGitRoot: true/);
  });

  it("is refused as a further root, from the start and for a request", async () => {
    const roots = [{ path: join(place, name), access: "write" }] as const;
    const root = join(place, "repo/src");
    await expect(openWorkspace({ root, roots, trusted: true })).rejects.toThrow(/allowGitRoot: true/);
    const workspace = await openWorkspace({ root, trusted: true });
    onTestFinished(() => workspace.close());
    expect(() => workspace.forRequest({ roots })).toThrow(/allowGitRoot: true/);
    expect(() => workspace.forRequest({ operatorRoots: roots })).toThrow(/allowGitRoot: true/);
  });

  it("has no file that is granted for writing, but for reading", async () => {
    await writeFile(join(place, name, "config"), "");
    const root = join(place, "repo/src");
    const path = join(place, name, "config");
    const open = (access: "read" | "write") => openWorkspace({ root, grants: [{ path, access }], trusted: true });
    await expect(open("write")).rejects.toThrow(/allowGitRoot: true/);
    const workspace = await open("read");
    onTestFinished(() => workspace.close());
    expect(await workspace.fs.stat(path)).toMatchObject({ type: "file" });
    expect(() => workspace.forRequest({ grants: [{ path, access: "write" }] })).toThrow(/allowGitRoot: true/);
  });

  it("control: as a root that is allowed, it takes a hook", async () => {
    const workspace = await openWorkspace({ root: join(place, name), trusted: true, allowGitRoot: true });
    onTestFinished(() => workspace.close());
    await workspace.fs.writeTextOverwrite("post-commit", "#!/bin/sh\n");
    expect(await workspace.fs.stat("post-commit")).toMatchObject({ type: "file" });
  });
});

it.each(["repo", "repo/src", "."])("%s is a root as any other", async (name) => {
  const workspace = await openWorkspace({ root: join(place, name), trusted: true });
  await workspace.close();
});
