// Commands in a workspace: trusted, judged, and run in a directory that the gate let through.

import { FsError } from "../../errors.js";
import type { CommandFiles } from "../../shell/command-files.js";
import type { CommandResult, CommandRoot, CommandRunner, CommandSnapshot } from "../../shell/command-runner.js";
import { resolveAllowance } from "../../shell/policy/allowance.js";
import type { PlaceOptions, TouchedPath } from "../../shell/policy/command-place.js";
import { createCommandEnvironment } from "../../shell/running/command-environment.js";
import { toFsError } from "../directories/errno.js";
import type { Access, Gate } from "../gate/gate.js";
import { assertTrustedForIntent } from "../gate/policy.js";
import type { CommandWatch } from "../history/watch-command.js";
import type { ShellRunOptions, WorkspaceShell } from "../interfaces/workspace.js";
import { holdPlaceDirectory } from "../listing/list-operations.js";
import { joinPath } from "../paths/paths.js";
import type { Place } from "../paths/walk-path.js";
import { listProtected } from "./list-protected.js";
import { createOutputSpill, type OutputSpill } from "./output-spill.js";

type Run = AsyncGenerator<CommandSnapshot, CommandResult, void>;

/** Runs commands behind a gate; a runner without a disk is given the files of the same request. */
export function createWorkspaceShell(gate: Gate, runner: CommandRunner, files: CommandFiles): WorkspaceShell {
  return { run: (command, options = {}) => runGated(gate, runner, { command, options, files }) };
}

interface ShellRequest {
  readonly files: CommandFiles;
  readonly command: string;
  readonly options: ShellRunOptions;
}

async function* runGated(gate: Gate, runner: CommandRunner, request: ShellRequest): Run {
  const { options } = request;
  options.allowedCommands?.forEach(resolveAllowance);
  let result: CommandResult | undefined;
  const access = { path: options.cwd ?? ".", intent: "exec", signal: options.signal } as const;
  const snapshots = gate.stream(access, async function* runInPlace(access) {
    result = yield* runHere(gate, runner, { ...request, access });
  });
  yield* snapshots;
  if (result === undefined) throw new TypeError("the command was left before it ended");
  return result;
}

/** Where the commands of a request may lead: the directory that it starts in, and whole roots, not single files. */
function placeOf(gate: Gate, place: Place): PlaceOptions {
  return { cwd: joinPath(place.root.path, place.components), roots: rootsOf(gate).map(({ path }) => path) };
}

function rootsOf(gate: Gate): readonly CommandRoot[] {
  const roots = gate.scope.roots.filter(({ onlyName }) => onlyName === undefined);
  return roots.map(({ path, access, within }) => ({ path: joinPath(path, within?.components ?? []), access }));
}

/**
 * Refuses to run anything for a request that may write nowhere: what a command writes is not known beforehand.
 * @throws {FsError} permission_denied
 */
function assertWritable(roots: readonly CommandRoot[]): void {
  if (roots.some(({ access }) => access === "write")) return;
  throw new FsError("permission_denied", "everything here is open for reading only, so no command can be run", {
    hint: "Use the tools that read and search.",
  });
}

/** What a command may find by itself: it then says so in its own words. */
const MISSING: ReadonlySet<string> = new Set(["path_not_found", "not_a_directory", "not_a_file"]);

/**
 * Judges a path that a command enters or changes, as the file tools are judged.
 * @throws {FsError} command_not_allowed – when it is protected, outside, or reached through a link
 */
function enforceTouched(gate: Gate, { path, use }: TouchedPath): void {
  try {
    gate.enterSecond({ path, intent: use === "enter" ? "exec" : "write" }).release();
  } catch (cause) {
    const error = toFsError(cause, path);
    if (MISSING.has(error.kind)) return;
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    throw new FsError("command_not_allowed", `The command was not run: ${error.message}.`, { ...hint, cause });
  }
}

/** Answers what to run; the parser behind the judgement is loaded only where there is something to judge. */
async function planAllowed(gate: Gate, place: Place, request: ShellRequest): Promise<string> {
  const { allowedCommands } = request.options;
  if (allowedCommands === undefined) return request.command;
  const { createCommandPolicy } = await import("../../shell/policy/command-policy.js");
  const planned = createCommandPolicy(allowedCommands).plan(request.command, placeOf(gate, place));
  for (const touched of planned.touched) enforceTouched(gate, touched);
  return planned.command;
}

function createSpillFor(gate: Gate, { files, options }: ShellRequest): OutputSpill | undefined {
  const { spillDirectory: directory } = options;
  if (directory === undefined) return undefined;
  return createOutputSpill({ directory, files, maxBytes: gate.parts.limits.maxWriteBytes });
}

/** Looks at the files where that is asked for; else what it takes is not even loaded. */
async function startWatch(gate: Gate, options: ShellRunOptions): Promise<CommandWatch | undefined> {
  const memory = gate.parts.snapshots;
  if (memory === null) return undefined;
  const { passOver, watchCommand } = await import("../history/watch-command.js");
  return options.background === true ? passOver(memory) : watchCommand(gate, memory, options.signal);
}

async function* runHere(gate: Gate, runner: CommandRunner, request: ShellRequest & { readonly access: Access }): Run {
  const { options, access } = request;
  assertTrustedForIntent(gate.parts.isTrusted, "exec");
  const roots = rootsOf(gate);
  assertWritable(roots);
  const command = await planAllowed(gate, access.place, request);
  const spill = createSpillFor(gate, request);
  const directory = holdPlaceDirectory(access.place);
  const watch = await startWatch(gate, options).catch((error: unknown) => {
    directory.close();
    throw error;
  });
  try {
    const result = yield* runner.run({
      command,
      cwd: directory.pathForChild() ?? joinPath(access.place.root.path, access.place.components),
      roots,
      listProtected: () => listProtected(gate),
      files: request.files,
      env: createCommandEnvironment(
        process.env,
        options.env,
        roots.map(({ path }) => path),
      ),
      timeoutMs: options.timeoutMs ?? gate.parts.limits.execTimeoutMs,
      maxOutputBytes: options.maxOutputBytes ?? gate.parts.limits.maxExecOutputBytes,
      onOutput: spill?.take,
      signal: options.signal,
    });
    const changes = await watch?.finish();
    const spilled = (await spill?.finish(result)) ?? result;
    return changes === undefined ? spilled : { ...spilled, changes };
  } finally {
    await watch?.finish();
    directory.close();
  }
}
