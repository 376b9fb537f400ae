// Reads the words behind a command: options, values and positionals. What is wrong is a usage error.

import { parseArgs } from "node:util";
import { CliValues } from "./cli-values.js";
import type { CliCommand } from "./command.js";
import { UsageError } from "./exit-codes.js";

/** The words behind a command, read. */
export interface ParsedWords {
  readonly values: CliValues;
  readonly positionals: readonly string[];
}

/**
 * Reads the words behind a command.
 * @throws {UsageError} when an option is unknown, lacks its value or has one too many, or there are too many words
 */
export function parseCommandLine(command: CliCommand, words: readonly string[]): ParsedWords {
  const { values, positionals } = parseWords(command, joinNegativeNumbers(command, words));
  const surplus = positionals[command.maxPositionals];
  if (surplus !== undefined) throw new UsageError(`${JSON.stringify(surplus)} is one word too many`);
  return { values: new CliValues(values), positionals };
}

function parseWords(command: CliCommand, words: readonly string[]): ReturnType<typeof parseArgs> {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { type, short, multiple = false }]) => {
      return [name, { type, multiple, ...(short === undefined ? {} : { short }) }] as const;
    }),
  );
  try {
    const parsed = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
      allowNegative: true,
      strict: true,
      tokens: true,
    });
    assertNoneRepeated(command, parsed.tokens);
    return parsed;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const hint = command.runsWords === true ? "; options of the command itself stand behind --" : "";
    const message = error.message.replace(/\. To specify a positional argument.*/s, "");
    throw new UsageError(`${message}${hint}`, { cause: error });
  }
}

/** Refuses a value that the last one of its kind would silently take the place of. */
function assertNoneRepeated(
  { options }: CliCommand,
  tokens: readonly { readonly kind: string; name?: string }[],
): void {
  const given = new Set<string>();
  for (const { kind, name } of tokens) {
    if (kind !== "option" || name === undefined) continue;
    const { type, multiple = false } = options[name] ?? {};
    if (type !== "string" || multiple) continue;
    if (given.has(name)) throw new UsageError(`--${name} was given twice, and takes one value`);
    given.add(name);
  }
}

/** Tells whether a word is an option whose value is the next word. */
function takesValue({ options }: CliCommand, word: string | undefined): boolean {
  return word?.startsWith("--") === true && options[word.slice(2)]?.type === "string";
}

/** Lets `--offset -20` mean what it says; the parser would take the number for an option. */
function joinNegativeNumbers(command: CliCommand, words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const previous = words[index - 1];
    const isBehindEnd = end !== -1 && index > end;
    const isValue = takesValue(command, previous) && !isBehindEnd;
    if (isValue && /^-\d+$/.test(word)) joined.splice(-1, 1, `${previous}=${word}`);
    else joined.push(word);
  }
  return joined;
}
