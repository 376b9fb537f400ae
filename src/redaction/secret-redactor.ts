// The redactor that comes with the package: the rules of secretlint, and ours for what those lack.

import { assertKnownOptions } from "../text/check-options.js";
import { type RunSteps, runAtOnce } from "../text/steps.js";
import { createSteppedRedactor, type Redactor, type SecretRange } from "./redactor.js";

/**
 * Creates a redactor that finds private keys, tokens of well-known services, passwords in addresses, and what is assigned
 * to names such as `password` or `apiKey`. Needs the package
 * `@secretlint/secretlint-rule-preset-recommend` (version 11.7, 12 or 13), which is loaded when a text is first looked at.
 * NOT guaranteed: that every secret is found; one that looks like an ordinary word, or is encoded, is not.
 * @throws {TypeError} when it is given an option; it has none
 */
export function createSecretRedactor(options: Readonly<Record<string, never>> = {}): Redactor {
  assertKnownOptions("createSecretRedactor", options, []);
  let loading: Promise<FindInSteps> | undefined;
  async function findSecrets(text: string, run: RunSteps = runAtOnce): Promise<readonly SecretRange[]> {
    loading ??= loadRules();
    return (await loading)(text, run);
  }
  return createSteppedRedactor(findSecrets);
}

type FindInSteps = (text: string, run: RunSteps) => Promise<readonly SecretRange[]>;

async function loadRules(): Promise<FindInSteps> {
  const { findByOwnRules } = await import("./secret-rules.js");
  const { loadSecretlint } = await import("./secretlint-rules.js");
  const findKnown = await loadSecretlint();
  return async (text, run) => [...(await run(findByOwnRules(text))), ...(await findKnown(text, run))];
}
