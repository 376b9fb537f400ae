// Collects the two output streams of one command within their budgets. Decides nothing about when a command ends.

import type { Readable } from "node:stream";
import type { CommandRequest } from "../command-runner.js";
import { createOutputBudget } from "./output-budget.js";
import { type OutputTextOptions, renderOutput } from "./output-text.js";

/** The text of both output streams of a command. */
export interface CapturedText {
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
}

/**
 * Collects output as it comes; the reader's pace never slows the command, nor does its output take more memory. No chunk
 * is kept.
 */
export interface OutputCapture {
  /** Bytes that came so far on both streams. */
  readonly totalBytes: number;
  /** Resolves with the first output; never, when there is none. */
  readonly started: Promise<void>;
  /** Renders what is kept; `isComplete` says that nothing more will come. */
  render(options: { readonly isComplete: boolean }): CapturedText;
}

/** Says how much of the output is kept, and who else is given all of it. */
export type OutputCaptureOptions = Pick<CommandRequest, "maxOutputBytes" | "onOutput">;

/** Reads both streams until they end or are destroyed, keeping at most `maxOutputBytes` bytes of each. */
export function createOutputCapture(stdout: Readable, stderr: Readable, options: OutputCaptureOptions): OutputCapture {
  const { maxOutputBytes: maxBytes, onOutput } = options;
  const budgets = { stdout: createOutputBudget(maxBytes), stderr: createOutputBudget(maxBytes) };
  stdout.on("data", (chunk: Uint8Array) => budgets.stdout.push(chunk));
  stderr.on("data", (chunk: Uint8Array) => budgets.stderr.push(chunk));
  if (onOutput !== undefined) for (const stream of [stdout, stderr]) stream.on("data", onOutput);
  const started = new Promise<void>((resolve) => {
    for (const stream of [stdout, stderr]) stream.once("data", () => resolve());
  });
  return {
    started,
    get totalBytes(): number {
      return budgets.stdout.totalBytes + budgets.stderr.totalBytes;
    },
    render({ isComplete }): CapturedText {
      const options: OutputTextOptions = { maxBytes, isComplete };
      const out = renderOutput(budgets.stdout.read(), options);
      const err = renderOutput(budgets.stderr.read(), options);
      return { stdout: out.text, stderr: err.text, truncated: out.truncated || err.truncated };
    },
  };
}
