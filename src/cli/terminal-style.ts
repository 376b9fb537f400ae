// Colours for a terminal: where a person looks, or where they are asked for. Pure.

import type { ShownText } from "../text/visible-text.js";
import type { CliStreams } from "./command.js";

type Paint = (text: string) => string;

/** Paints text, or leaves it as it is. */
export interface TerminalStyle {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

/**
 * Creates the style of a stream: colours on a terminal, `FORCE_COLOR` (but `0` or `false`) everywhere, `NO_COLOR`
 * nowhere; the first of the two wins, as in Node.
 */
export function createStyle(stream: CliStreams["stdout"], environment: CliStreams["environment"]): TerminalStyle {
  const paint = hasColour(stream, environment)
    ? (code: number): Paint =>
        (text) =>
          `\u001b[${code}m${text}\u001b[0m`
    : (): Paint => (text) => text;
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), yellow: paint(33), cyan: paint(36) };
}

function hasColour(stream: CliStreams["stdout"], environment: CliStreams["environment"]): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no = "", TERM: terminal } = environment;
  if (force !== undefined) return force !== "0" && force !== "false";
  return no === "" && stream.isTTY === true && terminal !== "dumb";
}

/** Colours the lines of a unified diff; other lines stay as they are. */
export function paintDiff(text: ShownText, { dim, cyan, green, red }: TerminalStyle): string {
  const paintLine: Paint = (line) => {
    if (/^(?:---|\+\+\+) /.test(line)) return dim(line);
    if (line.startsWith("@@")) return cyan(line);
    if (line.startsWith("+")) return green(line);
    return line.startsWith("-") ? red(line) : line;
  };
  return text.split("\n").map(paintLine).join("\n");
}
