// Reads what the developer allows: literal words, no operators. Needs no parser, so that it can be judged at once; what
// is read too kindly here allows nothing more, since it is only ever compared with words that the parser has read.

import { enforceCommandText } from "./command-text.js";
import { resolveLiteralWord } from "./literal-word.js";
import { type Refuse, showPart } from "./refusal.js";

/** A run of text without blanks outside quotes; a quote without its end takes the rest. */
const RAW_WORD = /(?:'[^']*(?:'|$)|"(?:\\.|[^"])*(?:"|$)|[^ \t'"])+/gs;

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;

/** Words that begin more than a plain command when they stand first. Source: Bash reference manual, reserved words. */
const RESERVED: ReadonlySet<string> = new Set(
  "! case coproc do done elif else esac fi for function if select then until while".split(" "),
);

/**
 * Reads an allowed command such as `git status`.
 * @throws {TypeError} when it is not a list of literal words
 */
export function resolveAllowedCommand(command: string): readonly string[] {
  const refuse: Refuse = (reason) => {
    throw new TypeError(`The allowed command ${showPart(command)} is not a list of literal words: ${reason}.`);
  };
  enforceCommandText(command, refuse);
  const words =
    command
      .replace(/^[ \t\n]+/, "")
      .replace(/\n[ \t\n]*$/, "")
      .match(RAW_WORD) ?? [];
  const [first] = words;
  if (first === undefined) return refuse("it holds no command");
  if (ASSIGNMENT.test(first)) return refuse(`it sets the variable ${showPart(first.replace(/\+?=.*$/s, ""))}`);
  if (RESERVED.has(first)) return refuse(`${showPart(first)} is more than a plain command`);
  return words.map((word) => resolveLiteralWord(word, refuse));
}
