// The exec tool: runs one command line through the workspace's shell and shows its output while it comes.

import { BACKGROUND_TIMEOUT_MS, EXEC_TIMEOUT_MS, MAX_EXEC_OUTPUT_BYTES, MAX_EXEC_TIMEOUT_MS } from "../limits.js";
import { assertRedactor, type Redactor } from "../redaction/redactor.js";
import type { CommandResult, CommandSnapshot } from "../shell/command-runner.js";
import { type AllowedCommand, resolveAllowance, showAllowedCommand } from "../shell/policy/allowance.js";
import { WorkspaceFileStore } from "../stores/workspace-file-store.js";
import { ANYTHING, assertOptions, FUNCTION, isRecord, type OptionRules, TEXT } from "../text/check-options.js";
import type { ShellRunOptions, Workspace, WorkspaceShell } from "../workspace/interfaces/workspace.js";
import type { ToolPreview } from "./approval/call-preview.js";
import { type TouchedPath, touchPath } from "./approval/touched-paths.js";
import { type BackgroundCommands, showBackground } from "./commands/background-commands.js";
import { type ExecInput, execInputSchema, normalizeExecFields } from "./commands/exec-input.js";
import { type ExecOutput, execOutputSchema, presentExec } from "./commands/exec-output.js";
import { assertSandbox, createSandboxShell, type ExecSandbox, resolveSandbox } from "./commands/sandbox-shell.js";
import { defineStreamingTool, type ToolCall } from "./definition/define-tool.js";
import type { StreamingFileTool } from "./definition/file-tool.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { assertWorkspace, formatBytes, resolveLimit } from "./definition/tool-options.js";
import { redactStreams } from "./secrets/redact-output.js";

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
  /** Milliseconds after which a command is stopped whose call names no time; default that of the workspace, 0 for never. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that a call may name at most; default 10 minutes, or `timeoutMs` where that is longer. */
  readonly maxTimeoutMs?: number | undefined;
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

/** The rule of each option. */
export const EXEC_TOOL_RULES: OptionRules<ExecToolOptions> = {
  workspace: ANYTHING,
  sandbox: ANYTHING,
  defaultCwd: { ...TEXT, wanted: "a path" },
  allowedCommands: { wanted: "a list", isMet: Array.isArray },
  timeoutMs: ANYTHING,
  maxTimeoutMs: ANYTHING,
  maxOutputBytes: ANYTHING,
  spill: { wanted: "true or { directory }", isMet: (value) => value === true || isSpillDirectory(value) },
  env: { wanted: "an object of texts by name", isMet: isTextByName },
  redact: ANYTHING,
  background: {
    wanted: "what createBackgroundCommands() answers",
    isMet: (value) => isRecord(value) && FUNCTION.isMet(value["start"]) && FUNCTION.isMet(value["find"]),
  },
};

/** The exec tool. */
export type ExecTool = StreamingFileTool<ExecInput, ExecOutput | ToolFailure>;

/**
 * Creates the tool that runs commands. An abort rejects with the signal's reason once the command and all it started
 * are dead.
 * @throws {TypeError} when an option is wrong
 */
export function createExecTool(options: ExecToolOptions): ExecTool {
  assertOptions("createExecTool", options, EXEC_TOOL_RULES);
  const { workspace, allowedCommands } = options;
  assertPlace(options);
  allowedCommands?.forEach(resolveAllowance);
  assertRedactor(options.redact);
  const limits = {
    ...resolveTimeouts(options),
    maxOutputBytes: resolveLimit(
      "maxOutputBytes",
      options.maxOutputBytes,
      workspace?.limits.maxExecOutputBytes ?? MAX_EXEC_OUTPUT_BYTES,
    ),
  };
  return defineStreamingTool<ExecInput, ExecOutput>({
    description: describeTool(limits, allowedCommands),
    input: execInputSchema(options.background !== undefined),
    normalize: normalizeExecFields,
    output: execOutputSchema(),
    run: (input, call) => runExec(input, call, { ...options, ...limits }),
    preview: (input, { signal }) => previewExec(input, options, signal),
    touches: async (input, { signal }) => touchDirectory(input, options, signal),
    present: presentExec,
  });
}

