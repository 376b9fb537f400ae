// Which calls run, wait for a person, or are refused: rules by tool, path and risk. Knows nothing of how a call is made.

import { isFsError } from "../../errors.js";
import type { RiskLevel } from "../../patch/patch-risk.js";
import { compileGlob, type GlobPattern } from "../../search/glob-pattern.js";
import { assertOptions, type OptionRules, oneOf, TEXT, TEXTS } from "../../text/check-options.js";
import type { CallPreview, ToolPreview } from "./call-preview.js";
import type { TouchedPath } from "./touched-paths.js";

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
   * Globs as of the grep tool, letter case aside: a pattern without `/` fits a name at any depth. To allow, everything that
   * the call touches must fit: sources, targets, and what lies below a directory that moves, is copied or removed; to ask
   * or to deny, one name of one of them. A search touches all below its directory. A command is judged by its directory,
   * and allowed by it only where the rule names its tool.
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

/** What a call does to which paths, as rules judge it. */
export interface CallTouches extends Pick<ToolPreview, "touched" | "touchesMore"> {
  readonly changesSomething: boolean;
}

/** A policy that is ready to judge. */
export interface CompiledPolicy {
  /** Tells whether a tool that changes nothing is judged at all. */
  readonly judgesReading: (tool: string) => boolean;
  readonly decide: (call: ApprovalCall, touches: CallTouches) => Promise<ReasonedDecision>;
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
    decide: async (call, touches) => {
      const rule = rules.find(({ fits }) => fits(call, touches));
      return rule?.decision ?? { decision: touches.changesSomething ? "ask" : "allow" };
    },
  };
}

interface CompiledRule {
  readonly decision: ReasonedDecision;
  readonly fits: (call: ApprovalCall, touches: CallTouches) => boolean;
}

function compileRule(rule: ApprovalRule, toolNames: readonly string[]): CompiledRule {
  // A rule without its condition would fit every call.
  assertOptions("a rule", rule, RULE_FIELDS);
  const { tools, paths, risk, reason } = rule;
  const unknown = tools?.find((name) => !toolNames.includes(name));
  if (unknown !== undefined) throw new TypeError(`No tool is named ${unknown}; the names are ${toolNames.join(", ")}.`);
  const globs = paths?.map(compilePath);
  const decision = toReasoned(rule.decision);
  const fitsPaths = decision.decision === "allow" ? fitsAll : fitsSome;
  return {
    decision: { ...decision, reason },
    fits: (call, touches) =>
      (tools === undefined ? touches.changesSomething : tools.includes(call.tool)) &&
      (globs === undefined ||
        fitsPaths(globs, { ...touches, touchesMore: touches.touchesMore && tools === undefined })) &&
      (risk === undefined || RISK_ORDER.indexOf(call.risk.level) >= RISK_ORDER.indexOf(risk)),
  };
}

interface PathGlob extends GlobPattern {
  /** Tells whether everything below a directory is sure to match. */
  readonly coversBelow: (directory: string) => boolean;
}

function fitsAll(globs: readonly PathGlob[], { touched, touchesMore }: CallTouches): boolean {
  const isCovered = ({ names, isWhole }: TouchedPath): boolean =>
    names.some((name) => globs.some((glob) => (isWhole ? glob.coversBelow(toDirectory(name)) : glob.matches(name))));
  return touchesMore !== true && touched.length > 0 && touched.every(isCovered);
}

function fitsSome(globs: readonly PathGlob[], { touched }: CallTouches): boolean {
  const isHit = ({ names, given, isWhole }: TouchedPath): boolean =>
    [...names, ...given].some((name) =>
      globs.some((glob) => glob.matches(name) || (isWhole && glob.couldMatchBelow(toDirectory(name)))),
    );
  return touched.some(isHit);
}

function toDirectory(name: string): string {
  return name === "." ? "" : name;
}

// Stands for any name that there could be; only a wildcard fits it.
const ANY_NAME = "\u{10FFFD}";

function compilePath(pattern: string): PathGlob {
  try {
    const glob = compileGlob(pattern, { matchBasename: true, ignoreCase: true });
    const isTree = pattern.endsWith("**") && !pattern.startsWith("!");
    const coversBelow = (directory: string): boolean =>
      isTree && glob.matches(directory === "" ? ANY_NAME : `${directory}/${ANY_NAME}`);
    return { ...glob, coversBelow };
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
