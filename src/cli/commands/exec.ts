// The command "exec": a command line through the workspace's shell, with its output as it comes.

import type { ExecOutput } from "../../tools/commands/exec-output.js";
import { isToolFailure, type ToolFailure } from "../../tools/definition/tool-failure.js";
import { createExecTool, type ExecTool } from "../../tools/exec.js";
import type { CliCall, CliCommand } from "../command.js";
import { execExitCode } from "../exec-exit-code.js";
import { UsageError } from "../exit-codes.js";
import { OutputFollower } from "../output-follower.js";
import { printFailure, printJson, printText } from "../print-outcome.js";
import { showWaiting } from "../show-waiting.js";
import { ROOT_FLAG, withWorkspace } from "../workspace-flags.js";

/** A day: what runs longer is better given to something that supervises it. */
const LONGEST_TIMEOUT_SECONDS = 86_400;

/** Runs a command and exits as it does. */
export const execCommand: CliCommand = {
  name: "exec",
  summary: "run a command; exits as the command does",
  parameters: "[--] COMMAND | WORD...",
  maxPositionals: Number.POSITIVE_INFINITY,
  runsWords: true,
  options: {
    ...ROOT_FLAG,
    cwd: { type: "string", value: "DIR", summary: "directory inside the workspace to run in" },
    allow: { type: "string", multiple: true, value: "PREFIX", summary: "refuse all but commands that begin so" },
    timeout: { type: "string", value: "SECONDS", summary: "stop the command after this time" },
    trusted: { type: "boolean", summary: "lets commands run, the default here; --no-trusted refuses" },
    json: { type: "boolean", summary: "prints what the tool answers as one JSON object, at the end" },
  },
  notes: [
    "One word is a command line for the shell; several are a command and its arguments, each taken literally.",
    "Exits with 124 when the time is over and with 128 and the signal's number when a signal ended the command.",
  ],
  examples: ["exec 'npm test | tail -3'", "exec --allow 'git log' -- git log -1", "exec --timeout 5 -- sleep 60"],
  run: async (call) => {
    const command = toCommandLine(call.positionals);
    const trusted = call.values.flag("trusted") ?? true;
    const timeoutSeconds = resolveTimeout(call.values.integer("timeout"));
    return withWorkspace(call, { trusted }, (workspace) => {
      const tool = createExecTool({
        workspace,
        ...(call.values.list("allow").length === 0 ? {} : { allowedCommands: call.values.list("allow") }),
        ...(timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 }),
      });
      return runCommand(tool, command, call);
    });
  },
};

/** @throws {UsageError} when it is no time */
function resolveTimeout(seconds: number | undefined): number | undefined {
  if (seconds === undefined || (seconds >= 1 && seconds <= LONGEST_TIMEOUT_SECONDS)) return seconds;
  throw new UsageError(`--timeout must be from 1 to ${LONGEST_TIMEOUT_SECONDS} seconds, not ${seconds}`);
}

/**
 * Writes words as a command line.
 * @throws {UsageError} when there are none
 */
function toCommandLine(words: readonly string[]): string {
  const [first] = words;
  if (first === undefined) throw new UsageError("COMMAND is missing");
  return words.length === 1 ? first : words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

async function runCommand(tool: ExecTool, command: string, call: CliCall): Promise<number> {
  const { values, streams } = call;
  const asJson = values.flag("json") === true;
  const options = { toolCallId: "cli", abortSignal: streams.signal };
  const outputs = tool.execute({ command, cwd: values.text("cwd") }, options);
  const follower = new OutputFollower(streams);
  const last = asJson
    ? await showWaiting("exec", streams, () => takeLast(outputs, () => {}))
    : await takeLast(outputs, (output) => follower.show(output));
  if (isToolFailure(last)) return printFailure(last, streams, { asJson });
  if (asJson) printJson(streams, last);
  else printText(streams.stderr, follower.describeEnd(last));
  return execExitCode(last);
}

type Output = ExecOutput | ToolFailure;

async function takeLast(outputs: AsyncIterable<Output>, onOutput: (output: ExecOutput) => void): Promise<Output> {
  let last: Output | undefined;
  for await (const output of outputs) {
    last = output;
    if (!isToolFailure(output)) onOutput(output);
  }
  if (last === undefined) throw new TypeError("the command answered nothing");
  return last;
}
