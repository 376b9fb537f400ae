// Decides whether a command line may run, and what is run instead of it. Runs nothing.

import { FsError } from "../../errors.js";
import { type Allowance, type AllowedCommand, resolveAllowance, showAllowedCommand } from "./allowance.js";
import { serializeCommandLine } from "./command-line.js";
import { parseCommandLine } from "./command-line-parser.js";
import {
  type CommandPlace,
  createCommandPlace,
  type PlaceOptions,
  type TouchedPath,
  UNKNOWN_PLACE,
} from "./command-place.js";
import { followLine } from "./follow-line.js";
import { guardDirectory } from "./guard-directory.js";
import { CommandJudge } from "./judge-command.js";
import { CommandRefusal, refuse, refuseSpelling } from "./refusal.js";

/** A command line that a policy lets through. */
export interface PlannedCommand {
  /** Our own spelling of the command line, with every word quoted; this is what must be run. */
  readonly command: string;
  /** What the boundary has to judge before it is run. */
  readonly touched: readonly TouchedPath[];
}

/** Judges command lines against a list of allowed commands. */
export interface CommandPolicy {
  /**
   * Answers what to run for a command line that starts in a place; without one, paths must be relative.
   * @throws {FsError} command_not_allowed – when any part of it is not allowed, or is not a literal word
   */
  plan(command: string, place?: PlaceOptions): PlannedCommand;
}

const MAX_LISTED_COMMANDS = 20;

/** Scripts inside one another that are read at most. Source: nobody writes more than one. */
const MAX_SCRIPT_DEPTH = 3;

const SPELLING_HINT = "Write plain words, joined by && || ; or |, and put special characters in single quotes.";

function describeAllowed(allowedCommands: readonly AllowedCommand[]): string {
  if (allowedCommands.length === 0) return "No command is allowed here.";
  const shown = allowedCommands.slice(0, MAX_LISTED_COMMANDS).map(showAllowedCommand);
  const more = allowedCommands.length > MAX_LISTED_COMMANDS ? ", …" : "";
  return `Allowed commands: ${shown.join(", ")}${more}.`;
}

/** Plans one command line and the scripts inside it. */
class LinePlan {
  readonly #allowances: readonly Allowance[];
  readonly #place: CommandPlace;
  readonly #roots: readonly string[];

  constructor(allowances: readonly Allowance[], place: CommandPlace, roots: readonly string[]) {
    this.#allowances = allowances;
    this.#place = place;
    this.#roots = roots;
  }

  plan(source: string, depth: number): string {
    if (depth > MAX_SCRIPT_DEPTH) refuse("its scripts are nested too deeply");
    const judge = new CommandJudge({
      allowances: this.#allowances,
      place: this.#place,
      planScript: (script) => this.plan(script, depth + 1),
    });
    const judged = followLine(parseCommandLine(source, refuseSpelling), this.#place, (command) =>
      judge.judgeInLine(command),
    );
    if (depth > 0) this.#place.unsettle();
    // Only when the whole line has been read is it known whether it relies on where it stands.
    const planned = judged.map(({ entered, ...command }) => {
      const exactly = this.#place.isRelied ? entered : null;
      return guardDirectory(command, { roots: this.#roots, exactly });
    });
    return serializeCommandLine(planned);
  }
}

/**
 * Creates a policy from commands such as `git status`; each allows the same words followed by any further arguments.
 *
 * A bare name never allows a path to a program of that name, and `git status` does not allow `git stash`. The command
 * behind `env`, `xargs`, `timeout`, `find -exec`, `bash -c` and their like must be allowed by itself, unless the allowed
 * command spells it out. Arguments known to run other programs, to write files or to lead out of the workspace are
 * refused unless they are spelled out too; that table is a help, NOT complete. A program that is in no table is refused
 * any path outside the workspace, but for those that are known to read. Allowing a build tool, a test runner or
 * an interpreter allows whatever the workspace tells it to do. What is planned is for a POSIX shell; no other shell may
 * be given it.
 * @throws {TypeError} when an allowed command is not a list of literal words
 */
export function createCommandPolicy(allowedCommands: readonly AllowedCommand[]): CommandPolicy {
  const allowances = allowedCommands.map(resolveAllowance);
  const allowed = describeAllowed(allowedCommands);
  return {
    plan(command: string, options: PlaceOptions = UNKNOWN_PLACE): PlannedCommand {
      const place = createCommandPlace(options);
      const roots = options === UNKNOWN_PLACE ? [] : options.roots;
      try {
        return { command: new LinePlan(allowances, place, roots).plan(command, 0), touched: place.touched };
      } catch (error) {
        if (!(error instanceof CommandRefusal)) throw error;
        const hint = error.isSpelling ? `${SPELLING_HINT} ${allowed}` : allowed;
        throw new FsError("command_not_allowed", `The command was not run: ${error.message}.`, { hint });
      }
    },
  };
}
