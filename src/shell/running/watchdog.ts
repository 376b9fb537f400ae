// A small process that notices the death of this one, however it dies, and then kills what still runs. Runs no command.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { COMMAND_MARK } from "./process-table.js";

/** Kills the groups that it knows, and what left them, when this process is gone. */
export interface Watchdog {
  /** Remembers a group until it is forgotten. */
  watch(groupId: number): void;
  forget(groupId: number): void;
  /** Ends the watching; nothing is killed. */
  close(): Promise<void>;
}

/**
 * Reads `+ 12` and `- 12` until its input ends, which it does when nobody is left to write. What left its group is
 * found by the mark in its environment, three times, since it may be starting others.
 */
const SCRIPT = `
trap "" HUP INT TERM
g=" "
while read -r v i; do
  case $v in
    +) g="$g$i ";;
    -) case $g in *" $i "*) g="\${g%%" $i "*} \${g#*" $i "}";; esac;;
  esac
done
exec 2>/dev/null
for i in $g; do kill -9 "-$i"; done
for n in 1 2 3; do
  for f in $(grep -alF "${COMMAND_MARK}=$1" /proc/[0-9]*/environ); do f=\${f#/proc/}; kill -9 "\${f%/environ}"; done
done
`;

const NO_WATCHDOG: Watchdog = { watch: () => {}, forget: () => {}, close: async () => {} };

/** Lets this process end although the watchdog runs, which is how the watchdog learns of it. */
function release(child: ChildProcess): void {
  child.unref();
  // A pipe of a child is a socket, whatever the type of the stream says.
  const input = child.stdin;
  if (input !== null && "unref" in input && typeof input.unref === "function") input.unref();
}

function start(mark: string): ChildProcess {
  // Loaded already, since a command was started; the import of the package must not load it.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const { PATH = "/usr/bin:/bin" } = process.env;
  const child = spawn("/bin/sh", ["-c", SCRIPT, "watchdog", mark], {
    cwd: "/",
    env: { PATH },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a watchdog commands run all the same: they then outlive only a process that is killed.
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  release(child);
  return child;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

async function stop(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  child.ref();
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** Milliseconds after which a command is named to the watchdog; until then only its mark leads there. Source: short ones cost a write otherwise. */
const NAMED_AFTER_MS = 200;

/**
 * Creates a watchdog for the commands that carry `mark`; its process is started with the first of them. On Windows,
 * which has no groups, it does nothing.
 */
export function createWatchdog(mark: string): Watchdog {
  if (process.platform === "win32") return NO_WATCHDOG;
  const delayMs = process.platform === "linux" ? NAMED_AFTER_MS : 0;
  const named = new Set<number>();
  const timers = new Map<number, NodeJS.Timeout>();
  let child: ChildProcess | undefined;
  const tell = (line: string): void => void child?.stdin?.write(line);
  const restart = (): void => {
    child = start(mark);
    for (const one of named) tell(`+ ${one}\n`);
  };
  const name = (groupId: number): void => {
    timers.delete(groupId);
    named.add(groupId);
    tell(`+ ${groupId}\n`);
  };
  return {
    watch(groupId): void {
      if (child === undefined || !isRunning(child)) restart();
      timers.set(groupId, setTimeout(() => name(groupId), delayMs).unref());
    },
    forget(groupId): void {
      clearTimeout(timers.get(groupId));
      timers.delete(groupId);
      if (named.delete(groupId)) tell(`- ${groupId}\n`);
    },
    async close(): Promise<void> {
      if (child !== undefined) await stop(child);
    },
  };
}
