// The words of a command that it cannot do without.

import type { CliCall } from "./command.js";
import { UsageError } from "./exit-codes.js";

/**
 * Answers a word of a command.
 * @throws {UsageError} when it was not given
 */
export function resolveWord({ positionals }: Pick<CliCall, "positionals">, index: number, name: string): string {
  const word = positionals[index];
  if (word === undefined) throw new UsageError(`${name} is missing`);
  return word;
}
