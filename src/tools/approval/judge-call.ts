// How one approval judges calls: what a call would do, what the policy says of that, and what a person is shown.

import { isFsError } from "../../errors.js";
import { showInSteps, showText } from "../../text/visible-text.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";
import { toToolError } from "../definition/tool-failure.js";
import { type ApprovalGate, type GatedCall, hashInput } from "./approval-gate.js";
import { isAnswered } from "./approval-messages.js";
import type { ApprovalCall, CompiledPolicy, ReasonedDecision } from "./approval-policy.js";
import type { ApprovalRecord, ApprovalRecords } from "./approval-record.js";
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
    await records.delete(toolCallId);
    const input = tryResolve(tool.gate, value);
    if (input === null) return ALLOWED;
    const judged = await this.#previewAndDecide(tool, { toolCallId, messages, input });
    if (judged.record !== null) await records.set(toolCallId, judged.record);
    return judged.judgement;
  }

  async #previewAndDecide(tool: JudgedTool, call: GatedCall & { toolCallId: string }): Promise<Judged> {
    const inputSha256 = await hashInput(call.input);
    try {
      const preview = await tool.gate.preview(call.input, call);
      const judgesReading = this.#settings.policy.judgesReading(tool.name);
      if (preview === null && !judgesReading) return { judgement: ALLOWED, record: null };
      return await this.#decide(tool, { ...call, inputSha256 }, preview);
    } catch (error) {
      if (!isFsError(error)) throw error;
      // It would fail now and must not succeed later without having been asked about.
      return {
        judgement: ALLOWED,
        record: { inputSha256, outcome: "failed", versions: {}, error: toToolError(error) },
      };
    }
  }

  async #decide(
    { name, gate }: JudgedTool,
    { inputSha256, ...call }: GatedCall & { toolCallId: string; inputSha256: string },
    preview: ToolPreview | null,
  ): Promise<Judged> {
    const { touched: named, moves = [], touchesMore, ...told } = preview ?? (await describeReading(gate, call));
    const touched = this.#formerNames.addTo(named);
    const seen: ApprovalCall = {
      ...told,
      summary: await runInTurns(showInSteps(told.summary), call.signal),
      paths: listNames(touched),
      tool: name,
      toolCallId: call.toolCallId,
      input: call.input,
    };
    const { policy, maxSummaryBytes } = this.#settings;
    const touches = { touched, touchesMore, changesSomething: preview !== null };
    const { decision, reason } = await policy.decide(seen, touches);
    if (decision !== "deny") this.#formerNames.remember(moves);
    const judgement = { decision, reason, question: await describeQuestion(seen, maxSummaryBytes, call.signal) };
    if (decision === "allow") return { judgement, record: null };
    const record: ApprovalRecord =
      decision === "ask"
        ? { inputSha256, outcome: "asked", versions: seen.versions, diff: seen.summary }
        : { inputSha256, outcome: "denied", versions: {}, reason };
    return { judgement, record };
  }
}

/** An answer from a person is about to be carried out: nothing is judged anew, so that no later version slips in. */
async function recallJudgement(records: ApprovalRecords, toolCallId: string): Promise<Judgement> {
  const record = await records.get(toolCallId);
  if (record?.outcome !== "denied") return ASKED_BEFORE;
  return { decision: "deny", question: NO_QUESTION, reason: record.reason };
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
  const reasons = risk.level === "low" ? "" : `${risk.level} risk: ${risk.reasons.join("; ")}`;
  const shown = await runInTurns(showInSteps(summary.endsWith("\n") ? summary.slice(0, -1) : summary), signal);
  return runInTurns(shortenQuestion(showText(reasons), shown, maxBytes), signal);
}
