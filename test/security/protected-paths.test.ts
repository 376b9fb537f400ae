// Paths that no mutation may touch: at every depth, by every route, under every spelling, also where nothing is there yet.

import { existsSync, linkSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DEFAULT_PROTECTED_PATHS } from "../../src/workspace/gate/protected-paths.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { kindOf } from "../support/outcome.js";
import { useSandbox } from "../support/temp-workspace.js";

/** One path that each default pattern protects. */
const EXAMPLES: Readonly<Record<string, string>> = {
  ".git/**": ".git/config",
  ".gitmodules": ".gitmodules",
  ".husky/**": ".husky/pre-commit",
  ".vscode/tasks.json": ".vscode/tasks.json",
  ".vscode/settings.json": ".vscode/settings.json",
  ".vscode/launch.json": ".vscode/launch.json",
  ".idea/**": ".idea/workspace.xml",
  ".cursor/**": ".cursor/mcp.json",
  ".claude/**": ".claude/settings.json",
  ".codex/**": ".codex/config.toml",
  ".gemini/**": ".gemini/settings.json",
  "opencode.json": "opencode.json",
  ".mcp.json": ".mcp.json",
  ".npmrc": ".npmrc",
  ".yarnrc.yml": ".yarnrc.yml",
  ".envrc": ".envrc",
};

interface Route {
  readonly name: string;
  readonly needsFile: boolean;
  readonly run: (workspace: Workspace, path: string) => Promise<unknown>;
}

const ROUTES: readonly Route[] = [
  {
    name: "create",
    needsFile: false,
    run: (w, path) => w.fs.writeTextAtomic(path, "x", { mode: "create", createParents: true }),
  },
  { name: "mkdir", needsFile: false, run: (w, path) => w.fs.mkdir(path, { recursive: true }) },
  { name: "copy into", needsFile: false, run: (w, path) => w.fs.copy("seed", path, { createParents: true }) },
  { name: "move into", needsFile: false, run: (w, path) => w.fs.move("seed", path, { createParents: true }) },
  { name: "overwrite", needsFile: true, run: (w, path) => w.fs.writeTextOverwrite(path, "x") },
  { name: "bytes", needsFile: true, run: (w, path) => w.fs.writeBytes(path, Buffer.from("x")) },
  { name: "update", needsFile: true, run: (w, path) => w.fs.update(path, () => Buffer.from("x")) },
  { name: "edit", needsFile: true, run: (w, path) => w.fs.edit(path, { oldText: "old", newText: "x" }) },
  { name: "copy over", needsFile: true, run: (w, path) => w.fs.copy("seed", path, { overwrite: true }) },
  { name: "move over", needsFile: true, run: (w, path) => w.fs.move("seed", path, { overwrite: true }) },
  { name: "move away", needsFile: true, run: (w, path) => w.fs.move(path, "elsewhere") },
  { name: "remove", needsFile: true, run: (w, path) => w.fs.remove(path, { recursive: true }) },
];

const DEPTHS = ["", "a/", "a/b/c/d/e/"];

const MATRIX = DEFAULT_PROTECTED_PATHS.flatMap((pattern) =>
  DEPTHS.map((depth) => ({ pattern, path: `${depth}${EXAMPLES[pattern]}` })),
);

