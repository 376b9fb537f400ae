// Finds what is dangerous about the arguments of an interpreter before its script. The script's own are its own.

import type { ArgumentEffect } from "./argument-match.js";
import type { IsInside } from "./outside-paths.js";
import { programName } from "./program-name.js";
import { CODE_SUBCOMMANDS, INTERPRETERS, type Interpreter } from "./rules/interpreters.js";

/** What of a command is known to be meant. */
export interface InterpreterSight {
  /** Words that the allowed command spells out. */
  readonly spelledCount: number;
  readonly isInside: IsInside;
}

const INPUT = /^-$|^\/dev\/|^\/proc\//;

/** A drive of Windows has one letter. */
const ADDRESS = /^[a-z][a-z0-9+.-]+:/i;

/** A package, perhaps with a file of its own; nothing that begins with a dot, a slash or a scheme. */
const PACKAGE = /^(?:@[\w-][\w.-]*\/)?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/;

interface Script {
  readonly index: number;
  readonly argument: string;
  readonly schemes: RegExp | undefined;
}

function judgeScript({ index, argument, schemes }: Script, isInside: IsInside): readonly ArgumentEffect[] {
  if (schemes?.test(argument) === true) return [];
  if (INPUT.test(argument) || ADDRESS.test(argument))
    return [{ index, argument, effect: "runs what it reads from elsewhere" }];
  return isInside(argument) ? [] : [{ index, argument, effect: "is a script outside the workspace" }];
}

/** Tells whether an option was spelled out by the developer together with what follows it, such as `node -e`. */
function isHandedOver(index: number, { spelledCount }: InterpreterSight): boolean {
  return index === spelledCount - 1;
}

class InterpreterReader {
  readonly #words: readonly string[];
  readonly #interpreter: Interpreter;
  readonly #sight: InterpreterSight;
  readonly #effects: ArgumentEffect[] = [];

  constructor(words: readonly string[], interpreter: Interpreter, sight: InterpreterSight) {
    this.#words = words;
    this.#interpreter = interpreter;
    this.#sight = sight;
  }

  read(): readonly ArgumentEffect[] {
    let index = 1;
    while (index < this.#words.length) {
      const taken = this.#readWord(index);
      if (taken === 0) return this.#effects;
      index += taken;
    }
    const isComplete = this.#words.slice(1).some((word) => this.#interpreter.complete.test(word));
    if (isComplete || this.#sight.spelledCount > 1) return this.#effects;
    const argument = this.#words[0] ?? "";
    return [...this.#effects, { index, argument, effect: "runs what it reads from its input" }];
  }

  /** Answers how many words were taken; 0 when the rest belongs to a script, or was handed over. */
  #readWord(index: number): number {
    const word = this.#words[index] ?? "";
    const { harmless, valueFlags = [], module, complete } = this.#interpreter;
    if (module?.flag.test(word) === true) return this.#readModule(index, module.names);
    if (valueFlags.includes(word)) return 2;
    if (harmless.test(word)) return 1;
    if (word.startsWith("-") && word !== "-") return this.#readLoader(index, word) ?? this.#readUnknown(index, word);
    if (complete.test(word)) return 0;
    this.#effects.push(
      ...judgeScript({ index, argument: word, schemes: this.#interpreter.schemes }, this.#sight.isInside),
    );
    return 0;
  }

  /** Answers how many words an option takes that loads what is named; `null` when it is none, or names too much. */
  #readLoader(index: number, argument: string): number | null {
    const { packageFlags = [], fileFlags = [] } = this.#interpreter;
    const [flag = "", ...attached] = argument.split("=");
    const value = attached.length > 0 ? attached.join("=") : (this.#words[index + 1] ?? "");
    const isPackage = packageFlags.includes(flag) && PACKAGE.test(value);
    const isFile =
      fileFlags.includes(flag) && !ADDRESS.test(value) && !INPUT.test(value) && this.#sight.isInside(value);
    if (!isPackage && !isFile) return this.#readPaths(index, argument);
    return attached.length > 0 ? 1 : 2;
  }

  #readPaths(index: number, argument: string): number | null {
    const flag = this.#interpreter.pathFlags?.find((one) => argument.startsWith(one));
    if (flag === undefined) return null;
    const attached = argument.slice(flag.length);
    const paths = (attached === "" ? (this.#words[index + 1] ?? "") : attached).split(":");
    if (!paths.every((path) => path !== "" && this.#sight.isInside(path))) return null;
    return attached === "" ? 2 : 1;
  }

  #readUnknown(index: number, argument: string): number {
    if (isHandedOver(index, this.#sight)) return 0;
    this.#effects.push({ index, argument, effect: "may run code that no file holds" });
    // A word that was spelled out behind a spelled option is taken for its value.
    return index + 1 < this.#sight.spelledCount ? 2 : 1;
  }

  #readModule(index: number, names: RegExp): number {
    const name = this.#words[index + 1] ?? "";
    const isAllowed = isHandedOver(index, this.#sight) || names.test(name);
    if (!isAllowed)
      this.#effects.push({ index: index + 1, argument: name, effect: "is a module that may run any code" });
    return 0;
  }
}

/** Tells whether a command runs a script, whose arguments are its own. */
export function isInterpreter(words: readonly string[]): boolean {
  const program = programName(words);
  return INTERPRETERS.some(({ programs }) => programs.includes(program));
}

/** Answers the 0-based index of the module's name that an interpreter is told to run; `null` when there is none. */
export function findModule(words: readonly string[]): number | null {
  const program = programName(words);
  const { module, valueFlags = [] } = INTERPRETERS.find(({ programs }) => programs.includes(program)) ?? {};
  if (module === undefined) return null;
  let index = 1;
  while (words[index]?.startsWith("-") === true) {
    if (module.flag.test(words[index] ?? "")) return index + 1 < words.length ? index + 1 : null;
    index += valueFlags.includes(words[index] ?? "") ? 2 : 1;
  }
  return null;
}

/** Lists the options and scripts of an interpreter that may run code which is in no file of the workspace. */
export function findInterpreterEffects(words: readonly string[], sight: InterpreterSight): readonly ArgumentEffect[] {
  const program = programName(words);
  const interpreter = INTERPRETERS.find(({ programs }) => programs.includes(program));
  if (interpreter === undefined) return [];
  const subcommand = CODE_SUBCOMMANDS[program]?.includes(words[1] ?? "") === true;
  if (subcommand) return [{ index: 1, argument: words[1] ?? "", effect: "runs code that no file holds" }];
  return new InterpreterReader(words, interpreter, sight).read();
}
