// What the exec tool answers, and how a model sees it. Pure.

import type { CommandResult, CommandSnapshot } from "../shell/command-runner.js";
import * as z from "./schema.js";

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

const execResult = (): z.Schema<ExecResult> =>
  z.object({
    ...snapshotFields,
    exitCode: z.int().nullable(),
    signal: z.string().optional(),
    reason: z.oneOf(["exited", "timed_out", "aborted"]),
    outputPath: z.string().optional(),
  });

const execSnapshot = (): z.Schema<ExecSnapshot> => z.object({ ...snapshotFields, reason: z.absent() });

/** Takes every success of the exec tool. */
export const execOutputSchema = (): z.Schema<ExecOutput> => z.union([execResult(), execSnapshot()]);

/** Shows what a command printed; how it ended only when that is news. */
export function presentExec(output: ExecOutput): string {
  return [presentEnd(output), presentStreams(output), presentRest(output)].filter((part) => part !== null).join("\n");
}

function presentEnd(output: ExecOutput): string | null {
  if (output.reason === undefined) {
    return output.id === undefined
      ? "[still running; the answer was cut off here]"
      : `[running in the background as ${output.id}]`;
  }
  if (output.reason === "timed_out") {
    return `[timed out after ${Math.round(output.durationMs / 1000)} s; the command and all it started were stopped]`;
  }
  if (output.reason === "aborted") return "[stopped from outside, with all it started]";
  if (output.exitCode === 0) return null;
  return output.exitCode === null ? `[ended by ${output.signal ?? "a signal"}]` : `[exit code ${output.exitCode}]`;
}

function presentRest(output: ExecOutput): string | null {
  if (output.reason === undefined || output.outputPath === undefined) return null;
  return `[the whole output is in ${output.outputPath}]`;
}

function presentStreams({ stdout, stderr }: ExecOutput): string {
  const [out, error] = [stdout, stderr].map((text) => text.replace(/\n$/, ""));
  if (out && error) return `stdout:\n${out}\nstderr:\n${error}`;
  return out || error || "[no output]";
}
