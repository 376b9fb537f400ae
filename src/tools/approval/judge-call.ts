// How one approval judges calls: what a call would do, what the policy says of that, and what a person is shown.

import { type FsError, isFsError } from "../../errors.js";
import { type ShownText, showInSteps, showText, stillShown } from "../../text/visible-text.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import { toToolError } from "../definition/tool-failure.js";
import { type ApprovalGate, type GatedCall, hashInput, hashPlaces } from "./approval-gate.js";
import { isAnswered } from "./approval-messages.js";
import type { ApprovalCall, CallTouches, CompiledPolicy, ReasonedDecision } from "./approval-policy.js";
import { type ApprovalRecord, type ApprovalRecords, keyOfQuestion } from "./approval-record.js";
import type { CallPreview, ToolPreview } from "./call-preview.js";
import { FormerNames } from "./former-names.js";
import { type ShortQuestion, shortenQuestion } from "./short-question.js";
import { listNames } from "./touched-paths.js";

/** What the SDK tells beside the input of a call. */
export interface ApprovalCallOptions {
  readonly toolCallId: string;
  readonly messages?: unknown;
}

/** A tool that is judged, by the name under which the model calls it. */
export interface JudgedTool {
  readonly name: string;
  readonly gate: ApprovalGate;
}

/** How all calls of one approval are judged. */
export interface JudgeSettings {
  readonly policy: CompiledPolicy;
  readonly records: ApprovalRecords;
  readonly maxSummaryBytes: number;
}

/** What is to be done with a call. */
export interface Judgement extends ReasonedDecision {
  /** What a person is shown. */
  readonly question: ShortQuestion;
}

interface JudgedCall extends GatedCall {
  readonly toolCallId: string;
  readonly inputSha256: string;
}

interface JudgedTouches extends Pick<CallTouches, "touched" | "changesSomething"> {
  readonly preview: ToolPreview | null;
}

interface Judged {
  readonly judgement: Judgement;
  readonly record: ApprovalRecord | null;
}

const NO_QUESTION: ShortQuestion = { text: showText(""), notice: null };
const ALLOWED: Judgement = { decision: "allow", question: NO_QUESTION };
const ASKED_BEFORE: Judgement = { decision: "ask", question: NO_QUESTION };

/** Judges the calls of one approval, and keeps in its records what they are held to. */
export class CallJudge {
  readonly #settings: JudgeSettings;
  readonly #formerNames = new FormerNames();

  constructor(settings: JudgeSettings) {
    this.#settings = settings;
  }

  async judge(tool: JudgedTool, value: unknown, options: ApprovalCallOptions): Promise<Judgement> {
    const { toolCallId, messages } = options;
    const { records } = this.#settings;
    if (isAnswered(messages, toolCallId)) return recallJudgement(records, toolCallId);
    const before = await forget(records, toolCallId);
    const input = tryResolve(tool.gate, value);
    if (input === null) return ALLOWED;
    const call = { toolCallId, messages, input, inputSha256: await hashInput(input) };
    const judged = await this.#previewAndDecide(tool, call);
    const usedAnswers = before?.usedAnswers;
    if (judged.record !== null) await remember(records, toolCallId, { ...judged.record, usedAnswers });
    return judged.judgement;
  }

  async #previewAndDecide(tool: JudgedTool, call: JudgedCall): Promise<Judged> {
    try {
      const preview = await tool.gate.preview(call.input, call);
      const { judgesReading } = this.#settings.policy;
      if (preview === null && !judgesReading(tool.name)) return { judgement: ALLOWED, record: null };
      const touched = await tool.gate.touches(call.input, call);
      return await this.#decide(tool, call, { touched, changesSomething: preview !== null, preview });
    } catch (error) {
      if (!isFsError(error)) throw error;
      return (await this.#judgeFailure(tool, call)) ?? failWith(error, call);
    }
  }

  /** A failure tells of the file that it is about, so a rule may deny it. */
  async #judgeFailure(tool: JudgedTool, call: JudgedCall): Promise<Judged | null> {
    if (!this.#settings.policy.judgesFailures) return null;
    try {
      const touched = await tool.gate.touches(call.input, call);
      const judged = await this.#decide(tool, call, { touched, changesSomething: true, preview: null });
      return judged.judgement.decision === "deny" ? judged : null;
    } catch (error) {
      if (isFsError(error)) return null;
      throw error;
    }
  }

  async #decide(
    { name }: JudgedTool,
    { inputSha256, signal, toolCallId, input }: JudgedCall,
    { touched: named, changesSomething, preview }: JudgedTouches,
  ): Promise<Judged> {
    const { moves = [], touchesMore, ...told } = preview ?? describeReading(input);
    const touched = this.#formerNames.addTo(named);
    const summary = await runInTurns(showInSteps(told.summary), signal);
    const seen: ApprovalCall = { ...told, summary, paths: listNames(touched), tool: name, toolCallId, input };
    const { policy, maxSummaryBytes } = this.#settings;
    const { decision, reason } = await policy.decide(seen, { touched, touchesMore, changesSomething });
    if (decision !== "deny") this.#formerNames.remember(moves);
    const question = await describeQuestion({ ...seen, summary }, maxSummaryBytes, signal);
    const judgement = { decision, reason, question };
    if (decision === "allow") return { judgement, record: null };
    const record: ApprovalRecord =
      decision === "ask"
        ? {
            inputSha256,
            outcome: "asked",
            versions: seen.versions,
            questionId: crypto.randomUUID(),
            places: await hashPlaces(named),
            diff: summary,
          }
        : { inputSha256, outcome: "denied", versions: {}, reason };
    return { judgement, record };
  }
}

/** It would fail now and must not succeed later without having been asked about. */
function failWith(error: FsError, { inputSha256 }: JudgedCall): Judged {
  return { judgement: ALLOWED, record: { inputSha256, outcome: "failed", versions: {}, error: toToolError(error) } };
}

async function forget(records: ApprovalRecords, toolCallId: string): Promise<ApprovalRecord | undefined> {
  const record = await records.get(toolCallId);
  const question = record === undefined ? undefined : keyOfQuestion(record);
  if (question !== undefined) await records.delete(question);
  await records.delete(toolCallId);
  return record;
}

async function remember(records: ApprovalRecords, toolCallId: string, record: ApprovalRecord): Promise<void> {
  const question = keyOfQuestion(record);
  if (question !== undefined) await records.set(question, { ...record, diff: undefined });
  await records.set(toolCallId, record);
}

/** An answer from a person is about to be carried out: nothing is judged anew, so that no later version slips in. */
async function recallJudgement(records: ApprovalRecords, toolCallId: string): Promise<Judgement> {
  const record = await records.get(toolCallId);
  if (record?.outcome !== "denied") return ASKED_BEFORE;
  return { decision: "deny", question: NO_QUESTION, reason: record.reason };
}

/** What is known of a call that changes nothing, or fails: what it was asked for. */
function describeReading(input: unknown): ToolPreview {
  return { summary: JSON.stringify(input), risk: { level: "low", reasons: [] }, versions: {} };
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
  { summary, risk }: Pick<CallPreview, "risk"> & { readonly summary: ShownText },
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<ShortQuestion> {
  const reasons = risk.level === "low" ? "" : `${risk.level} risk: ${risk.reasons.join("; ")}`;
  const shown = stillShown(summary.endsWith("\n") ? summary.slice(0, -1) : summary);
  return runInTurns(shortenQuestion(showText(reasons), shown, maxBytes), signal);
}
