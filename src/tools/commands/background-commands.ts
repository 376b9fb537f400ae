// Commands that outlive the call that started them, by id. Knows no shell: a run is given, watched and stopped.

import { setTimeout as delay } from "node:timers/promises";
import { FsError } from "../../errors.js";
import { BACKGROUND_START_MS, MAX_BACKGROUND_COMMANDS } from "../../limits.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { CommandResult, CommandSnapshot } from "../../shell/command-runner.js";
import { assertKnownOptions } from "../../text/check-options.js";
import { showValue } from "../definition/tool-schema.js";
import { redactStreams } from "../secrets/redact-output.js";
import type { ExecOutput } from "./exec-output.js";

/** Starts a run that ends when the signal aborts. */
export type StartRun = (signal: AbortSignal) => AsyncGenerator<CommandSnapshot, CommandResult, void>;

/** One command that was started in the background. */
export interface BackgroundCommand {
  readonly id: string;
  /** What it has printed so far; with a `reason` once it has ended. */
  readonly output: CommandSnapshot | CommandResult;
  /** Stops it with all it started; resolves once that is done. */
  stop(): Promise<void>;
}

/** The commands in the background of one set of tools. */
export interface BackgroundCommands {
  /**
   * Starts a command and waits a moment for its first output.
   * @throws {FsError} command_not_allowed – when too many run already; and whatever keeps the command from starting
   */
  start(run: StartRun): Promise<BackgroundCommand>;
  /**
   * Answers a command that runs, or that ended a short while ago.
   * @throws {FsError} parse_error – when there is no such command; and whatever kept it from starting
   */
  find(id: string): BackgroundCommand;
  /** Stops every command. */
  close(): Promise<void>;
}

/** Ended commands whose output can still be read. Source: as many as may run. */
const MAX_ENDED = MAX_BACKGROUND_COMMANDS;

const NOTHING_YET: CommandSnapshot = { stdout: "", stderr: "", truncated: false, durationMs: 0 };

class RunningCommand implements BackgroundCommand {
  readonly id: string;
  readonly started: Promise<unknown>;
  readonly ended: Promise<void>;
  output: CommandSnapshot | CommandResult = NOTHING_YET;
  isRunning = true;
  failure: unknown;
  readonly #controller = new AbortController();

  constructor(id: string, start: StartRun) {
    this.id = id;
    const run = start(this.#controller.signal);
    const first = run.next();
    this.started = first.catch(() => undefined);
    this.ended = this.#watch(run, first);
  }

  async stop(): Promise<void> {
    this.#controller.abort();
    await this.ended;
  }

  async #watch(run: ReturnType<StartRun>, first: ReturnType<ReturnType<StartRun>["next"]>): Promise<void> {
    try {
      let step = await first;
      while (step.done !== true) {
        this.output = step.value;
        step = await run.next();
      }
      this.output = step.value;
    } catch (error) {
      this.failure = error;
    } finally {
      this.isRunning = false;
    }
  }
}

function refuseMore(): never {
  throw new FsError("command_not_allowed", `${MAX_BACKGROUND_COMMANDS} commands run in the background already.`, {
    hint: "Kill one that is not needed any more.",
  });
}

/**
 * Creates an empty set of commands. They die with the workspace, or when the set is closed.
 * @throws {TypeError} when it is given an option; it has none
 */
export function createBackgroundCommands(options: Readonly<Record<string, never>> = {}): BackgroundCommands {
  assertKnownOptions("createBackgroundCommands", options, []);
  const commands = new Map<string, RunningCommand>();
  let count = 0;
  const forgetOldest = (): void => {
    const ended = [...commands.values()].filter(({ isRunning }) => !isRunning);
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MAX_ENDED))) commands.delete(id);
  };
  return {
    async start(run): Promise<BackgroundCommand> {
      const running = [...commands.values()].filter(({ isRunning }) => isRunning);
      if (running.length >= MAX_BACKGROUND_COMMANDS) refuseMore();
      forgetOldest();
      count += 1;
      const command = new RunningCommand(`cmd-${count}`, run);
      commands.set(command.id, command);
      await Promise.race([command.started, delay(BACKGROUND_START_MS)]);
      // What failed at once has failed by now, whichever of the two promises was first.
      if (command.failure === undefined) return command;
      commands.delete(command.id);
      throw command.failure;
    },
    find(id): BackgroundCommand {
      const command = commands.get(id);
      if (command?.failure !== undefined) throw command.failure;
      if (command !== undefined) return command;
      const known = [...commands.keys()].join(", ") || "none";
      throw new FsError("parse_error", `There is no command ${showValue(id)}.`, { hint: `Known ids: ${known}.` });
    },
    async close(): Promise<void> {
      await Promise.all(Array.from(commands.values(), (command) => command.stop()));
    },
  };
}

/** Answers what a command has printed, with its secrets hidden where that is asked for. */
export async function showBackground(
  { id, output }: BackgroundCommand,
  redactor: Redactor | undefined,
): Promise<ExecOutput> {
  if (redactor === undefined) return { ...output, id };
  return { ...(await redactStreams(output, { redactor, isLast: "reason" in output })), id };
}
