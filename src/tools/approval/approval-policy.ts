// Which calls run, wait for a person, or are refused: rules by tool, path and risk. Knows nothing of how a call is made.

import { isFsError } from "../../errors.js";
import type { RiskLevel } from "../../patch/patch-risk.js";
import { compileGlob, type GlobPattern } from "../../search/glob-pattern.js";
import { assertOptions, type OptionRules, oneOf, TEXT, TEXTS } from "../../text/check-options.js";
import { parseShownName, parseShownNames } from "../../text/shown-name.js";
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
   * Globs as of the grep tool, letter case aside: a pattern without `/` fits a name at any depth, and `!` takes out again
   * what another pattern of the list fits. They are matched with the names themselves, not with quoted forms. To allow,
   * everything that the call touches must fit: sources, targets, and what lies below a directory that moves, is copied or
   * removed; to ask or to deny, one name of one of them, and a pattern without wildcards at its end takes in what lies
   * below, as one that ends with `/**` takes in the directory. A search touches all below its directory. A command is
   * judged by its directory, and allowed by it only where the rule names its tool.
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
export interface CallTouches extends Pick<ToolPreview, "touchesMore"> {
  readonly touched: readonly TouchedPath[];
  readonly changesSomething: boolean;
}

/** A policy that is ready to judge. */
export interface CompiledPolicy {
  /** Tells whether a call that changes nothing is judged at all. */
  readonly judgesReading: (tool: string) => boolean;
  /** Tells whether a call that fails is judged: not by functions, which are told what a call would do. */
  readonly judgesFailures: boolean;
  readonly decide: (call: ApprovalCall, touches: CallTouches) => Promise<ReasonedDecision>;
}

/** @throws {TypeError} when the policy is none, or a rule names a tool that is not there */
export function compilePolicy(policy: ApprovalPolicy, toolNames: readonly string[]): CompiledPolicy {
  if (typeof policy === "function") {
    return {
      judgesReading: () => false,
      judgesFailures: false,
      decide: async (call) => toReasoned(await policy(call)),
    };
  }
  if (typeof policy === "string") {
    const decision = toReasoned(policy);
    return { judgesReading: () => false, judgesFailures: true, decide: async () => decision };
  }
  if (!Array.isArray(policy)) throw new TypeError("policy must be a decision, a list of rules or a function.");
  const rules = policy.map((rule) => compileRule(rule, toolNames));
  const names = (tool: string): readonly ApprovalRule[] => policy.filter(({ tools }) => tools?.includes(tool) === true);
  return {
    judgesReading: (tool) => names(tool).length > 0,
    judgesFailures: true,
    decide: async (call, touches) => {
      const rule = rules.find(({ fits }) => fits(call, touches));
      // What a tool that reads may look at is listed, or what it may not.
      const isListed = names(call.tool).some(({ decision }) => decision === "allow");
      return rule?.decision ?? { decision: touches.changesSomething || isListed ? "ask" : "allow" };
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
  if (tools?.length === 0 || paths?.length === 0) throw new TypeError("A rule with an empty list fits nothing.");
  const unknown = tools?.find((name) => !toolNames.includes(name));
  if (unknown !== undefined) throw new TypeError(`No tool is named ${unknown}; the names are ${toolNames.join(", ")}.`);
  const list = paths === undefined ? undefined : compilePaths(paths);
  const decision = toReasoned(rule.decision);
  const fitsPaths = decision.decision === "allow" ? fitsAll : fitsSome;
  return {
    decision: { ...decision, reason },
    fits: (call, touches) =>
      (tools === undefined ? touches.changesSomething : tools.includes(call.tool)) &&
      (list === undefined || fitsPaths(list, touches, tools !== undefined)) &&
      (risk === undefined || RISK_ORDER.indexOf(call.risk.level) >= RISK_ORDER.indexOf(risk)),
  };
}

/** A list of patterns that take names in, and of patterns that take some of them out again. */
interface PathList {
  readonly takesIn: readonly PathGlob[];
  readonly takesOut: readonly PathGlob[];
}

interface PathGlob extends GlobPattern {
  /** Tells whether everything below a directory is sure to match. */
  readonly coversBelow: (directory: string) => boolean;
  /** Tells whether a name, or a directory on the way to it, is what the pattern names without wildcards. */
  readonly isNamed: (name: string) => boolean;
}

function fitsAll(list: PathList, { touched, touchesMore }: CallTouches, isToolNamed: boolean): boolean {
  if (touched.length === 0 || (touchesMore === true && !isToolNamed)) return false;
  return touched.every(({ names, isWhole }) =>
    names.map(readNames).some((name) => {
      const isTakenIn = ({ matches, coversBelow }: PathGlob): boolean =>
        isWhole ? coversBelow(name) : matches(name) || (touchesMore === true && coversBelow(name));
      return list.takesIn.some(isTakenIn) && !list.takesOut.some((glob) => touches(glob, name, isWhole));
    }),
  );
}

function fitsSome(list: PathList, { touched }: CallTouches): boolean {
  return touched.some(({ names, given, isWhole }) =>
    [...names, ...given].map(readNames).some((name) => {
      const isTakenOut = (glob: PathGlob): boolean =>
        glob.coversBelow(name) || (!isWhole && touches(glob, name, false));
      return list.takesIn.some((glob) => touches(glob, name, isWhole)) && !list.takesOut.some(isTakenOut);
    }),
  );
}

/** Tells whether a pattern may be about a path, or about something below it where all of that is touched. */
function touches(glob: PathGlob, name: string, isWhole: boolean): boolean {
  return (
    glob.matches(name) ||
    glob.coversBelow(name) ||
    glob.isNamed(name) ||
    (isWhole && glob.couldMatchBelow(name === "." ? "" : name))
  );
}

/** Answers the names themselves, which may be shown in quoted forms. */
function readNames(path: string): string {
  return parseShownNames(path).normalize("NFC");
}

// Stands for any name that there could be; only a wildcard fits it.
const ANY_NAME = "\u{10FFFD}";

const EXTENDED_GLOB = /(?<!\\)[!@+?*]\(/;

function compilePaths(patterns: readonly string[]): PathList {
  const extended = patterns.find((pattern) => EXTENDED_GLOB.test(pattern));
  if (extended !== undefined) {
    throw new TypeError(`${extended} is no pattern: write {a,b} for one of several, or \\( for a bracket in a name.`);
  }
  const takesOut = patterns
    .filter((pattern) => pattern.startsWith("!"))
    .map((pattern) => compilePath(pattern.slice(1)));
  const takesIn = patterns.filter((pattern) => !pattern.startsWith("!")).map(compilePath);
  return { takesIn: takesIn.length === 0 && takesOut.length > 0 ? [compilePath("**")] : takesIn, takesOut };
}

function compilePath(pattern: string): PathGlob {
  const meant = pattern.split("/").map(readPattern).join("/").normalize("NFC");
  const glob = compileRuleGlob(meant);
  const isTree = meant.endsWith("**");
  const below = /(?:^|\/)[^*?/]+\/*$/.test(meant)
    ? compileRuleGlob(`${meant.includes("/") ? "" : "**/"}${meant}/**`)
    : null;
  return {
    ...glob,
    coversBelow: (name) => isTree && glob.matches(name === "." ? ANY_NAME : `${name}/${ANY_NAME}`),
    isNamed: (name) => below?.matches(name) === true,
  };
}

function readPattern(segment: string): string {
  return parseShownName(segment)?.replace(/[\\*?[\]{}!]/g, "\\$&") ?? segment;
}

function compileRuleGlob(pattern: string): GlobPattern {
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
