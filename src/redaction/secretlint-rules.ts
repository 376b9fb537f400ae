// The rules of secretlint, an optional package that is loaded when it is first asked for. Without its comment filter: what
// a file says cannot switch detection off. Without rules whose ranges are more, or less, than the secret: ours find those.
// Without its core, whose profiler keeps every look at a text in memory for ever, and goes through all of them each time.

import { type RunSteps, runAtOnce, type Steps } from "../text/steps.js";
import type { SecretRange } from "./redactor.js";

const UNUSED_RULES = /-rule-(?:filter-comments|aws|basicauth|database-connection-string|gcp|privatekey)$/;
const BYTE_ORDER_MARK = "\ufeff";
const RULE_PREFIX = /^.*secretlint-rule-/;

type Rule = typeof import("@secretlint/secretlint-rule-preset-recommend")["rules"][number];
type RuleContext = Parameters<Rule["create"]>[0];
type RuleSource = Parameters<NonNullable<ReturnType<Rule["create"]>["file"]>>[0];

/**
 * Loads the rules.
 * @throws {TypeError} when the package is not installed
 */
export async function loadSecretlint(): Promise<(text: string, run?: RunSteps) => Promise<readonly SecretRange[]>> {
  // The import catches its own failure, since bundlers leave out a package that is not installed only then.
  const preset = await import("@secretlint/secretlint-rule-preset-recommend").catch(refuseWithoutPackage);
  const rules = preset.rules.filter((rule) => !UNUSED_RULES.test(rule.meta.id));
  return async (text, run = runAtOnce) => {
    // A mark at the start would not be counted in the ranges.
    const markLength = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    const found: SecretRange[] = [];
    for (const rule of rules) {
      await run(pause());
      for (const [start, end] of await runRule(rule, text.slice(markLength))) {
        found.push({ start: start + markLength, end: end + markLength, kind: rule.meta.id.replace(RULE_PREFIX, "") });
      }
    }
    return found;
  };
}

/** Each rule looks through all of the text. */
function* pause(): Steps<void> {
  yield;
}

function refuseWithoutPackage(cause: unknown): never {
  throw new TypeError("createSecretRedactor needs @secretlint/secretlint-rule-preset-recommend: install it.", {
    cause,
  });
}

async function runRule(rule: Rule, content: string): Promise<readonly (readonly [start: number, end: number])[]> {
  const ranges: (readonly [number, number])[] = [];
  const context = {
    sharedOptions: {},
    createTranslator: () => (messageId: string) => ({ message: "", messageId }),
    report: ({ range }: { readonly range: readonly [number, number] }) => void ranges.push(range),
    ignore: () => undefined,
  } as unknown as RuleContext;
  // What these rules look at of a source.
  const source = { content, filePath: "/text", ext: "", contentType: "text", hasBOM: false } as unknown as RuleSource;
  await rule.create(context, {} as never).file?.(source);
  return ranges;
}
