// Asks a person, or a rule, before a tool changes something, and holds the call to the files that were shown.

import { MAX_APPROVAL_SUMMARY_BYTES, MIN_APPROVAL_SUMMARY_BYTES } from "../../limits.js";
import { ANYTHING, assertOptions, FUNCTION, type OptionRules } from "../../text/check-options.js";
import { showText, stillShown } from "../../text/visible-text.js";
import { resolveLimit } from "../definition/tool-options.js";
import { gateOf } from "./approval-gate.js";
import { type ApprovalPolicy, compilePolicy } from "./approval-policy.js";
import { type ApprovalRecords, createApprovalRecords } from "./approval-record.js";
import type { ApprovalCallOptions, CallJudge, JudgedTool, Judgement, JudgeSettings } from "./judge-call.js";

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
  const judge = createJudge({
    policy: compilePolicy(policy, Object.keys(tools)),
    records,
    maxSummaryBytes: resolveSummaryLimit(options.maxSummaryBytes),
  });
  const judged = Object.entries(tools).flatMap(([name, tool]): readonly JudgedTool[] => {
    const gate = gateOf(tool as object);
    return gate === undefined ? [] : [{ name, gate }];
  });
  for (const { gate } of judged) gate.attach(records);
  const needsApproval = toRecord(judged, (tool) => async (input: unknown, call: ApprovalCallOptions) => {
    return (await judge(tool, input, call)).decision === "ask";
  });
  const toolApproval = toRecord(judged, (tool) => async (input: unknown, call: ApprovalCallOptions) => {
    return toAnswer(await judge(tool, input, call));
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

/** Answers the judge of one approval, which is loaded with the first call. */
function createJudge(settings: JudgeSettings): CallJudge["judge"] {
  let loading: Promise<CallJudge> | undefined;
  const load = async (): Promise<CallJudge> => new (await import("./judge-call.js")).CallJudge(settings);
  return async (...call) => {
    loading ??= load();
    return (await loading).judge(...call);
  };
}

function resolveSummaryLimit(value: number | undefined): number {
  const limit = resolveLimit("maxSummaryBytes", value, MAX_APPROVAL_SUMMARY_BYTES);
  if (limit < MIN_APPROVAL_SUMMARY_BYTES)
    throw new TypeError(`maxSummaryBytes must be at least ${MIN_APPROVAL_SUMMARY_BYTES}.`);
  return limit;
}

function toRecord<Value>(
  tools: readonly JudgedTool[],
  create: (tool: JudgedTool) => Value,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(tools.map((tool) => [tool.name, create(tool)]));
}

const WHERE_ALL_IS = "Read all of it in the approval's record (record.diff) first.";

function toAnswer({ decision, reason, question }: Judgement): ToolApprovalAnswer {
  if (decision === "allow") return { type: "not-applicable" };
  if (decision === "deny")
    return { type: "denied", reason: showText(reason ?? "The policy does not allow this call.") };
  const { notice, text } = question;
  const parts = [
    ...(notice === null ? [] : [`${notice} ${WHERE_ALL_IS}`]),
    ...(reason === undefined ? [] : [showText(reason)]),
    text,
  ];
  return { type: "user-approval", reason: stillShown(parts.join("\n")) };
}
