// What the model asks the exec tool for, and the forms in which models write a command.

import { FsError } from "../../errors.js";
import { quoteWord } from "../../shell/policy/command-line.js";
import { parseLenientJson } from "../../text/bounded-json.js";
import type { Fields } from "../definition/coerce-input.js";
import * as z from "../definition/schema.js";

/** What the model asks the exec tool for. */
export interface ExecInput {
  readonly command: string;
  /** Directory inside a root. */
  readonly cwd?: string | undefined;
  /** Milliseconds after which the command is stopped; never more than the tool allows. */
  readonly timeoutMs?: number | undefined;
  /** Leaves the command running and answers its id. */
  readonly background?: boolean | undefined;
}

const plainFields = () => ({
  command: z.string(),
  cwd: z.string().optional().describe("Directory to run in"),
  timeoutMs: z.int().min(1).optional(),
});

/** Takes the input of the exec tool. */
export const execInputSchema = (hasBackground: boolean): z.Schema<ExecInput> =>
  hasBackground
    ? z.object({
        ...plainFields(),
        background: z.boolean().optional().describe("Leave it running; answers an id for read_output and kill"),
      })
    : z.object(plainFields());

/** A shell that a list of words starts only to run a command line. */
const SHELLS: readonly unknown[] = ["bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh"];
const SHELL_FLAGS: readonly unknown[] = ["-c", "-lc"];

/**
 * Makes a list of words into a command line.
 * @throws {FsError} parse_error – when there is no command
 */
export function normalizeExecFields(fields: Fields): Fields {
  const { command: given } = fields;
  const command = typeof given === "string" && given.startsWith('["') ? (parseLenientJson(given) ?? given) : given;
  const words = Array.isArray(command) && command.every((word) => typeof word === "string") ? command : null;
  const line = words === null ? command : writeCommandLine(words);
  if (typeof line !== "string" || line.trim() !== "") return { ...fields, command: line };
  throw new FsError("parse_error", "The command is empty.", { hint: "Nothing was run. Give a command line." });
}

function writeCommandLine(words: readonly string[]): string {
  const [shell = "", flag, line] = words;
  if (words.length === 1) return shell;
  if (words.length === 3 && line !== undefined && SHELLS.includes(shell) && SHELL_FLAGS.includes(flag)) return line;
  return words.map((word) => (/^[\w@%+:,./-]+$/.test(word) ? word : quoteWord(word))).join(" ");
}
