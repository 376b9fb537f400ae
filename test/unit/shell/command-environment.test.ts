// Which variables a command sees, and what git makes of them.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createCommandEnvironment } from "../../../src/shell/running/command-environment.js";

const HOST = {
  PATH: "/usr/bin:/bin",
  HOME: "/home/someone",
  LANG: "C.UTF-8",
  LC_ALL: "C",
  TERM: "xterm",
  PAGER: "less",
  OPENAI_API_KEY: "secret",
  ANTHROPIC_API_KEY: "secret",
  GITHUB_TOKEN: "secret",
  AWS_SECRET_ACCESS_KEY: "secret",
  NODE_OPTIONS: "--require=/evil.js",
  LD_PRELOAD: "/evil.so",
  BASH_ENV: "/evil.sh",
  ENV: "/evil.sh",
  GIT_EXTERNAL_DIFF: "/evil",
  RIPGREP_CONFIG_PATH: "/evil",
  TAR_OPTIONS: "--to-command=/evil",
  "BASH_FUNC_ls%%": "() { evil; }",
};

describe("createCommandEnvironment", () => {
  test("hands on an allow-list and nothing else", () => {
    const environment = createCommandEnvironment(HOST);
    expect(environment).toMatchObject({ PATH: "/usr/bin:/bin", HOME: "/home/someone", LANG: "C.UTF-8", LC_ALL: "C" });
    expect(Object.values(environment).filter((value) => /secret|evil/.test(value))).toEqual([]);
  });

  test("asks for plain output", () => {
    expect(createCommandEnvironment(HOST)).toMatchObject({ TERM: "dumb", PAGER: "cat", NO_COLOR: "1" });
  });

  test("drops entries of PATH that depend on the directory", () => {
    const { PATH } = createCommandEnvironment({ PATH: ".:/usr/bin::node_modules/.bin:/bin:" });
    expect(PATH).toBe("/usr/bin:/bin");
  });

  test("puts entries of PATH inside the workspace last, whatever else they are called", () => {
    const host = { PATH: "/w/node_modules/.bin:/usr/bin:/w:/workshop/bin:/usr/../w/x:/bin" };
    const { PATH } = createCommandEnvironment(host, {}, ["/w"]);
    expect(PATH).toBe("/usr/bin:/workshop/bin:/bin:/w/node_modules/.bin:/w:/usr/../w/x");
    expect(createCommandEnvironment(host, { PATH: "/w:/bin" }, ["/w"])).toMatchObject({ PATH: "/w:/bin" });
  });

  test("lets the developer's variables win", () => {
    const environment = createCommandEnvironment(HOST, { NO_COLOR: "", OPENAI_API_KEY: "mine", PATH: "bin" });
    expect(environment).toMatchObject({ NO_COLOR: "", OPENAI_API_KEY: "mine", PATH: "bin" });
  });

  test.each([{ "": "x" }, { "A=B": "x" }, { A: "x\0y" }])("refuses %j, which no system takes", (extra) => {
    expect(() => createCommandEnvironment(HOST, extra)).toThrow(TypeError);
  });
});

describe("git under this environment", () => {
  let repository: string;
  let marker: string;

  function git(args: readonly string[], hardened: boolean): void {
    const { PATH = "" } = process.env;
    const base = { PATH, HOME: repository };
    const env = hardened ? createCommandEnvironment(base) : base;
    execFileSync("git", [...args], { cwd: repository, env, stdio: "ignore" });
  }

  function plantScript(path: string): void {
    writeFileSync(path, `#!/bin/sh\ntouch '${marker}'\n`);
    chmodSync(path, 0o755);
  }

  beforeEach(() => {
    repository = realpathSync(mkdtempSync(join(tmpdir(), "git-")));
    marker = join(repository, "marker");
    for (const args of [
      ["init", "-q"],
      ["config", "user.email", "a@b.c"],
      ["config", "user.name", "a"],
    ])
      git(args, false);
    writeFileSync(join(repository, "file"), "one\n");
    git(["add", "file"], false);
  });

  afterEach(() => rmSync(repository, { recursive: true, force: true }));

  const traps = [
    {
      name: "a file system monitor",
      command: ["status"],
      plant: () => {
        plantScript(join(repository, "trap"));
        git(["config", "core.fsmonitor", join(repository, "trap")], false);
      },
    },
    {
      name: "a hook",
      command: ["commit", "--allow-empty", "-qm", "x"],
      plant: () => plantScript(join(repository, ".git", "hooks", "pre-commit")),
    },
    {
      name: "a bare repository inside",
      command: ["-C", "docs", "status"],
      plant: () => {
        plantScript(join(repository, "trap"));
        for (const name of ["objects", "refs"]) mkdirSync(join(repository, "docs", name), { recursive: true });
        writeFileSync(join(repository, "docs", "HEAD"), "ref: refs/heads/main\n");
        const config = `[core]\nrepositoryformatversion = 0\nworktree = ..\nfsmonitor = ${join(repository, "trap")}\n`;
        writeFileSync(join(repository, "docs", "config"), config);
      },
    },
  ];

  test.each(traps)("does not run $name, which it runs otherwise", ({ command, plant }) => {
    plant();
    try {
      git(command, true);
    } catch {
      // A bare repository that is not named explicitly is an error of git's own.
    }
    expect(existsSync(marker)).toBe(false);
    git(command, false);
    expect(existsSync(marker)).toBe(true);
  });
});
