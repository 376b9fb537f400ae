// How a shell is put behind bubblewrap: what it sees of the system, and whether that works here. Runs no command.

import { basename } from "node:path";
import type { CommandRequest } from "../command-runner.js";
import type { ShellStart, ShellWrapper } from "./spawn-shell.js";

/** What a sandboxed command may reach besides the workspace. */
export interface BubblewrapOptions {
  /** Lets commands use the network of the host; default `false`. */
  readonly network?: boolean | undefined;
  /** Further directories that commands may read, such as that of a toolchain below the home directory. */
  readonly readable?: readonly string[] | undefined;
  /**
   * Keeps the protected paths that exist when a command starts read-only; default `true`. It takes a walk through the
   * roots for writing, and a system that lets a sandbox make another one.
   */
  readonly protect?: boolean | undefined;
}

/** Directories of the system; those that do not exist are left out. */
const SYSTEM = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix"];

/** Where `HOME` leads; it is empty, and gone when the command ends. */
const HOME = "/tmp/home";

const MAX_PROBE_MS = 10_000;

/**
 * Refuses options of another form, since a word such as "none" would otherwise open the network.
 * @throws {TypeError} when `network` or `protect` is no boolean, or `readable` no list of paths
 */
export function assertBubblewrapOptions({ network, protect, readable }: BubblewrapOptions): void {
  if (network !== undefined && typeof network !== "boolean") throw new TypeError("network must be true or false");
  if (protect !== undefined && typeof protect !== "boolean") throw new TypeError("protect must be true or false");
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

/** One that lies in another comes after it, so that its own access counts. */
function bindRoots(roots: CommandRequest["roots"] = []): readonly string[] {
  const inOrder = roots.toSorted((a, b) => a.path.length - b.path.length);
  return inOrder.flatMap(({ path, access }) => bindAll(access === "write" ? "--bind" : "--ro-bind", [path]));
}

/** A sandbox that root makes leaves every capability to its command, which could then mount anew what is read-only. */
const POWERLESS = ["--cap-drop", "ALL"];

/**
 * Makes paths read-only in a second sandbox inside the first: there a path that was swapped for a link meanwhile leads
 * only to what the command may reach anyway, whereas the first takes what it binds from the whole system. Its users are
 * its own, so that the command cannot look through the processes of the first, for which the paths are not read-only.
 */
function bindProtected(program: string, paths: readonly string[]): readonly string[] {
  const own = ["--die-with-parent", "--unshare-user", ...POWERLESS];
  return ["--", program, ...own, "--dev-bind", "/", "/", ...bindAll("--ro-bind-try", paths), "--"];
}

function isProtecting({ protect = true }: BubblewrapOptions): boolean {
  return protect;
}

/** Creates what puts a shell behind bubblewrap. */
export function createBubblewrapWrapper(program: string, options: BubblewrapOptions): ShellWrapper {
  const args = listArguments(options);
  const outer = isProtecting(options) ? [...args, ...bindAll("--ro-bind", [program])] : args;
  return {
    name: basename(program),
    async wrap(start: ShellStart, request: CommandRequest): Promise<ShellStart> {
      const paths = isProtecting(options) ? ((await request.listProtected?.()) ?? []) : [];
      const inner = paths.length === 0 ? [...POWERLESS, "--"] : bindProtected(program, paths);
      return {
        program,
        args: [...outer, ...bindRoots(request.roots), ...inner, start.program, ...start.args],
        env: { ...start.env, HOME },
      };
    },
  };
}

/** Tries bubblewrap once; answers why it does not work here, or `null` when it does. */
export function detectBubblewrapProblem(program: string, options: BubblewrapOptions): string | null {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const inner = isProtecting(options)
    ? ["--ro-bind", program, program, ...bindProtected(program, [])]
    : [...POWERLESS, "--"];
  const args = [...listArguments(options), ...inner, "/bin/sh", "-c", ":"];
  const { error, status, stderr } = spawnSync(program, args, { env: {}, timeout: MAX_PROBE_MS, encoding: "utf8" });
  if (error !== undefined) return error.message;
  return status === 0 ? null : stderr.trim();
}
