// The redactor that comes with the package: the rules of secretlint, and ours for what those lack.

import { assertKnownOptions } from "../text/check-options.js";
import { createRedactor, type FindSecrets, type Redactor } from "./redactor.js";

/**
 * Creates a redactor that finds private keys, tokens of well-known services, passwords in addresses, and what is assigned
 * to names such as `password` or `apiKey`. Needs the package
 * `@secretlint/secretlint-rule-preset-recommend` (version 11.7, 12 or 13), which is loaded when a text is first looked at.
 * NOT guaranteed: that every secret is found; one that looks like an ordinary word, or is encoded, is not.
 * @throws {TypeError} when it is given an option; it has none
 */
export function createSecretRedactor(options: Readonly<Record<string, never>> = {}): Redactor {
  assertKnownOptions("createSecretRedactor", options, []);
  let loading: Promise<FindSecrets> | undefined;
  return createRedactor(async (text) => {
    loading ??= loadRules();
    return (await loading)(text);
  });
}

async function loadRules(): Promise<FindSecrets> {
  const { findByOwnRules } = await import("./secret-rules.js");
  const { loadSecretlint } = await import("./secretlint-rules.js");
  const findKnown = await loadSecretlint();
  return async (text) => [...findByOwnRules(text), ...(await findKnown(text))];
}
