// What the exec tool answers, and how a model sees it. Pure.

import type { CommandChanges, NotUndoablePath } from "../../shell/command-changes.js";
import type { CommandResult, CommandSnapshot } from "../../shell/command-runner.js";
import * as z from "../definition/schema.js";

/** Paths that the model is told of one by one. */
const MAX_NAMED_PATHS = 3;

/** What a command has printed so far; `reason` is absent until it has ended. */
export interface ExecSnapshot extends CommandSnapshot {
  readonly reason?: undefined;
  readonly redacted?: boolean | undefined;
  /** The command runs in the background under this name. */
  readonly id?: string | undefined;
}

/** What the exec tool answers: snapshots, and at the end the result. */
export type ExecOutput = ExecSnapshot | ExecResult;

/** How a command ended, and what it printed. */
export interface ExecResult extends CommandSnapshot {
  /** `null` when a signal ended the command. */
  readonly exitCode: number | null;
  readonly signal?: string | undefined;
  readonly reason: CommandResult["reason"];
  /** File of the workspace that holds the output as it was, where some of it is missing here. */
  readonly outputPath?: string | undefined;
  /** What changed in the files meanwhile, where the workspace was opened with `snapshotBeforeExec`. */
  readonly changes?: CommandChanges | undefined;
  /** The `redact` option changed what the command printed. */
  readonly redacted?: boolean | undefined;
  /** The command ran in the background under this name. */
  readonly id?: string | undefined;
}

const snapshotFields = {
  stdout: z.string(),
  stderr: z.string(),
  truncated: z.boolean(),
  durationMs: z.number(),
  redacted: z.boolean().optional(),
  id: z.string().optional(),
};

const notUndoable = (): z.Schema<NotUndoablePath> => z.object({ path: z.string(), reason: z.string() });

const commandChanges = (): z.Schema<CommandChanges> =>
  z.object({
    paths: z.int().optional(),
    undoable: z.boolean(),
    checkpoint: z.string().optional(),
    notUndoable: z.array(notUndoable()).optional(),
    notUndoableCount: z.int().optional(),
    note: z.string().optional(),
  });

const execResult = (): z.Schema<ExecResult> =>
  z.object({
    ...snapshotFields,
    exitCode: z.int().nullable(),
    signal: z.string().optional(),
    reason: z.oneOf(["exited", "timed_out", "aborted"]),
    outputPath: z.string().optional(),
    changes: commandChanges().optional(),
  });

const execSnapshot = (): z.Schema<ExecSnapshot> => z.object({ ...snapshotFields, reason: z.absent() });

/** Takes every success of the exec tool. */
export const execOutputSchema = (): z.Schema<ExecOutput> => z.union([execResult(), execSnapshot()]);

/** Shows what a command printed; how it ended only when that is news. */
export function presentExec(output: ExecOutput): string {
  return [presentEnd(output), presentStreams(output), presentRest(output), presentChanges(output)]
    .filter((part) => part !== null)
    .join("\n");
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`;
}

function presentEnd(output: ExecOutput): string | null {
  if (output.reason === undefined) {
    return output.id === undefined
      ? "[still running; the answer was cut off here]"
      : `[running in the background as ${output.id}]`;
  }
  if (output.reason === "timed_out") {
    return `[timed out after ${formatDuration(output.durationMs)}; the command and all it started were stopped]`;
  }
  if (output.reason === "aborted") return "[stopped from outside, with all it started]";
  if (output.exitCode === 0) return null;
  return output.exitCode === null ? `[ended by ${output.signal ?? "a signal"}]` : `[exit code ${output.exitCode}]`;
}

function presentRest(output: ExecOutput): string | null {
  if (output.reason === undefined || output.outputPath === undefined) return null;
  return `[the whole output is in ${output.outputPath}]`;
}

/** Says in one line what changed; nothing where nothing did. */
function presentChanges({ changes }: ExecOutput & { readonly changes?: CommandChanges | undefined }): string | null {
  if (changes === undefined || changes.paths === 0) return null;
  const note = changes.note === undefined ? "" : `; ${changes.note}`;
  if (changes.paths === undefined) return `[what it changed cannot be undone${note}]`;
  return `[changed ${changes.paths === 1 ? "1 path" : `${changes.paths} paths`}; ${presentUndo(changes)}${note}]`;
}

function presentUndo({ notUndoable = [], notUndoableCount = 0, undoable }: CommandChanges): string {
  if (undoable) return "can be undone";
  const named = notUndoable.slice(0, MAX_NAMED_PATHS).map(({ path, reason }) => `${path} (${reason})`);
  const more = notUndoableCount - named.length;
  return `${notUndoableCount} cannot be undone: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function presentStreams({ stdout, stderr }: ExecOutput): string {
  const [out, error] = [stdout, stderr].map((text) => text.replace(/\n$/, ""));
  if (out && error) return `stdout:\n${out}\nstderr:\n${error}`;
  return out || error || "[no output]";
}
