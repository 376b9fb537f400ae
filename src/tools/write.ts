// The write tool: creates or replaces one text file. Through a store only.

import { MAX_TOOL_WRITE_BYTES } from "../limits.js";
import { assertRedactor, type Redactor } from "../redaction/redactor.js";
import { contentSha256 } from "../stores/content-sha256.js";
import type { FileStore } from "../stores/file-store.js";
import { resolveOwnPath } from "../stores/own-path.js";
import { storeForRequest, updateThroughStore } from "../stores/store-lock.js";
import { assertKnownOptions } from "../text/check-options.js";
import { utf8Length } from "../text/cut-text.js";
import { assertExpectedSha256 } from "../workspace/gate/call-arguments.js";
import { judgeFileRisk, type ToolPreview } from "./approval/call-preview.js";
import { listNames, touchPath } from "./approval/touched-paths.js";
import { presentWrite, stampWrite, type WriteOutput, writeOutputSchema } from "./changing/write-output.js";
import { assertWriteSize } from "./changing/write-plan.js";
import { defineTool, type ToolCall } from "./definition/define-tool.js";
import type { FileTool } from "./definition/file-tool.js";
import * as z from "./definition/schema.js";
import { assertSha256, expectedSha256Schema, normalizeSha256Field } from "./definition/sha256-input.js";
import type { ToolFailure } from "./definition/tool-failure.js";
import { assertStore, formatBytes, resolveLimit } from "./definition/tool-options.js";
import { createGuardedFile, type FreshnessGuard, type GuardedFile, resolveGuard } from "./freshness/freshness-guard.js";
import type { FileRequest } from "./paths/find-file.js";
import { touchGiven, withGivenPath } from "./paths/given-path.js";
import { type GuardedWrite, planRedactedWrite } from "./secrets/redacted-write.js";

/** What the model asks the write tool for. */
export interface WriteInput {
  readonly path: string;
  /** The whole new text. */
  readonly content: string;
  /** Lower-case hex sha256 that the file must have now. */
  readonly expectedSha256?: string | undefined;
}

/** Configures the write tool. */
export interface WriteToolOptions {
  readonly store: FileStore;
  /** Bytes of the new content at most; default 2 MiB. */
  readonly maxBytes?: number | undefined;
  /** What happens when the file to replace was not read as it is; a new file needs no read. Default `off`. */
  readonly guard?: FreshnessGuard | undefined;
  /** Turns placeholders of the file back into its secrets, refuses all others, and hides secrets in diffs. */
  readonly redact?: Redactor | undefined;
}

const OPTION_NAMES: readonly string[] = /* @__PURE__ */ Object.keys({
  store: true,
  maxBytes: true,
  guard: true,
  redact: true,
} satisfies Record<keyof WriteToolOptions, true>);

/** The write tool. */
export type WriteTool = FileTool<WriteInput, WriteOutput | ToolFailure>;

const writeInputSchema = (): z.Schema<WriteInput> =>
  z.object({
    path: z.string().describe("Relative to the root"),
    content: z.string().describe("The whole new text"),
    expectedSha256: expectedSha256Schema(),
  });

/**
 * Creates the tool that writes files. An existing file keeps its mode, encoding and byte order mark, and CRLF where every
 * line of it has that and no line of the content. An existing file that is not text is refused, unless the call names its
 * current sha256.
 * @throws {TypeError} when an option is wrong
 */
export function createWriteTool(options: WriteToolOptions): WriteTool {
  assertKnownOptions("createWriteTool", options, OPTION_NAMES);
  const settings = resolveWriteSettings(options);
  return defineTool<WriteInput, WriteOutput>({
    description: `Creates or replaces a whole text file of at most ${formatBytes(settings.maxBytes)}, parent directories included.`,
    input: writeInputSchema(),
    normalize: normalizeSha256Field,
    output: writeOutputSchema(),
    run: async (input, call) => runWrite(await withGivenPath(input, settings.store, call), call, settings),
    preview: async (input, call) => previewWrite(await withGivenPath(input, settings.store, call), call, settings),
    touches: async (input, call) => touchGiven(input, settings.store, call),
    present: presentWrite,
    stamp: stampWrite,
  });
}

/** How one tool writes. */
export interface WriteSettings {
  readonly store: FileStore;
  readonly maxBytes: number;
  readonly guard: FreshnessGuard;
  readonly redactor: Redactor | undefined;
}

interface WrittenFile extends GuardedWrite {
  /** Of the new content. */
  readonly sha256: string;
}

