// Decides which environment a command sees. Knows no process: the host's variables are an argument.

import { delimiter, isAbsolute, resolve, sep } from "node:path";
import { createGitEnvironment } from "./git-hardening.js";

/** Variables that are handed on; whatever is not named here, provider keys and tokens first, stays behind. */
const ALLOWED_NAMES: ReadonlySet<string> = new Set([
  ...["HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TMPDIR"],
  ...["SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "TEMP", "TMP"],
  ...["USERPROFILE", "USERNAME", "APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles", "ProgramFiles(x86)"],
]);

const PATH_NAMES: ReadonlySet<string> = new Set(["PATH", "Path"]);

/** Makes programs print plain text at once instead of waiting for a person. */
const PLAIN_OUTPUT: Readonly<Record<string, string>> = { TERM: "dumb", PAGER: "cat", NO_COLOR: "1" };

function isAllowedName(name: string): boolean {
  return ALLOWED_NAMES.has(name) || PATH_NAMES.has(name) || name.startsWith("LC_");
}

function isBelow(entry: string, root: string): boolean {
  const absolute = resolve(entry);
  return absolute === root || absolute.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

/**
 * An empty or relative entry would find programs in the directory that the command runs in. Those of the workspace come
 * last, so that no file in it stands for a program of the system.
 */
function orderEntries(searchPath: string, roots: readonly string[]): string {
  const entries = searchPath.split(delimiter).filter((entry) => isAbsolute(entry));
  const isOfWorkspace = (entry: string): boolean => roots.some((root) => isBelow(entry, root));
  const others = entries.filter((entry) => !isOfWorkspace(entry));
  return [...others, ...entries.filter(isOfWorkspace)].join(delimiter);
}

function assertUsable(name: string, value: string): void {
  if (name === "" || /[=\0]/.test(name) || value.includes("\0")) {
    throw new TypeError(`The environment variable ${JSON.stringify(name)} has a name or a value that no system takes.`);
  }
}

/**
 * Builds the whole environment of a command: an allow-list of the host's variables, plain output, a hardened git, and
 * whatever `extra` names, which wins over all of it. Relative entries of the host's `PATH` are dropped, and those below `roots` come last.
 *
 * NOT guaranteed: that secrets are out of reach. `HOME` still leads to the user's files, and the environment of this
 * process can be read from `/proc` by a command of the same user. A program that the system lacks is still found in the
 * entries below `roots`, and in those that lead there through a link.
 * @throws {TypeError} when `extra` holds a name that is empty or contains `=`, or NUL anywhere
 */
export function createCommandEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>> = {},
  roots: readonly string[] = [],
): Record<string, string> {
  const environment: Record<string, string> = {};
  // Names first: each value of `process.env` is a question to the system.
  for (const name of Object.keys(host).filter(isAllowedName)) {
    const value = host[name];
    if (value === undefined) continue;
    environment[name] = PATH_NAMES.has(name) ? orderEntries(value, roots) : value;
  }
  for (const [name, value] of Object.entries(extra)) assertUsable(name, value);
  return { ...environment, ...PLAIN_OUTPUT, ...createGitEnvironment(), ...extra };
}
