// Knows which sed scripts only print, delete and substitute. Every other one may run programs or write files.

import type { ArgumentEffect } from "./argument-match.js";

/** Delimiters of `s`, as they stand in a regular expression. */
const DELIMITERS = ["/", "\\|", "#", "@", ",", ":", "%", "_", "!", "~"];

/**
 * A pattern up to its delimiter. Implementations disagree about a delimiter and a backslash inside brackets, so that
 * neither is taken.
 */
function patternUntil(delimiter: string): string {
  const item = `(?:\\[:[a-z]+:\\]|\\\\[tnswSWr.]|[^\\[\\]\\\\\\n${delimiter}])`;
  const brackets = `\\[\\^?(?:\\]|${item})${item}*\\]`;
  return `(?:[^\\\\\\n\\[${delimiter}]|\\\\[^\\n]|${brackets})*${delimiter}`;
}

function textUntil(delimiter: string): string {
  return `(?:[^\\\\\\n${delimiter}]|\\\\[^\\n])*${delimiter}`;
}

const SUBSTITUTIONS = DELIMITERS.map((one) => `s${one}${patternUntil(one)}${textUntil(one)}[gpiIm0-9]*`).join("|");
const ADDRESS = `(?:\\d+(?:~\\d+)?|\\$|/${patternUntil("/")}I?)`;
const RANGE = `(?:${ADDRESS}(?:,[ \\t]*(?:[+~]\\d+|${ADDRESS}))?[ \\t]*(?:![ \\t]*)?)?`;

/** Text to insert: the rest of its line, without a backslash that could continue it. */
const TEXT = `[aic]\\\\?[ \\t]*[^\\\\\\n]+(?:\\n|$)`;
/** A place to jump to; where a label goes on to the end of its line, it only swallows commands. */
const LABEL = `(?::[ \\t]*\\w+|[bt][ \\t]*\\w*)`;
const PLAIN = `(?:[pdPDnNhHgGx=l]|[qQ]\\d*|y/[^/\\\\\\n]*/[^/\\\\\\n]*/|${LABEL}|${SUBSTITUTIONS})`;
const SEPARATOR = `[ \\t]*(?:[;\\n]+|$|(?=\\}))`;
const COMMAND = `[ \\t]*${RANGE}(?:${TEXT}|\\{[ \\t]*[;\\n]*|\\}${SEPARATOR}|${PLAIN}${SEPARATOR})`;
/** A pair of braces alone is no script but the mark that stands for a file name. */
const HARMLESS_SCRIPT = new RegExp(`^(?!\\{\\}$)(?:${COMMAND})+$`);

const HARMLESS_OPTION =
  /^-[nErsuz]+$|^--(?:quiet|silent|regexp-extended|separate|unbuffered|null-data|posix|sandbox|version|help)$/;
const SCRIPT_OPTION = /^(?:-[nErsuz]*e|--expression)$/;
const SCRIPT_IN_OPTION = /^(?:-[nErsuz]*e|--expression=)(?<script>[\s\S]+)$/;

const EFFECT = "may do more than print, delete and substitute";

type Role = "script" | "operand" | "option";

interface SedWord {
  readonly index: number;
  readonly argument: string;
  readonly role: Role;
  readonly isHarmless: boolean;
}

function readWord(argument: string, index: number, words: readonly string[]): SedWord {
  const { script: attached } = SCRIPT_IN_OPTION.exec(argument)?.groups ?? {};
  const isScript = index > 1 && SCRIPT_OPTION.test(words[index - 1] ?? "");
  if (isScript || attached !== undefined) {
    const script = isScript ? argument : (attached ?? "");
    return { index, argument, role: "script", isHarmless: HARMLESS_SCRIPT.test(script) };
  }
  if (!argument.startsWith("-") || argument === "-") {
    return { index, argument, role: "operand", isHarmless: HARMLESS_SCRIPT.test(argument) };
  }
  return {
    index,
    argument,
    role: "option",
    isHarmless: HARMLESS_OPTION.test(argument) || SCRIPT_OPTION.test(argument),
  };
}

/** Lists the options and scripts of sed that may run a program or write a file. */
export function findSedEffects(words: readonly string[]): readonly ArgumentEffect[] {
  const read = words.map(readWord).slice(1);
  const hasScriptOption = read.some(({ role }) => role === "script");
  const firstOperand = hasScriptOption ? undefined : read.find(({ role }) => role === "operand");
  const judged = read.filter((word) => word.role !== "operand" || word === firstOperand);
  return judged
    .filter(({ isHarmless }) => !isHarmless)
    .map(({ index, argument }) => ({ index, argument, effect: EFFECT }));
}
