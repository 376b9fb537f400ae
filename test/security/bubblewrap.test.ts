// What the sandbox of bubblewrap promises, sentence by sentence, each with the host's shell as the control.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { CommandResult } from "../../src/shell/command-runner.js";
import type { BubblewrapOptions } from "../../src/shell/running/bubblewrap.js";
import { createBubblewrapRunner } from "../../src/workspace/commands/bubblewrap-runner.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";
import { createMarker, findSurvivors } from "../unit/shell/run-command.js";

const SECRET = "sk-not-for-commands";
const { PATH = "" } = process.env;
const isInstalled = PATH.split(delimiter).some((directory) => existsSync(join(directory, "bwrap")));

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "sandbox-")));
  for (const name of ["root", "further", "outside"]) mkdirSync(join(base, name));
  writeFileSync(join(base, "outside", "secret"), `${SECRET}\n`);
  vi.stubEnv("PROVIDER_API_KEY", SECRET);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

async function run(
  command: string,
  options: BubblewrapOptions | "host" = {},
  { timeoutMs = 30_000, narrowTo = "" } = {},
) {
  const runner = options === "host" ? {} : { runner: createBubblewrapRunner(options) };
  const roots = [{ path: join(base, "further"), access: "read" as const }];
  const workspace = await openWorkspace({ root: join(base, "root"), roots, trusted: true, ...runner });
  onTestFinished(() => workspace.close());
  const narrowed = narrowTo === "" ? {} : { roots: [{ path: narrowTo, access: "write" as const }] };
  const commands = workspace.forRequest(narrowed).shell.run(command, { timeoutMs });
  let step = await commands.next();
  while (step.done !== true) step = await commands.next();
  await workspace.close();
  return step.value satisfies CommandResult;
}

test("a sandbox that is asked for and missing is refused when it is created", () => {
  vi.stubEnv("PATH", join(base, "root"));
  expect(() => createBubblewrapRunner()).toThrow(
    new TypeError("bubblewrap is not installed (no bwrap on the PATH): install it, or choose another runner"),
  );
});

test("a sandbox that cannot be made is refused with what bubblewrap says", () => {
  if (!isInstalled) return expect(() => createBubblewrapRunner()).toThrow(TypeError);
  const missing = join(base, "missing");
  expect(() => createBubblewrapRunner({ readable: [missing] })).toThrow(
    /bubblewrap does not work here: bwrap: .*missing/,
  );
});

