// How a shell is put behind bubblewrap: what it sees of the system, and whether that works here. Runs no command.

import type { CommandRequest } from "./command-runner.js";
import type { ShellStart, WrapShell } from "./spawn-shell.js";

/** What a sandboxed command may reach besides the workspace. */
export interface BubblewrapOptions {
  /** Lets commands use the network of the host; default `false`. */
  readonly network?: boolean | undefined;
  /** Further directories that commands may read, such as that of a toolchain below the home directory. */
  readonly readable?: readonly string[] | undefined;
}

/** Directories of the system; those that do not exist are left out. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix"];

/** Where `HOME` leads; it is empty, and gone when the command ends. */
const HOME = "/tmp/home";

const MAX_PROBE_MS = 10_000;

/**
 * Refuses options of another form, since a word such as "none" would otherwise open the network.
 * @throws {TypeError} when `network` is no boolean, or `readable` no list of paths
 */
export function assertBubblewrapOptions({ network, readable }: BubblewrapOptions): void {
  if (network !== undefined && typeof network !== "boolean") throw new TypeError("network must be true or false");
  const paths: readonly unknown[] = readable ?? [];
  if (Array.isArray(paths) && paths.every((path) => typeof path === "string" && path !== "")) return;
  throw new TypeError("readable must be a list of paths");
}

function bindAll(flag: string, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [flag, path, path]);
}

function listArguments({ network = false, readable = [] }: BubblewrapOptions): readonly string[] {
  return [
    ...["--die-with-parent", "--unshare-all", ...(network ? ["--share-net"] : [])],
    ...bindAll("--ro-bind-try", SYSTEM),
    ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", HOME],
    ...bindAll("--ro-bind", readable),
  ];
}

function bindRoots(roots: CommandRequest["roots"] = []): readonly string[] {
  return roots.flatMap(({ path, access }) => bindAll(access === "write" ? "--bind" : "--ro-bind", [path]));
}

/** Answers how a shell is started behind bubblewrap. */
export function createBubblewrapWrap(program: string, options: BubblewrapOptions): WrapShell {
  const args = listArguments(options);
  return (start: ShellStart, request: CommandRequest): ShellStart => ({
    program,
    args: [...args, ...bindRoots(request.roots), "--", start.program, ...start.args],
    env: { ...start.env, HOME },
  });
}

/** Tries bubblewrap once; answers why it does not work here, or `null` when it does. */
export function detectBubblewrapProblem(program: string, options: BubblewrapOptions): string | null {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const args = [...listArguments(options), "--", "/bin/sh", "-c", ":"];
  const { error, status, stderr } = spawnSync(program, args, { env: {}, timeout: MAX_PROBE_MS, encoding: "utf8" });
  if (error !== undefined) return error.message;
  return status === 0 ? null : stderr.trim();
}