describe("the default patterns", () => {
  test("each have an example here", () => {
    expect(Object.keys(EXAMPLES)).toEqual(DEFAULT_PROTECTED_PATHS);
  });

  test.each(MATRIX)("$path cannot be changed by any route", async ({ path }) => {
    for (const route of ROUTES) {
      const files = { seed: "s", ...(route.needsFile ? { [path]: "old" } : {}) };
      const workspace = createInMemoryWorkspace({ trusted: true, files });
      expect([route.name, await kindOf(() => route.run(workspace, path))]).toEqual([route.name, "protected_path"]);
      if (route.needsFile) expect((await workspace.fs.readText(path)).content).toBe("old");
      else expect(await workspace.fs.stat(path)).toBeNull();
    }
  });

  test("protect on the disk what does not exist yet, and leave nothing of it behind", async () => {
    const sandbox = useSandbox();
    sandbox.write({ seed: "s" });
    const workspace = await sandbox.open();
    for (const route of ROUTES.filter((each) => !each.needsFile)) {
      expect(await kindOf(() => route.run(workspace, ".git/hooks/pre-commit"))).toBe("protected_path");
      expect(existsSync(join(sandbox.root, ".git"))).toBe(false);
    }
  });

  test.each([
    ".github/workflows/ci.yml",
    ".gitignore",
    ".gitattributes",
    ".gitkeep",
    ".vscode/extensions.json",
    "package.json",
    "AGENTS.md",
    "CLAUDE.md",
    ".cursorrules",
    ".github/copilot-instructions.md",
    ".env",
    ".yarnrc",
    "opencode.json5",
    "git/config",
    "x.git/config",
    ".git2/config",
    ".ideas/x",
    "npmrc",
    "docs/.mcp.json.md",
    ".npmrc.example",
  ])("leave %s writable", async (path) => {
    const workspace = createInMemoryWorkspace({ trusted: true });
    expect(await kindOf(() => workspace.fs.writeTextOverwrite(path, "x", { createParents: true }))).toBe("ok");
  });

  test("let everything be read", async () => {
    const workspace = createInMemoryWorkspace({ files: { ".git/config": "[core]\n" } });
    expect((await workspace.fs.readText(".git/config")).content).toBe("[core]\n");
    expect((await workspace.fs.list(".git")).total).toBe(1);
  });
});

const ALIASES = [
  ".git/config",
  ".GIT/config",
  ".Git/CONFIG",
  ".gIt/config",
  ".git./config",
  ".git /config",
  ".git. ./config",
  ".git.../config",
  ".git::$INDEX_ALLOCATION/config",
  ".git:stream/config",
  ".git:$I30:$INDEX_ALLOCATION/config",
  "GIT~1/config",
  "git~1/config",
  "Git~1/config",
  ".g\u200bit/config",
  ".g\u200cit/config",
  ".gi\u200dt/config",
  "\u200e.git/config",
  ".git\u200f/config",
  ".g\u2060it/config",
  "\ufeff.git/config",
  ".g\u00adit/config",
  ".gi\u180et/config",
  ".g\u034fit/config",
  ".git\ufe0f/config",
  ".g\u202eit/config",
  ".g\u{e0001}it/config",
  "\uff0egit/config",
  ".\uff47\uff49\uff54/config",
  ".\uff27\uff29\uff34/config",
  ".\u24d6\u24d8\u24e3/config",
  ".\u{1d420}\u{1d422}\u{1d42d}/config",
  "a/.GIT/config",
  "a/b/.g\u200bit/config",
  "./.git//config",
  "a/../.git/config",
  ".git/./config",
  ".git/hooks/../config",
  ".git",
  ".git/",
  ".GIT",
  "a/.git",
];

describe("other spellings of .git", () => {
  test.each(ALIASES.map((path) => ({ path, shown: JSON.stringify(path).replace(/[^ -~]/g, "?") })))(
    "$shown is protected",
    async ({ path }) => {
      const workspace = createInMemoryWorkspace({ trusted: true, files: { "a/b/x": "", ".git/hooks/x": "" } });
      expect(await kindOf(() => workspace.fs.writeTextOverwrite(path, "x", { createParents: true }))).toBe(
        "protected_path",
      );
      expect(await kindOf(() => workspace.fs.mkdir(path, { recursive: true }))).toBe("protected_path");
    },
  );

  test("by a link, a link to it, and a link below it", async () => {
    const sandbox = useSandbox();
    sandbox.write({ ".git/config": "[core]\n", ".git/hooks/x": "" });
    symlinkSync(".git", join(sandbox.root, "data"));
    symlinkSync("data/hooks", join(sandbox.root, "scripts"));
    symlinkSync(".git/config", join(sandbox.root, "settings"));
    const workspace = await sandbox.open();
    for (const path of ["data/config", "scripts/pre-commit", "data/hooks/pre-commit"]) {
      expect(await kindOf(() => workspace.fs.writeTextOverwrite(path, "x"))).toBe("protected_path");
    }
    expect(await kindOf(() => workspace.fs.writeTextOverwrite("settings", "x"))).toBe("symlink_escape");
  });

  test("a hard link to it is broken, not written through", async () => {
    const sandbox = useSandbox();
    sandbox.write({ ".git/config": "[core]\n" });
    linkSync(join(sandbox.root, ".git/config"), join(sandbox.root, "twin"));
    const workspace = await sandbox.open();
    await workspace.fs.writeTextOverwrite("twin", "evil");
    expect(readFileSync(join(sandbox.root, ".git/config"), "utf8")).toBe("[core]\n");
  });
});