/**
 * Resolves what a tool needs to write.
 * @throws {TypeError} when an option is wrong
 */
export function resolveWriteSettings(options: WriteToolOptions): WriteSettings {
  assertStore(options.store);
  assertRedactor(options.redact);
  const maxBytes = resolveLimit("maxBytes", options.maxBytes, MAX_TOOL_WRITE_BYTES);
  return { store: options.store, maxBytes, guard: resolveGuard(options.guard), redactor: options.redact };
}

/** Asks for a whole text; `null` as the expected version wants a file that is not there yet. */
export interface WriteTextRequest extends Omit<WriteInput, "expectedSha256"> {
  readonly expectedSha256?: string | null | undefined;
}

interface OpenWrite {
  readonly file: FileRequest;
  readonly ownPath: string;
  readonly guarded: GuardedFile;
  readonly plan: (current: Uint8Array | null) => Promise<GuardedWrite>;
}

async function openWrite(input: WriteTextRequest, call: ToolCall, settings: WriteSettings): Promise<OpenWrite> {
  const { path, content, expectedSha256 } = input;
  const { store, maxBytes, redactor } = settings;
  assertExpectedSha256(expectedSha256);
  assertWriteSize(path, utf8Length(content), maxBytes);
  const file = { store: storeForRequest(store, call), path, signal: call.signal };
  // Whoever names the hash of the content has seen it.
  const guard = expectedSha256 === undefined ? settings.guard : "off";
  const guarded = await createGuardedFile(file, { guard, store, call });
  const ownPath = await resolveOwnPath(file);
  const request = {
    path: ownPath,
    content,
    maxBytes,
    isConfirmed: typeof expectedSha256 === "string",
    wholeDiff: call.wholeDiff,
    signal: call.signal,
  };
  return {
    file,
    ownPath,
    guarded,
    plan: (current) => planRedactedWrite(current, request, { redactor, guarded }),
  };
}

/** Answers what a write would do, and does nothing. */
export async function previewWrite(
  input: WriteTextRequest,
  call: ToolCall,
  settings: WriteSettings,
): Promise<ToolPreview> {
  const { file, ownPath: path, plan } = await openWrite(input, call, settings);
  const current = await file.store.read(input.path, { signal: file.signal });
  if (current !== null) await assertSha256(input.path, current, input.expectedSha256 ?? undefined);
  const planned = await plan(current);
  const touched = [await touchPath(file)];
  return {
    summary: summarizeWrite(path, planned),
    risk: judgeFileRisk(planned.created ? "add" : "replace", path, () => listNames(touched)),
    versions: { [input.path]: current === null ? null : await contentSha256(current) },
  };
}

function summarizeWrite(path: string, { diff, created }: GuardedWrite): string {
  if (diff !== "") return diff;
  return created ? `creates ${path} without content` : `leaves ${path} as it is`;
}

/** Creates or replaces one text file. */
export async function runWrite(input: WriteTextRequest, call: ToolCall, settings: WriteSettings): Promise<WriteOutput> {
  const { path, expectedSha256 } = input;
  const plans: GuardedWrite[] = [];
  const written: WrittenFile[] = [];
  const { file, ownPath, guarded, plan } = await openWrite(input, call, settings);
  const approved = call.approvedVersions?.[path];
  await updateThroughStore(file.store, {
    path,
    expectedSha256: approved === undefined ? expectedSha256 : approved,
    signal: call.signal,
    change: async (current) => {
      const planned = await plan(current);
      plans.push(planned);
      return planned.bytes;
    },
    // Noted while the next call for the file still waits for its turn.
    onWritten: (sha256) => {
      guarded.record({ version: sha256, lines: "all" });
      for (const planned of plans) written.push({ ...planned, sha256 });
    },
  });
  return describeWrite(ownPath, written.at(-1));
}

function describeWrite(path: string, plan: WrittenFile | undefined): WriteOutput {
  if (plan === undefined) throw new TypeError("The store's update did not call change.");
  return {
    path,
    created: plan.created,
    bytesWritten: plan.bytes.length,
    sha256: plan.sha256,
    diff: plan.diff,
    ...(plan.diffTruncated ? { diffTruncated: true } : {}),
    ...(plan.created || plan.diff === "" ? {} : plan.lineCounts),
    ...(plan.keptLineEnding === undefined ? {} : { keptLineEnding: plan.keptLineEnding }),
    ...(plan.warning === null ? {} : { warning: plan.warning }),
    ...(plan.isRedacted ? { redacted: true } : {}),
  };
}
