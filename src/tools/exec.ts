// The exec tool: runs one command line through the workspace's shell and shows its output while it comes.

import { BACKGROUND_TIMEOUT_MS, EXEC_TIMEOUT_MS, MAX_EXEC_OUTPUT_BYTES } from "../limits.js";
import { assertRedactor, type Redactor } from "../redaction/redactor.js";
import type { CommandResult, CommandSnapshot } from "../shell/command-runner.js";
import { type AllowedCommand, resolveAllowance, showAllowedCommand } from "../shell/policy/allowance.js";
import type { ShellRunOptions, Workspace, WorkspaceShell } from "../workspace/interfaces/workspace.js";
import type { CallPreview } from "./approval/call-preview.js";
import { type BackgroundCommands, showBackground } from "./commands/background-commands.js";
import { type ExecOutput, execOutputSchema, presentExec } from "./commands/exec-output.js";
import { assertSandbox, createSandboxShell, type ExecSandbox, resolveSandbox } from "./commands/sandbox-shell.js";
import { defineStreamingTool, type ToolCall } from "./definition/define-tool.js";
import type { StreamingFileTool } from "./definition/file-tool.js";
import * as z from "./definition/schema.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { assertWorkspace, formatBytes, resolveLimit } from "./definition/tool-options.js";
import { redactStreams } from "./secrets/redact-output.js";

/** What the model asks the exec tool for. */
export interface ExecInput {
  readonly command: string;
  /** Directory inside a root. */
  readonly cwd?: string | undefined;
  /** Leaves the command running and answers its id. */
  readonly background?: boolean | undefined;
}

/** Configures the exec tool. */
export interface ExecToolOptions {
  /** Where commands run; left out only when a sandbox is given. */
  readonly workspace?: Workspace | undefined;
  /**
   * Runs commands in a sandbox session of the AI SDK instead of a workspace: this one, or with `"call"` the one that
   * comes with each call as `experimental_sandbox`.
   */
  readonly sandbox?: ExecSandbox | undefined;
  /** Directory in which commands run when the model names none. */
  readonly defaultCwd?: string | undefined;
  /** The simple commands that may run, by their first words; absent allows every command line. */
  readonly allowedCommands?: readonly AllowedCommand[] | undefined;
  /** Milliseconds after which a command is stopped; default that of the workspace. */
  readonly timeoutMs?: number | undefined;
  /** Bytes of each stream that are kept; default that of the workspace. */
  readonly maxOutputBytes?: number | undefined;
  /**
   * Keeps output that is cut in a file of the workspace, below this directory, for the read tool; `true` stands for
   * `.agent-output`. Not with `redact`, which would be got around, and not in a sandbox.
   */
  readonly spill?: true | { readonly directory: string } | undefined;
  /** Variables besides the allow-listed ones of the host. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Hides secrets in what commands print; default none. No tool takes these placeholders back. */
  readonly redact?: Redactor | undefined;
  /** Takes the commands that are started with `background: true`; absent leaves that out. */
  readonly background?: BackgroundCommands | undefined;
}

/** The exec tool. */
export type ExecTool = StreamingFileTool<ExecInput, ExecOutput | ToolFailure>;

const plainFields = () => ({
  command: z.string(),
  cwd: z.string().optional().describe("Directory to run in"),
});

const execInputSchema = (hasBackground: boolean): z.Schema<ExecInput> =>
  hasBackground
    ? z.object({
        ...plainFields(),
        background: z.boolean().optional().describe("Leave it running; answers an id for read_output and kill"),
      })
    : z.object(plainFields());

/**
 * Creates the tool that runs commands. An abort rejects with the signal's reason once the command and all it started
 * are dead.
 * @throws {TypeError} when an option is wrong
 */
export function createExecTool(options: ExecToolOptions): ExecTool {
  const { workspace, allowedCommands } = options;
  assertPlace(options);
  assertCommandOptions(options);
  assertRedactor(options.redact);
  const limits = {
    timeoutMs: resolveLimit("timeoutMs", options.timeoutMs, workspace?.limits.execTimeoutMs ?? EXEC_TIMEOUT_MS),
    maxOutputBytes: resolveLimit(
      "maxOutputBytes",
      options.maxOutputBytes,
      workspace?.limits.maxExecOutputBytes ?? MAX_EXEC_OUTPUT_BYTES,
    ),
  };
  return defineStreamingTool<ExecInput, ExecOutput>({
    description: describeTool(limits, allowedCommands),
    input: execInputSchema(options.background !== undefined),
    output: execOutputSchema(),
    run: (input, call) => runExec(input, call, { ...options, ...limits }),
    preview: async (input) => previewExec(input, options),
    present: presentExec,
  });
}

