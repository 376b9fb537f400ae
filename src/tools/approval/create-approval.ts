// Asks a person, or a rule, before a tool changes something, and holds the call to the files that were shown.

import { isFsError } from "../../errors.js";
import { MAX_APPROVAL_SUMMARY_BYTES, MIN_APPROVAL_SUMMARY_BYTES } from "../../limits.js";
import { ANYTHING, assertOptions, FUNCTION, type OptionRules } from "../../text/check-options.js";
import { showInSteps, showText } from "../../text/visible-text.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import { toToolError } from "../definition/tool-failure.js";
import { resolveLimit } from "../definition/tool-options.js";
import { type ApprovalGate, type GatedCall, gateOf, hashInput } from "./approval-gate.js";
import { isAnswered } from "./approval-messages.js";
import {
  type ApprovalCall,
  type ApprovalPolicy,
  type CompiledPolicy,
  compilePolicy,
  type ReasonedDecision,
} from "./approval-policy.js";
import { type ApprovalRecord, type ApprovalRecords, createApprovalRecords } from "./approval-record.js";
import type { CallPreview, ToolPreview } from "./call-preview.js";
import { FormerNames } from "./former-names.js";
import type { ShortQuestion } from "./short-question.js";
import { listNames } from "./touched-paths.js";

/** What the SDK tells beside the input of a call. */
export interface ApprovalCallOptions {
  readonly toolCallId: string;
  readonly messages?: unknown;
}

/** What `toolApproval` of ai 7 answers for a call: run it, ask with a reason, or refuse it with a reason. */
export type ToolApprovalAnswer =
  | { type: "not-applicable" }
  | { type: "user-approval"; reason: string }
  | { type: "denied"; reason: string };

/** The question for each tool, in the forms of both majors of the SDK. */
export interface Approval<Tools extends object> {
  /**
   * For ai 7: an option of `generateText`, `streamText` and `ToolLoopAgent`. The reason is the diff or the command; where it
   * is shortened, its first line says so, and the record of the call holds all of it.
   */
  readonly toolApproval: {
    readonly [Name in keyof Tools]: (input: unknown, options: ApprovalCallOptions) => Promise<ToolApprovalAnswer>;
  };
  /** For ai 6, which has no reasons: what `tools` has on each tool. A denied call answers `permission_denied`. */
  readonly needsApproval: {
    readonly [Name in keyof Tools]: (input: unknown, options: ApprovalCallOptions) => Promise<boolean>;
  };
  /** Copies of the tools with `needsApproval`; for either major, since `toolApproval` goes before it. */
  readonly tools: Tools;
  /** What is known of open questions: those of the options, or the ones in memory. */
  readonly records: ApprovalRecords;
}

/** Configures an approval. */
export interface ApprovalOptions {
  /**
   * Keeps what is known of open questions; default: the memory of this process, the newest 1 000. Without its record a
   * call that was approved is refused as `hash_mismatch`, so a server that forgets between question and answer needs one.
   */
  readonly records?: ApprovalRecords | undefined;
  /** UTF-8 bytes of a question at most, the policy's own reason aside; at least 1 KiB, default 16 KiB. */
  readonly maxSummaryBytes?: number | undefined;
}

const OPTION_RULES: OptionRules<ApprovalOptions> = {
  records: {
    wanted: "a Map, or an object with the methods get, set and delete",
    isMet: (value) => ["get", "set", "delete"].every((name) => FUNCTION.isMet(Object(value)[name])),
  },
  maxSummaryBytes: ANYTHING,
};

interface JudgingTool {
  readonly name: string;
  readonly gate: ApprovalGate;
  readonly policy: CompiledPolicy;
  readonly formerNames: FormerNames;
  readonly records: ApprovalRecords;
  readonly maxSummaryBytes: number;
}

/**
 * Creates the questions for tools of this package; other tools in the set are left as they are.
 *
 * A call that is asked about is bound to its input and to the versions of the files that the diff was made from: changed
 * meanwhile, it answers `hash_mismatch` and does nothing. That holds for the given tools as well as for the copies. A call
 * that would fail is not asked about; it answers that failure. One that the policy allows is not bound to anything.
 *
 * NOT guaranteed: that a command does the same later as at the time of the question; and that whoever writes the messages
 * is the person who was to be asked: sign them, as `experimental_toolApprovalSecret` of ai 7 does.
 * @throws {TypeError} when the policy is wrong, or names a tool that is not there
 */
export function createApproval<Tools extends object>(
  tools: Tools,
  policy: ApprovalPolicy,
  options: ApprovalOptions = {},
): Approval<Tools> {
  assertOptions("createApproval", options, OPTION_RULES);
  const records = options.records ?? createApprovalRecords();
  const shared = {
    policy: compilePolicy(policy, Object.keys(tools)),
    formerNames: new FormerNames(),
    records,
    maxSummaryBytes: resolveSummaryLimit(options.maxSummaryBytes),
  };
  const judging = Object.entries(tools).flatMap(([name, tool]): readonly JudgingTool[] => {
    const gate = gateOf(tool as object);
    return gate === undefined ? [] : [{ name, gate, ...shared }];
  });
  for (const { gate } of judging) gate.attach(records);
  const needsApproval = toRecord(judging, (tool) => async (input: unknown, call: ApprovalCallOptions) => {
    return (await judgeCall(tool, input, call)).decision === "ask";
  });
  const toolApproval = toRecord(judging, (tool) => async (input: unknown, call: ApprovalCallOptions) => {
    return toAnswer(await judgeCall(tool, input, call));
  });
  const copies = Object.entries(tools).map(([name, tool]) => {
    const asks = needsApproval[name];
    return [name, asks === undefined ? tool : { ...tool, needsApproval: asks }] as const;
  });
  return {
    toolApproval: toolApproval as Approval<Tools>["toolApproval"],
    needsApproval: needsApproval as Approval<Tools>["needsApproval"],
    tools: Object.fromEntries(copies) as Tools,
    records,
  };
}