describe("directories with something protected below", () => {
  test.each([
    ["move", (w: Workspace) => w.fs.move("repo", "other")],
    ["remove", (w: Workspace) => w.fs.remove("repo", { recursive: true })],
    ["move above", (w: Workspace) => w.fs.move("top", "other")],
  ])("stay where they are: %s", async (_name, run) => {
    const files = { "repo/.git/config": "c", "repo/file": "f", "top/mid/.vscode/settings.json": "{}" };
    const workspace = createInMemoryWorkspace({ trusted: true, files });
    expect(await kindOf(() => run(workspace))).toBe("protected_path");
    for (const path of Object.keys(files)) expect(await workspace.fs.stat(path)).not.toBeNull();
  });

  test("are not made by moving either", async () => {
    const workspace = createInMemoryWorkspace({ trusted: true, files: { "x/settings.json": "{}", "y/z": "" } });
    expect(await kindOf(() => workspace.fs.move("x", ".vscode"))).toBe("protected_path");
    expect(await kindOf(() => workspace.fs.move("y", ".husky"))).toBe("protected_path");
  });
});

describe("the operator's own list", () => {
  test("empty turns the protection off", async () => {
    const workspace = createInMemoryWorkspace({ trusted: true, protectedPaths: [] });
    for (const path of [".git/config", ".npmrc", "HEAD", "config", "objects/x", "refs/x"]) {
      expect(await kindOf(() => workspace.fs.writeTextOverwrite(path, "x", { createParents: true }))).toBe("ok");
    }
  });

  test("replaces the default, with anchors and exceptions", async () => {
    const protectedPaths = ["/secrets/**", "*.pem", "!public.pem", "Caf\u00e9/**", "", "  "];
    const workspace = createInMemoryWorkspace({ trusted: true, protectedPaths });
    const write = (path: string) => kindOf(() => workspace.fs.writeTextOverwrite(path, "x", { createParents: true }));
    expect(await write("secrets/a")).toBe("protected_path");
    expect(await write("SECRETS/a")).toBe("protected_path");
    expect(await write("x/secrets/a")).toBe("ok");
    expect(await write("x/key.pem")).toBe("protected_path");
    expect(await write("x/public.pem")).toBe("ok");
    expect(await write("cafe\u0301/menu")).toBe("protected_path");
    expect(await write(".git/config")).toBe("ok");
  });

  test("is refused where the matcher would leave a part of it out", () => {
    const tooMany = Array.from({ length: 3000 }, (_, index) => `file-${index}`);
    expect(() => createInMemoryWorkspace({ protectedPaths: tooMany })).toThrow(TypeError);
    expect(() => createInMemoryWorkspace({ protectedPaths: ["x".repeat(5000)] })).toThrow(TypeError);
  });

  test("cannot be loosened from inside", async () => {
    const files = { ".gitignore": "!.git\n!.git/**\n", ".agentignore": "!.git\n" };
    const workspace = createInMemoryWorkspace({ trusted: true, files });
    expect(await kindOf(() => workspace.fs.writeTextOverwrite(".git/config", "x", { createParents: true }))).toBe(
      "protected_path",
    );
  });
});
