// The rules of secretlint, an optional package that is loaded when it is first asked for. Without its comment filter: what
// a file says cannot switch detection off. Without rules whose ranges are more, or less, than the secret: ours find those.

import type { FindSecrets, SecretRange } from "./redactor.js";

const UNUSED_RULES = /-rule-(?:filter-comments|aws|basicauth|database-connection-string|gcp|privatekey)$/;
const BYTE_ORDER_MARK = "\ufeff";
const RULE_PREFIX = /^.*secretlint-rule-/;

/**
 * Loads the rules.
 * @throws {TypeError} when the packages are not installed
 */
export async function loadSecretlint(): Promise<FindSecrets> {
  const [{ lintSource }, { rules }] = await Promise.all([
    // Each import catches its own failure, since bundlers leave out a package that is not installed only then.
    import("@secretlint/core").catch(refuseWithoutPackages),
    import("@secretlint/secretlint-rule-preset-recommend").catch(refuseWithoutPackages),
  ]);
  const config = {
    rules: rules
      .filter((rule) => !UNUSED_RULES.test(rule.meta.id))
      .map((rule) => ({ id: rule.meta.id, rule, options: {} })),
  };
  return async (text) => {
    // A mark at the start would not be counted in the ranges.
    const markLength = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
    const source = { content: text.slice(markLength), filePath: "/text", ext: "", contentType: "text" as const };
    const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
    return messages.map((message) => toRange(message, markLength));
  };
}

function refuseWithoutPackages(cause: unknown): never {
  throw new TypeError(
    "createSecretRedactor needs @secretlint/core and @secretlint/secretlint-rule-preset-recommend: install both.",
    { cause },
  );
}

interface Finding {
  readonly ruleId: string;
  readonly range: readonly [number, number];
}

function toRange({ ruleId, range }: Finding, shift: number): SecretRange {
  return { start: range[0] + shift, end: range[1] + shift, kind: ruleId.replace(RULE_PREFIX, "") };
}
