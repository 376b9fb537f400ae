// What the sandbox of bubblewrap promises, sentence by sentence, each with the host's shell as the control.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { BubblewrapOptions } from "../../src/shell/bubblewrap.js";
import type { CommandResult } from "../../src/shell/command-runner.js";
import { createBubblewrapRunner } from "../../src/workspace/bubblewrap-runner.js";
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

async function run(command: string, options: BubblewrapOptions | "host" = {}, timeoutMs = 30_000) {
  const runner = options === "host" ? {} : { runner: createBubblewrapRunner(options) };
  const roots = [{ path: join(base, "further"), access: "read" as const }];
  const workspace = await openWorkspace({ root: join(base, "root"), roots, trusted: true, ...runner });
  onTestFinished(() => workspace.close());
  const commands = workspace.shell.run(command, { timeoutMs });
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
        timeoutMs,
      );
      expect({ stdout, found }).toEqual({ stdout: "up\n", found: reason });
      expect(await findSurvivors(marker)).toEqual([]);
      await vi.waitFor(() => expect(findSleepers()).toEqual([]), { timeout: 5000 });
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
