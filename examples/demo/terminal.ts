// Text for a terminal: colours where a person looks, plain text elsewhere. Knows nothing of tools.

const { FORCE_COLOR: force, NO_COLOR: no = "" } = process.env;
const HAS_COLOUR = force === undefined ? process.stdout.isTTY === true && no === "" : !["0", "false"].includes(force);

type Paint = (text: string) => string;

function createPaint(code: number): Paint {
  return (text) => (HAS_COLOUR ? `\u001b[${code}m${text}\u001b[0m` : text);
}

export const bold: Paint = createPaint(1);
export const dim: Paint = createPaint(2);
export const red: Paint = createPaint(31);
export const green: Paint = createPaint(32);
export const yellow: Paint = createPaint(33);
export const cyan: Paint = createPaint(36);

/** Prints lines under an indentation. */
export function printLines(text: string, indentation = ""): void {
  for (const line of text.split("\n")) process.stdout.write(`${indentation}${line}\n`.replace(/^ +\n$/, "\n"));
}

/** Breaks the lines of a plain text at blanks, so that they fit beside an indentation. */
export function wrap(text: string, indentationWidth: number): string {
  const width = Math.max(40, Math.min(process.stdout.columns ?? 100, 110) - indentationWidth);
  return text
    .split("\n")
    .map((line) => line.replace(new RegExp(`(?=.{${width + 1}})(.{1,${width}}) +`, "g"), "$1\n"))
    .join("\n");
}

/** Colours a unified diff line by line. */
export function paintDiff(diff: string): string {
  const paintLine: Paint = (line) => {
    if (/^(?:---|\+\+\+)/.test(line)) return dim(line);
    if (line.startsWith("@@")) return cyan(line);
    if (line.startsWith("+")) return green(line);
    return line.startsWith("-") ? red(line) : line;
  };
  return diff.trimEnd().split("\n").map(paintLine).join("\n");
}

/** Keeps the first lines of a text, and says how many are left out. */
export function shorten(text: string, maxLines: number): string {
  const lines = text.trimEnd().split("\n");
  if (lines.length <= maxLines) return lines.join("\n");
  return [...lines.slice(0, maxLines), dim(`… ${lines.length - maxLines} more lines`)].join("\n");
}
