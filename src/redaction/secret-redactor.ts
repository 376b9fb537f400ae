// The redactor that comes with the package: the rules of secretlint, and ours for what those lack.

import { findAssignedValues } from "./assigned-values.js";
import { findPrivateKeys } from "./private-keys.js";
import { createRedactor, type FindSecrets, type Redactor } from "./redactor.js";
import { findByRules } from "./secret-rules.js";
import { loadSecretlint } from "./secretlint-rules.js";

/**
 * Creates a redactor that finds private keys, tokens of well-known services, passwords in addresses, and what is assigned
 * to names such as `password` or `apiKey`. Needs the package
 * `@secretlint/secretlint-rule-preset-recommend` (version 11.7, 12 or 13), which is loaded when a text is first looked at.
 * NOT guaranteed: that every secret is found; one that looks like an ordinary word, or is encoded, is not.
 */
export function createSecretRedactor(): Redactor {
  let loading: Promise<FindSecrets> | undefined;
  return createRedactor(async (text) => {
    loading ??= loadSecretlint();
    const findKnown = await loading;
    return [...findPrivateKeys(text), ...findByRules(text), ...findAssignedValues(text), ...(await findKnown(text))];
  });
}
