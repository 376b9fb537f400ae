// Follows the commands of one line in their order, so that each one is judged where it stands. Judges nothing itself.

import type { SimpleCommand } from "./command-line.js";
import type { CommandPlace } from "./command-place.js";
import { findNewDirectory } from "./touch-paths.js";

/** A judged command, with the absolute directories that it changes to. */
export interface FollowedCommand extends SimpleCommand {
  readonly entered: readonly string[];
}

/** What follows `cd x &&` runs where it led, unless that was in a pipe, in a subshell that ends here, or negated. */
function isSettling({ joiner, prefixes = [], closes = 0 }: SimpleCommand): boolean {
  return joiner !== "|" && prefixes.length === 0 && closes === 0;
}

/** Notes where the command behind this one may stand. */
function leave(command: SimpleCommand, next: SimpleCommand | undefined, place: CommandPlace): void {
  const isChange = findNewDirectory(command.words) !== null;
  if (isChange && next?.joiner === "&&" && isSettling(command)) place.settle();
  else if (isChange || (command.closes ?? 0) > 0) place.unsettle();
}

/** Judges each command, and answers them with the words that may be run. */
export function followLine(
  commands: readonly SimpleCommand[],
  place: CommandPlace,
  judge: (command: SimpleCommand) => readonly string[],
): readonly FollowedCommand[] {
  return commands.map((command, index) => {
    if (command.joiner === ";" || command.joiner === "||") place.unsettle();
    const words = judge(command);
    leave(command, commands[index + 1], place);
    return { ...command, words, entered: place.entered };
  });
}