function resolveSummaryLimit(value: number | undefined): number {
  const limit = resolveLimit("maxSummaryBytes", value, MAX_APPROVAL_SUMMARY_BYTES);
  if (limit < MIN_APPROVAL_SUMMARY_BYTES)
    throw new TypeError(`maxSummaryBytes must be at least ${MIN_APPROVAL_SUMMARY_BYTES}.`);
  return limit;
}

function toRecord<Value>(
  tools: readonly JudgingTool[],
  create: (tool: JudgingTool) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(tools.map((tool) => [tool.name, create(tool)]));
}

interface Judgement extends ReasonedDecision {
  /** What a person is shown. */
  readonly question: ShortQuestion;
}

const WHERE_ALL_IS = "Read all of it in the approval's record (record.diff) first.";
const NO_QUESTION: ShortQuestion = { text: showText(""), notice: null };
const ALLOWED: Judgement = { decision: "allow", question: NO_QUESTION };
const ASKED_BEFORE: Judgement = { decision: "ask", question: NO_QUESTION };

async function judgeCall(tool: JudgingTool, value: unknown, options: ApprovalCallOptions): Promise<Judgement> {
  const { toolCallId, messages } = options;
  if (isAnswered(messages, toolCallId)) return recallJudgement(tool, toolCallId);
  const { gate, records } = tool;
  await records.delete(toolCallId);
  const input = tryResolve(gate, value);
  if (input === null) return ALLOWED;
  const judged = await previewAndDecide(tool, { toolCallId, messages, input });
  if (judged.record !== null) await records.set(toolCallId, judged.record);
  return judged.judgement;
}

/** An answer from a person is about to be carried out: nothing is judged anew, so that no later version slips in. */
async function recallJudgement({ records }: JudgingTool, toolCallId: string): Promise<Judgement> {
  const record = await records.get(toolCallId);
  if (record?.outcome !== "denied") return ASKED_BEFORE;
  return { decision: "deny", question: NO_QUESTION, reason: record.reason };
}

interface Judged {
  readonly judgement: Judgement;
  readonly record: ApprovalRecord | null;
}

async function previewAndDecide(tool: JudgingTool, call: GatedCall & { toolCallId: string }): Promise<Judged> {
  const inputSha256 = await hashInput(call.input);
  try {
    const preview = await tool.gate.preview(call.input, call);
    if (preview === null && !tool.policy.judgesReading(tool.name)) return { judgement: ALLOWED, record: null };
    const { touched: named, moves = [], touchesMore, ...told } = preview ?? (await describeReading(tool.gate, call));
    const touched = tool.formerNames.addTo(named);
    const seen: ApprovalCall = {
      ...told,
      summary: await runInTurns(showInSteps(told.summary), call.signal),
      paths: listNames(touched),
      tool: tool.name,
      toolCallId: call.toolCallId,
      input: call.input,
    };
    const touches = { touched, touchesMore, changesSomething: preview !== null };
    const { decision, reason } = await tool.policy.decide(seen, touches);
    const question = await describeQuestion(seen, tool.maxSummaryBytes, call.signal);
    const judgement = { decision, reason, question };
    if (decision !== "deny") tool.formerNames.remember(moves);
    if (decision === "allow") return { judgement, record: null };
    const record: ApprovalRecord =
      decision === "ask"
        ? { inputSha256, outcome: "asked", versions: seen.versions, diff: seen.summary }
        : { inputSha256, outcome: "denied", versions: {}, reason };
    return { judgement, record };
  } catch (error) {
    if (!isFsError(error)) throw error;
    // It would fail now and must not succeed later without having been asked about.
    return { judgement: ALLOWED, record: { inputSha256, outcome: "failed", versions: {}, error: toToolError(error) } };
  }
}

/** What is known of a call that changes nothing: what it was asked for. */
async function describeReading({ looksAt }: ApprovalGate, call: GatedCall): Promise<ToolPreview> {
  const { input } = call;
  return {
    touched: await looksAt(input, call),
    summary: JSON.stringify(input),
    risk: { level: "low", reasons: [] },
    versions: {},
  };
}

function tryResolve(gate: ApprovalGate, value: unknown): unknown {
  try {
    return gate.resolveInput(value);
  } catch (error) {
    // The tool will refuse it.
    if (isFsError(error)) return null;
    throw error;
  }
}

/** Answers what a person is asked about a call, in at most `maxBytes` of UTF-8. */
export async function describeQuestion(
  { summary, risk }: Pick<CallPreview, "summary" | "risk">,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<ShortQuestion> {
  const { shortenQuestion } = await import("./short-question.js");
  const reasons = risk.level === "low" ? "" : `${risk.level} risk: ${risk.reasons.join("; ")}`;
  const shown = await runInTurns(showInSteps(summary.endsWith("\n") ? summary.slice(0, -1) : summary), signal);
  return runInTurns(shortenQuestion(showText(reasons), shown, maxBytes), signal);
}

function toAnswer({ decision, reason, question }: Judgement): ToolApprovalAnswer {
  if (decision === "allow") return { type: "not-applicable" };
  if (decision === "deny")
    return { type: "denied", reason: showText(reason ?? "The policy does not allow this call.") };
  const { notice, text } = question;
  const parts = [
    ...(notice === null ? [] : [`${notice} ${WHERE_ALL_IS}`]),
    ...(reason === undefined ? [] : [reason]),
    text,
  ];
  return { type: "user-approval", reason: showText(parts.join("\n")) };
}