/** No rule can tell what a command does; one under an allow-list is at least one that the developer named. */
async function previewExec(
  input: ExecInput,
  options: ExecToolOptions,
  signal: AbortSignal | undefined,
): Promise<ToolPreview> {
  const { allowedCommands } = options;
  const [directory] = await touchDirectory(input, options, signal);
  return {
    touchesMore: true,
    summary: describeCommand(input, directory?.names[0]),
    risk: { level: allowedCommands === undefined ? "high" : "medium", reasons: ["runs a command"] },
    versions: {},
  };
}

/** Answers a command as a person is asked about it. A line of its own that looks like ours stands below one of ours. */
function describeCommand({ command, timeoutMs, background }: ExecInput, directory = "."): string {
  const said = [
    ...(directory === "." ? [] : [`in ${JSON.stringify(directory)}`]),
    ...(background === true ? ["in the background"] : []),
    ...(timeoutMs === undefined ? [] : [`for at most ${timeoutMs} ms`]),
  ];
  if (said.length === 0 && !/^\s*Run\b/m.test(command)) return command;
  return `Run${said.length === 0 ? "" : ` ${said.join(", ")}`}:\n${command}`;
}

async function touchDirectory(
  { cwd }: ExecInput,
  { defaultCwd, workspace }: ExecToolOptions,
  signal: AbortSignal | undefined,
): Promise<readonly TouchedPath[]> {
  const path = cwd || defaultCwd || ".";
  if (workspace === undefined) return [{ names: [path], given: [], isWhole: false }];
  return [await touchPath({ store: new WorkspaceFileStore(workspace), path, signal })];
}

function isTextByName(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((text) => typeof text === "string");
}

function isSpillDirectory(value: unknown): boolean {
  return isRecord(value) && TEXT.isMet(value["directory"]) && Object.keys(value).length === 1;
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
  /** `Infinity` for none. */
  readonly timeoutMs: number;
  readonly maxTimeoutMs: number;
  readonly maxOutputBytes: number;
}

function resolveTimeouts({ workspace, timeoutMs, maxTimeoutMs }: ExecToolOptions): Omit<ExecLimits, "maxOutputBytes"> {
  const own =
    timeoutMs === 0
      ? Number.POSITIVE_INFINITY
      : resolveLimit("timeoutMs", timeoutMs, workspace?.limits.execTimeoutMs ?? EXEC_TIMEOUT_MS);
  const longest = Number.isFinite(own) ? Math.max(own, MAX_EXEC_TIMEOUT_MS) : MAX_EXEC_TIMEOUT_MS;
  return { timeoutMs: own, maxTimeoutMs: resolveLimit("maxTimeoutMs", maxTimeoutMs, longest) };
}

function describeTool(
  { timeoutMs, maxTimeoutMs, maxOutputBytes }: ExecLimits,
  allowedCommands: readonly AllowedCommand[] | undefined,
): string {
  const limits =
    `Runs a shell command without input; stopped after ${describeTimeout(timeoutMs)}timeoutMs of at most ${maxTimeoutMs / 1000} s; ` +
    `head and tail of ${formatBytes(maxOutputBytes)} a stream are kept.`;
  if (allowedCommands === undefined) return limits;
  return `${limits} Only literal commands that begin with: ${allowedCommands.map(showAllowedCommand).join(", ")}.`;
}

function describeTimeout(timeoutMs: number): string {
  return Number.isFinite(timeoutMs) ? `${timeoutMs / 1000} s, or a ` : "a ";
}

function toRunOptions(input: ExecInput, options: ExecToolOptions & ExecLimits): ShellRunOptions {
  const { defaultCwd, allowedCommands, maxTimeoutMs, maxOutputBytes, env, spill } = options;
  const { cwd, timeoutMs: asked } = input;
  const timeoutMs = asked === undefined ? options.timeoutMs : Math.min(asked, maxTimeoutMs);
  const spillDirectory = spill === true ? ".agent-output" : spill?.directory;
  return { cwd: cwd ?? defaultCwd, allowedCommands, timeoutMs, maxOutputBytes, env, spillDirectory };
}

async function* runExec(
  input: ExecInput,
  call: ToolCall,
  options: ExecToolOptions & ExecLimits,
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
  options: ExecToolOptions & ExecLimits & { readonly background: BackgroundCommands },
): Promise<ExecOutput> {
  const shell = resolveShell(options, call);
  const runOptions = {
    ...toRunOptions(input, { ...options, timeoutMs: BACKGROUND_TIMEOUT_MS }),
    background: true,
  };
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