describe.runIf(isInstalled)("in the sandbox", () => {
  const PROTECTED = [
    ".git/hooks/post-commit",
    ".git/config",
    ".npmrc",
    "deep/er/.vscode/settings.json",
    "deep/.mcp.json",
  ];

  function writeProtected(): void {
    for (const path of PROTECTED) {
      mkdirSync(dirname(join(base, "root", path)), { recursive: true });
      writeFileSync(join(base, "root", path), "as it was\n");
    }
  }

  function changedProtected(): readonly string[] {
    return PROTECTED.filter((path) => {
      const host = join(base, "root", path);
      return !existsSync(host) || readFileSync(host, "utf8") !== "as it was\n";
    });
  }

  test("the root is written, a root for reading is not, and the directory is the workspace's", async () => {
    expect(await run("pwd; echo x > made")).toMatchObject({ stdout: `${join(base, "root")}\n`, exitCode: 0 });
    expect(readFileSync(join(base, "root", "made"), "utf8")).toBe("x\n");
    expect((await run(`echo x > ${base}/further/made`)).stderr).toContain("Read-only file system");
    expect(existsSync(join(base, "further", "made"))).toBe(false);
    await run(`echo x > ${base}/further/made`, "host");
    expect(existsSync(join(base, "further", "made"))).toBe(true);
  });

  test("what lies outside is neither read nor written", async () => {
    const command = `cat ${base}/outside/secret; echo x > ${base}/outside/made`;
    expect((await run(command)).stdout).toBe("");
    expect(existsSync(join(base, "outside", "made"))).toBe(false);
    expect((await run(command, "host")).stdout).toContain(SECRET);
    expect(existsSync(join(base, "outside", "made"))).toBe(true);
  });

  test("the system is read-only", async () => {
    const { stderr } = await run("touch /usr/made /etc/made");
    expect(stderr.match(/Read-only file system/g)).toHaveLength(2);
  });

  test.each([{ hasProtected: true }, { hasProtected: false }])(
    "what is read-only cannot be mounted anew, also by root: $hasProtected",
    async ({ hasProtected }) => {
      if (hasProtected) writeProtected();
      const remount = `mount -o remount,bind,rw ${base}/further; echo x > ${base}/further/made`;
      await run(`${remount}; unshare -Urm sh -c '${remount}'`);
      expect(existsSync(join(base, "further", "made"))).toBe(false);
    },
  );

  test("the home directory and /tmp are empty, and of its own", async () => {
    const { stdout } = await run(
      `ls -A "$HOME"; ls -A ${homedir()}/ 2>/dev/null; echo x > /tmp/made-in-sandbox; cat /tmp/made-in-sandbox`,
    );
    expect(stdout).toBe("x\n");
    expect(existsSync("/tmp/made-in-sandbox")).toBe(false);
  });

  test("no key of this process is found in any /proc", async () => {
    const command = "cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep PROVIDER_API_KEY";
    expect((await run(command)).stdout).toBe("");
    expect((await run("env")).stdout).not.toContain(SECRET);
  });

  test("there is no network unless it is allowed", async () => {
    const server = createServer((socket) => socket.end("hello\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const command = `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3'`;
    expect((await run(command)).stdout).toBe("");
    expect((await run(command, { network: true })).stdout).toBe("hello\n");
  });

  test("further directories are readable where the developer says so", async () => {
    const options = { readable: [join(base, "outside")] };
    const { stdout, stderr } = await run(`cat ${base}/outside/secret; touch ${base}/outside/made`, options);
    expect(stdout).toBe(`${SECRET}\n`);
    expect(stderr).toContain("Read-only file system");
  });

  test.each([
    ["exited", "setsid -f env -i sleep 61; echo up", 30_000],
    ["timed_out", "setsid -f env -i sleep 61; echo up; trap '' TERM; sleep 60; sleep 60", 1000],
  ])(
    "nothing is left of a command that %s, though it left its group and cleared its environment",
    async (reason, command, timeoutMs) => {
      const marker = createMarker();
      const { stdout, reason: found } = await run(
        `SHELL_TEST_MARKER=${marker}; export SHELL_TEST_MARKER; ${command}`,
        {},
        { timeoutMs },
      );
      expect({ stdout, found }).toEqual({ stdout: "up\n", found: reason });
      expect(await findSurvivors(marker)).toEqual([]);
      await vi.waitFor(() => expect(findSleepers()).toEqual([]), { timeout: 5000 });
    },
  );

  const TAKE_OFF = "umount -l $PWD/.npmrc; echo changed > .npmrc";
  const ATTACKS = [
    ["overwritten", PROTECTED.map((path) => `echo changed > ${path}`)],
    ["removed", [`rm -rf ${PROTECTED.join(" ")} .git`]],
    ["replaced", PROTECTED.map((path) => `echo changed > new; mv -f new ${path}`)],
    ["overwritten after the mount was taken off", [TAKE_OFF, `unshare -Urm sh -c '${TAKE_OFF}'`]],
    ["overwritten through other processes", [`for p in /proc/[0-9]*; do echo x > $p/root${"$PWD"}/.npmrc; done`]],
  ] as const;
  test.each(ATTACKS)("protected paths are not %s", async (_how, commands) => {
    writeProtected();
    const command = `${commands.join("; ")}; echo x > made`;
    expect((await run(command)).exitCode).toBe(0);
    expect(changedProtected()).toEqual([]);
    expect(existsSync(join(base, "root", "made"))).toBe(true);
    await run(command, "host");
    expect(changedProtected()).not.toEqual([]);
  });

  test("protected paths are changed where the developer says so", async () => {
    writeProtected();
    await run(PROTECTED.map((path) => `echo changed > ${path}`).join("; "), { protect: false });
    expect(changedProtected()).toEqual(PROTECTED);
  });

  test("a link of a protected name shows nothing of what lies outside", async () => {
    symlinkSync(join(base, "outside", "secret"), join(base, "root", ".npmrc"));
    symlinkSync(join(base, "outside"), join(base, "root", ".git"));
    expect((await run("cat .npmrc .git/secret")).stdout).toBe("");
    expect((await run("cat .npmrc .git/secret", "host")).stdout).toContain(SECRET);
  });

  test("a narrowed request reaches no further than its directory", async () => {
    for (const name of ["part", "else"]) mkdirSync(join(base, "root", name));
    const command = `echo x > made; echo x > ${base}/root/else/made`;
    await run(command, {}, { narrowTo: join(base, "root", "part") });
    expect(existsSync(join(base, "root", "part", "made"))).toBe(true);
    expect(existsSync(join(base, "root", "else", "made"))).toBe(false);
    await run(command, "host", { narrowTo: join(base, "root", "part") });
    expect(existsSync(join(base, "root", "else", "made"))).toBe(true);
  });

  test.each([{ isProtecting: true }, { isProtecting: false }])(
    "a command that is stopped may clean up first: $isProtecting",
    async ({ isProtecting }) => {
      if (isProtecting) writeProtected();
      const command = "trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.05; done";
      const result = await run(command, {}, { timeoutMs: 1000 });
      expect(result).toMatchObject({ stdout: "up\nbye\n", exitCode: 3, reason: "timed_out" });
    },
  );

  test("the exit code is that of the command", async () => {
    expect(await run("exit 7")).toMatchObject({ exitCode: 7, reason: "exited" });
  });
});

function findSleepers(): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8") === "sleep\u000061\u0000";
    } catch {
      return false;
    }
  });
}