/** No rule can tell what a command does; one under an allow-list is at least one that the developer named. */
function previewExec({ command, cwd }: ExecInput, { allowedCommands, defaultCwd }: ExecToolOptions): CallPreview {
  const directory = cwd ?? defaultCwd;
  return {
    paths: directory === undefined ? [] : [directory],
    summary: directory === undefined ? command : `in ${directory}: ${command}`,
    risk: { level: allowedCommands === undefined ? "high" : "medium", reasons: ["runs a command"] },
    versions: {},
  };
}

function isTextByName(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every((text) => typeof text === "string");
}

function assertCommandOptions({ allowedCommands, defaultCwd, env }: ExecToolOptions): void {
  if (allowedCommands !== undefined) {
    if (!Array.isArray(allowedCommands)) throw new TypeError("allowedCommands must be a list.");
    allowedCommands.forEach(resolveAllowance);
  }
  if (defaultCwd !== undefined && (typeof defaultCwd !== "string" || defaultCwd === "")) {
    throw new TypeError("defaultCwd must be a path.");
  }
  if (env !== undefined && !isTextByName(env)) throw new TypeError("env must be an object of texts by name.");
}

function assertPlace({ workspace, sandbox, spill, redact }: ExecToolOptions): void {
  if (spill !== undefined && (redact !== undefined || sandbox !== undefined)) {
    throw new TypeError("spill works neither with redact nor in a sandbox");
  }
  if (sandbox === undefined) {
    if (workspace === undefined) throw new TypeError("the exec tool needs a workspace or a sandbox");
    assertWorkspace(workspace, "shell");
    return;
  }
  if (workspace !== undefined) throw new TypeError("the exec tool takes a workspace or a sandbox, not both");
  assertSandbox(sandbox);
}

/** Answers what runs the commands of one call. */
function resolveShell({ workspace, sandbox }: ExecToolOptions, call: ToolCall): WorkspaceShell {
  if (sandbox !== undefined) return createSandboxShell(resolveSandbox(sandbox, call.sandbox));
  if (workspace === undefined) throw new TypeError("the exec tool needs a workspace or a sandbox");
  return workspace.forRequest({ toolCallId: call.toolCallId }).shell;
}

interface ExecLimits {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

function describeTool(
  { timeoutMs, maxOutputBytes }: ExecLimits,
  allowedCommands: readonly AllowedCommand[] | undefined,
): string {
  const limits =
    `Runs a shell command without input; stopped after ${timeoutMs / 1000} s; ` +
    `head and tail of ${formatBytes(maxOutputBytes)} a stream are kept.`;
  if (allowedCommands === undefined) return limits;
  return `${limits} Only literal commands that begin with: ${allowedCommands.map(showAllowedCommand).join(", ")}.`;
}

function toRunOptions({ cwd }: ExecInput, options: ExecToolOptions): ShellRunOptions {
  const { defaultCwd, allowedCommands, timeoutMs, maxOutputBytes, env, spill } = options;
  const spillDirectory = spill === true ? ".agent-output" : spill?.directory;
  return { cwd: cwd ?? defaultCwd, allowedCommands, timeoutMs, maxOutputBytes, env, spillDirectory };
}

async function* runExec(
  input: ExecInput,
  call: ToolCall,
  options: ExecToolOptions,
): AsyncGenerator<ExecOutput, void, void> {
  if (input.background === true && options.background !== undefined) {
    yield await startInBackground(input, call, { ...options, background: options.background });
    return;
  }
  const { redact } = options;
  const { signal } = call;
  const shell = resolveShell(options, call);
  const results: CommandResult[] = [];
  const run = shell.run(input.command, { ...toRunOptions(input, options), signal });
  for await (const snapshot of keepResult(run, results)) {
    yield redact === undefined ? snapshot : await redactStreams(snapshot, { redactor: redact, isLast: false });
  }
  signal?.throwIfAborted();
  for (const result of results) {
    yield redact === undefined ? result : await redactStreams(result, { redactor: redact, isLast: true });
  }
}

/** The command is not bound to the signal of its call, which ends long before it. */
async function startInBackground(
  input: ExecInput,
  call: ToolCall,
  options: ExecToolOptions & { readonly background: BackgroundCommands },
): Promise<ExecOutput> {
  const shell = resolveShell(options, call);
  const runOptions = { ...toRunOptions(input, options), timeoutMs: BACKGROUND_TIMEOUT_MS, background: true };
  // Loaded before the start is waited for, so that a refusal is told by it and not by the first look at the output.
  if (options.allowedCommands !== undefined) await import("../shell/policy/command-policy.js");
  const command = await options.background.start((signal) => shell.run(input.command, { ...runOptions, signal }));
  return showBackground(command, options.redact);
}

async function* keepResult(
  run: AsyncGenerator<CommandSnapshot, CommandResult, void>,
  results: CommandResult[],
): AsyncGenerator<CommandSnapshot, void, void> {
  results.push(yield* run);
}
