// Judges one simple command, and every command inside it, and answers the words that may be run. Runs nothing.

import { type Allowance, findDenied } from "./allowance.js";
import type { SimpleCommand } from "./command-line.js";
import type { CommandPlace } from "./command-place.js";
import { findDangerousArgument } from "./find-dangerous-argument.js";
import { hardenGit } from "./harden-git.js";
import { type Fill, findInnerCommands, type InnerCommand } from "./inner-commands.js";
import { findInnerScript } from "./inner-script.js";
import { isNeutralCommand } from "./neutral-command.js";
import { programName } from "./program-name.js";
import { CommandRefusal, refuse, showPart } from "./refusal.js";
import { PIPED_INTERPRETERS } from "./rules/interpreters.js";
import { LAUNCHERS } from "./rules/wrappers.js";
import { isToolName } from "./tool-name.js";
import { touchPaths } from "./touch-paths.js";
import { closeOptions, enforceSeen, enforceSpelledSeen } from "./unseen-words.js";

/** What a command is judged by. */
export interface JudgeOptions {
  readonly allowances: readonly Allowance[];
  readonly place: CommandPlace;
  /** Answers our spelling of a command line that a shell is given as one word. */
  readonly planScript: (source: string) => string;
}

/** How a command stands in its line. */
export interface CommandPosition {
  /** It reads what another command prints. */
  readonly isPiped: boolean;
  /** Arguments that it is given besides its words. */
  readonly fill: Fill;
}

interface Judged {
  readonly words: readonly string[];
  readonly position: CommandPosition;
  /** Words that the allowed command spells out. */
  readonly spelledCount: number;
  /** The allowed command spells out the program that starts this one, too. */
  readonly isSpelledInside: boolean;
  /** A project runner starts it. */
  readonly isTool: boolean;
}

function attemptEach(attempts: readonly (() => readonly string[])[]): readonly string[] {
  const refusals: CommandRefusal[] = [];
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof CommandRefusal)) throw error;
      refusals.push(error);
    }
  }
  throw refusals[0] ?? new CommandRefusal("it is not an allowed command");
}

function enforceConditions({ words }: Judged, allowance: Allowance): void {
  const args = words.slice(allowance.words.length);
  const denied = findDenied(allowance, args);
  if (denied !== null) refuse(`${showPart(denied.join(" "))} of ${words[0]} is denied`);
  if (!allowance.acceptsArguments(args))
    refuse(`the arguments of ${showPart(allowance.words.join(" "))} are not allowed`);
}

/** Judges commands by one list of allowed ones. */
export class CommandJudge {
  readonly #options: JudgeOptions;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Judges a command of a line; what it is allowed for together with a `time` before it, counts as well. */
  judgeInLine({ words, joiner, prefixes = [] }: SimpleCommand): readonly string[] {
    if ((joiner === "||" || joiner === "&&") && isNeutralCommand(words)) return words;
    const position: CommandPosition = { isPiped: joiner === "|", fill: { kind: "none" } };
    const timing = prefixes.flatMap((prefix) => (prefix === "!" ? [] : prefix.split(" ")));
    const timed = () => this.judge([...timing, ...words], position).slice(timing.length);
    return attemptEach([() => this.judge(words, position), ...(timing.length === 0 ? [] : [timed])]);
  }

  /** Answers the words to run for a command; refuses unless one of the allowed commands covers it. */
  judge(words: readonly string[], position: CommandPosition): readonly string[] {
    const { allowances } = this.#options;
    const matching = allowances.filter((one) => one.words.every((word, index) => words[index] === word));
    if (matching.length === 0) refuse(`${showPart(words.slice(0, 2).join(" "))} is not an allowed command`);
    return attemptEach(
      matching.map((allowance) => () => {
        const judged = { words, position, spelledCount: allowance.words.length, isSpelledInside: false, isTool: false };
        enforceConditions(judged, allowance);
        enforceSpelledSeen(allowance.words, position.fill);
        return this.#judgeArguments(judged);
      }),
    );
  }

  #judgeArguments(judged: Judged): readonly string[] {
    const { words, position, spelledCount } = judged;
    const script = findInnerScript(words);
    const { place } = this.#options;
    const isInside = (path: string): boolean => place.isInside(path);
    enforceSeen(words, position.fill, { isScript: script !== null, isSpelled: judged.isSpelledInside, isInside });
    if (script !== null) return this.#judgeScript(judged, script);
    const dangerous = findDangerousArgument(words, { spelledCount, isInside, isTool: judged.isTool });
    if (dangerous !== null) refuse(`the argument ${showPart(dangerous.argument)} of ${words[0]} ${dangerous.effect}`);
    if (position.isPiped && PIPED_INTERPRETERS.has(programName(words)))
      refuse(`${words[0]} would run what it is piped`);
    touchPaths(words, place);
    return hardenGit(closeOptions(this.#judgeInner(judged), position.fill));
  }

  #judgeScript({ words, spelledCount }: Judged, index: number): readonly string[] {
    // A developer who spells out `bash -c` allows any script; one who names `bash` does not.
    if (index > 1 && index === spelledCount) return words;
    return words.with(index, this.#options.planScript(words[index] ?? ""));
  }

  /** Replaces each command inside by what may be run, from the last to the first, since their lengths may change. */
  #judgeInner(judged: Judged): readonly string[] {
    const inner = findInnerCommands(judged.words).commands;
    return inner.reduceRight<readonly string[]>((words, one) => {
      const planned = this.#judgeOne(judged, one);
      return [...words.slice(0, one.start), ...planned, ...words.slice(one.end)];
    }, judged.words);
  }

  #judgeOne({ words, position, spelledCount }: Judged, inner: InnerCommand): readonly string[] {
    const innerWords = words.slice(inner.start, inner.end);
    const fill = inner.fill.kind === "none" ? position.fill : inner.fill;
    const innerPosition = { isPiped: position.isPiped && fill.kind === "none", fill };
    if (innerWords.length === 0) return this.#judgeMissing(innerPosition, words);
    const innerSpelled = Math.max(0, spelledCount - inner.start);
    if (innerSpelled > 0 || (inner.startsTools && this.#isTool(innerWords, words.slice(0, inner.start)))) {
      return this.#judgeArguments({
        words: innerWords,
        position: innerPosition,
        spelledCount: Math.max(1, innerSpelled),
        isSpelledInside: innerSpelled > 0,
        isTool: inner.startsTools,
      });
    }
    return this.judge(innerWords, innerPosition);
  }

  /** A launcher behind a project runner is nothing that another allowed command could cover. */
  #isTool(words: readonly string[], runner: readonly string[]): boolean {
    if (LAUNCHERS.has(programName(words))) refuse(`${words[0]} may run anything`);
    return isToolName(words[0] ?? "", runner, (path) => this.#options.place.isInside(path));
  }

  #judgeMissing({ fill }: CommandPosition, words: readonly string[]): readonly string[] {
    const isGivenLater = fill.kind !== "none" && !["xargs", "gxargs"].includes(programName(words));
    if (isGivenLater) refuse(`${words[0]} would be told by others what to run`);
    return [];
  }
}
