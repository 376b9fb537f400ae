// Which calls run, wait for a person, or are refused: rules by tool, path and risk. Knows nothing of how a call is made.

import { isFsError } from "../../errors.js";
import type { RiskLevel } from "../../patch/patch-risk.js";
import { compileGlob, type GlobPattern } from "../../search/glob-pattern.js";
import { assertOptions, type OptionRules, oneOf, TEXT, TEXTS } from "../../text/check-options.js";
import type { CallPreview } from "./call-preview.js";

/** What happens to a call: it runs, it waits for a person, or it is refused. */
export type ApprovalDecision = "allow" | "ask" | "deny";

/** A decision with the sentence that the person, or the model, is given. */
export interface ReasonedDecision {
  readonly decision: ApprovalDecision;
  readonly reason?: string | undefined;
}

/** One call as a policy sees it. */
export interface ApprovalCall extends CallPreview {
  /** The name under which the model calls the tool. */
  readonly tool: string;
  readonly toolCallId: string;
  /** As the tool reads it. */
  readonly input: unknown;
}

/** Decides the calls that fit everything it names. */
export interface ApprovalRule {
  /** Names of tools; absent: every tool that changes something. Only a rule that names a reading tool judges it. */
  readonly tools?: readonly string[] | undefined;
  /**
   * Globs as of the grep tool, letter case aside: a pattern without `/` fits a name at any depth. The rule fits a call
   * that names at least one such file (of `exec`, the directory); one that names none does not fit.
   */
  readonly paths?: readonly string[] | undefined;
  /** Fits calls of this risk or a greater one. */
  readonly risk?: RiskLevel | undefined;
  readonly decision: ApprovalDecision;
  readonly reason?: string | undefined;
}

const DECISIONS: readonly ApprovalDecision[] = ["allow", "ask", "deny"];
const RISK_ORDER: readonly RiskLevel[] = ["low", "medium", "high"];

const RULE_FIELDS: OptionRules<ApprovalRule> = {
  tools: TEXTS,
  paths: TEXTS,
  risk: /* @__PURE__ */ oneOf(...RISK_ORDER),
  decision: /* @__PURE__ */ oneOf(...DECISIONS),
  reason: TEXT,
};

/**
 * One decision for every call that changes something; rules, of which the first that fits decides and the rest is asked;
 * or a function.
 */
export type ApprovalPolicy =
  | ApprovalDecision
  | readonly ApprovalRule[]
  | ((call: ApprovalCall) => ApprovalDecision | ReasonedDecision | Promise<ApprovalDecision | ReasonedDecision>);

/** A policy that is ready to judge. */
export interface CompiledPolicy {
  /** Tells whether a tool that changes nothing is judged at all. */
  readonly judgesReading: (tool: string) => boolean;
  readonly decide: (call: ApprovalCall, changesSomething: boolean) => Promise<ReasonedDecision>;
}

/** @throws {TypeError} when the policy is none, or a rule names a tool that is not there */
export function compilePolicy(policy: ApprovalPolicy, toolNames: readonly string[]): CompiledPolicy {
  if (typeof policy === "function") {
    return { judgesReading: () => false, decide: async (call) => toReasoned(await policy(call)) };
  }
  if (typeof policy === "string") {
    const decision = toReasoned(policy);
    return { judgesReading: () => false, decide: async () => decision };
  }
  if (!Array.isArray(policy)) throw new TypeError("policy must be a decision, a list of rules or a function.");
  const rules = policy.map((rule) => compileRule(rule, toolNames));
  return {
    judgesReading: (tool) => policy.some(({ tools }) => tools?.includes(tool) === true),
    decide: async (call, changesSomething) => {
      const rule = rules.find(({ fits }) => fits(call, changesSomething));
      return rule?.decision ?? { decision: changesSomething ? "ask" : "allow" };
    },
  };
}

interface CompiledRule {
  readonly decision: ReasonedDecision;
  readonly fits: (call: ApprovalCall, changesSomething: boolean) => boolean;
}

function compileRule(rule: ApprovalRule, toolNames: readonly string[]): CompiledRule {
  // A rule without its condition would fit every call.
  assertOptions("a rule", rule, RULE_FIELDS);
  const { tools, paths, risk, reason } = rule;
  const unknown = tools?.find((name) => !toolNames.includes(name));
  if (unknown !== undefined) throw new TypeError(`No tool is named ${unknown}; the names are ${toolNames.join(", ")}.`);
  const globs = paths?.map(compilePath);
  return {
    decision: { ...toReasoned(rule.decision), reason },
    fits: (call, changesSomething) =>
      (tools === undefined ? changesSomething : tools.includes(call.tool)) &&
      (globs === undefined || call.paths.some((path) => globs.some((glob) => glob.matches(path)))) &&
      (risk === undefined || RISK_ORDER.indexOf(call.risk.level) >= RISK_ORDER.indexOf(risk)),
  };
}

function compilePath(pattern: string): GlobPattern {
  try {
    return compileGlob(pattern, { matchBasename: true, ignoreCase: true });
  } catch (error) {
    if (isFsError(error)) throw new TypeError(`${pattern} is no pattern: ${error.message}`);
    throw error;
  }
}

function toReasoned(answer: ApprovalDecision | ReasonedDecision): ReasonedDecision {
  const reasoned = typeof answer === "string" ? { decision: answer } : answer;
  if (DECISIONS.includes(reasoned?.decision)) return reasoned;
  throw new TypeError(`A policy answers allow, ask or deny, not ${String(reasoned?.decision)}.`);
}
