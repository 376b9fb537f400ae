// The door in each tool behind which a call waits for its approval. It travels with a tool, copies of it included.

import { FsError, isFsError } from "../../errors.js";
import { contentSha256 } from "../../stores/content-sha256.js";
import { toFsError } from "../definition/tool-failure.js";
import { isAnswered, isRefused, listApprovals } from "./approval-messages.js";
import { type ApprovalRecord, type ApprovalRecords, keyOfQuestion } from "./approval-record.js";
import type { CallVersions, ToolPreview } from "./call-preview.js";
import type { TouchedPath } from "./touched-paths.js";

// Known to other copies of this package, too.
const GATE: unique symbol = Symbol.for("ai-file-tools.approvalGate");
/** Answers to one `toolCallId`, which some providers count anew in each conversation. */
const MAX_USED_ANSWERS = 100;

const AGAIN = "Nothing was changed. Make the call again, and it will be asked for as the files are now.";

/** One call at the gate. */
export interface GatedCall {
  readonly toolCallId: string | undefined;
  /** The input as the tool reads it. */
  readonly input: unknown;
  readonly messages: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Judges calls of one tool on behalf of every approval that it was given to. */
export interface ApprovalGate {
  /**
   * Answers what a call would do; `null` when it changes nothing.
   * @throws {FsError} – what the call would fail with
   */
  readonly preview: (input: unknown, call: GatedCall) => Promise<ToolPreview | null>;
  /** Answers what a call looks at or changes. @throws {FsError} */
  readonly touches: (input: unknown, call: GatedCall) => Promise<readonly TouchedPath[]>;
  /** Answers the input as the tool reads it. @throws {FsError} parse_error */
  readonly resolveInput: (value: unknown) => unknown;
  /** Lets calls be looked up in these records from now on. */
  readonly attach: (records: ApprovalRecords) => void;
  /**
   * Answers the versions that a call was approved for; `undefined` when nobody was asked.
   * @throws {FsError} hash_mismatch – when it is not the call that was approved, or nothing is known of that
   * @throws {FsError} permission_denied – when the policy denied it
   */
  readonly enter: (call: GatedCall) => Promise<CallVersions | undefined>;
}

/** Creates the gate of one tool. */
export function createApprovalGate(parts: Pick<ApprovalGate, "preview" | "touches" | "resolveInput">): ApprovalGate {
  const attached = new Set<ApprovalRecords>();
  const entering = new Map<string, Promise<CallVersions | undefined>>();
  return {
    ...parts,
    attach: (records) => {
      attached.add(records);
    },
    enter: async (call) => {
      const { toolCallId } = call;
      if (attached.size === 0 || toolCallId === undefined) return undefined;
      // Of two runs of one call the second begins when the first has left its mark.
      const before = entering.get(toolCallId) ?? Promise.resolve();
      const entered = before
        .then(ignore, ignore)
        .then(() => judgeEntry(attached, { ...call, toolCallId }, parts.touches));
      entering.set(toolCallId, entered);
      try {
        return await entered;
      } finally {
        if (entering.get(toolCallId) === entered) entering.delete(toolCallId);
      }
    },
  };
}

function ignore(): void {}

/** Puts a gate on a tool, where a copy made by spreading keeps it. */
export function withGate<Tool extends object>(tool: Tool, gate: ApprovalGate): Tool {
  return { ...tool, [GATE]: gate };
}

/** Answers the gate of a tool; `undefined` for a tool of another package. */
export function gateOf(tool: object): ApprovalGate | undefined {
  return (tool as { readonly [GATE]?: ApprovalGate })[GATE];
}

/** Hashes an input, whatever the order of its fields. */
export function hashInput(input: unknown): Promise<string> {
  return contentSha256(new TextEncoder().encode(JSON.stringify(input, sortFields) ?? ""));
}

/** Hashes the names of what a call touches. */
export function hashPlaces(touched: readonly TouchedPath[]): Promise<string> {
  return contentSha256(new TextEncoder().encode(JSON.stringify(touched.map(({ names }) => names))));
}

/** Says that a file is no longer what a person approved; other errors stay as they are. */
export function toStaleApproval(error: unknown, versions: CallVersions | undefined): unknown {
  if (versions === undefined || !isFsError(error)) return error;
  if (!["hash_mismatch", "file_already_exists", "path_not_found"].includes(error.kind)) return error;
  const { path } = error;
  const name = path ?? Object.keys(versions).join(", ");
  return new FsError("hash_mismatch", `${name} is no longer as it was when the call was approved.`, {
    ...(path === undefined ? {} : { path }),
    hint: AGAIN,
    cause: error,
  });
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface EnteringCall extends GatedCall {
  readonly toolCallId: string;
}

async function judgeEntry(
  attached: ReadonlySet<ApprovalRecords>,
  call: EnteringCall,
  touches: ApprovalGate["touches"],
): Promise<CallVersions | undefined> {
  const { toolCallId, messages } = call;
  for (const records of attached) {
    const record = await records.get(toolCallId);
    if (record === undefined) continue;
    return judgeRecord(record.outcome === "asked" ? await useRecord(records, record, call) : record, call, touches);
  }
  if (isRefused(messages, toolCallId)) throw createRefusal("The user did not approve this call.");
  if (!isAnswered(messages, toolCallId)) return undefined;
  throw new FsError("hash_mismatch", "Nothing is known of what was approved.", { hint: AGAIN });
}

/** Takes what a person was asked about: it serves one run, and leaves a mark by which a second one is refused. */
async function useRecord(
  records: ApprovalRecords,
  record: ApprovalRecord,
  { toolCallId, messages }: EnteringCall,
): Promise<ApprovalRecord> {
  const { inputSha256, usedAnswers = [] } = record;
  const { newest, answered } = listApprovals(messages, toolCallId);
  const isDeclined = isRefused(messages, toolCallId);
  // Some providers count their calls anew: a yes to an earlier call of the same name is none to this one.
  const isOld = newest !== undefined && (!answered.includes(newest) || usedAnswers.includes(newest));
  const outcome = isDeclined ? "refused" : "used";
  const all = [...new Set([...usedAnswers, ...answered])].slice(-MAX_USED_ANSWERS);
  const mark: ApprovalRecord = { inputSha256, outcome, versions: {}, usedAnswers: all };
  // Two processes may both have found it; only one of them takes the question away.
  const isTaken = (await records.delete(keyOfQuestion(record) ?? toolCallId)) === false;
  await records.set(toolCallId, mark);
  return isTaken || isDeclined || isOld ? mark : record;
}

async function judgeRecord(
  record: ApprovalRecord,
  call: EnteringCall,
  touches: ApprovalGate["touches"],
): Promise<CallVersions> {
  if (record.outcome === "refused") throw createRefusal("The user did not approve this call.");
  if (record.outcome === "used") {
    throw new FsError("hash_mismatch", "What was approved was already used for this call.", { hint: AGAIN });
  }
  if (record.inputSha256 !== (await hashInput(call.input))) {
    throw new FsError("hash_mismatch", "This is not the call that was approved.", { hint: AGAIN });
  }
  if (record.outcome === "denied") throw createRefusal(record.reason ?? "The policy does not allow this call.");
  if (record.error !== undefined) throw toFsError(record.error);
  if (record.places !== undefined && record.places !== (await hashPlaces(await touches(call.input, call)))) {
    throw new FsError("hash_mismatch", "A path of this call leads elsewhere than when it was approved.", {
      hint: AGAIN,
    });
  }
  return record.versions;
}

function createRefusal(message: string): FsError {
  return new FsError("permission_denied", message, { hint: "Do it another way, or ask the user." });
}
