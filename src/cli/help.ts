// The help of the program and of each command, as text. Pure.

import type { CliCommand, CliOption } from "./command.js";
import type { CommandGroup } from "./commands.js";
import type { TerminalStyle } from "./terminal-style.js";

const PROGRAM = "ai-file-tools";

type Row = readonly [left: string, right: string];

const GENERAL_ROWS: readonly Row[] = [
  ["-h, --help", "show this, or the help of a command"],
  ["--version", "show the version"],
];

const EXIT_ROWS: readonly Row[] = [
  ["0", "done"],
  ["1", "refused or failed, and why is on standard error; grep and glob: nothing found"],
  ["2", "the command line is wrong; nothing was done"],
  ["130", "stopped with Ctrl-C"],
];

/** Writes the help of the program. */
export function writeProgramHelp(groups: readonly CommandGroup[], style: TerminalStyle): string {
  const { bold } = style;
  const rows = groups.flatMap(({ commands }) => commands.map(toCommandRow));
  const width = widthOf([...rows, ...GENERAL_ROWS, ...EXIT_ROWS]);
  const sections = groups.map(({ title, commands }) =>
    writeSection(title, commands.map(toCommandRow), { width, bold }),
  );
  return [
    `${bold(PROGRAM)}: the file tools that models call, by hand and for other programs`,
    `${bold("Usage:")} ${PROGRAM} COMMAND [options]`,
    ...sections,
    writeSection("Options", GENERAL_ROWS, { width, bold }),
    writeSection("Exit codes", EXIT_ROWS, { width, bold }),
    `"${PROGRAM} COMMAND --help" has the options of a command, and examples.`,
  ].join("\n\n");
}

/** Writes the help of one command. */
export function writeCommandHelp(command: CliCommand, style: TerminalStyle): string {
  const { bold } = style;
  const rows = Object.entries(command.options).map(toOptionRow);
  const usage = [PROGRAM, command.name, command.parameters, "[options]"].filter((word) => word !== "").join(" ");
  return [
    `${bold(`${PROGRAM} ${command.name}`)}: ${command.summary}`,
    `${bold("Usage:")} ${usage}`,
    writeSection("Options", rows, { width: widthOf(rows), bold }),
    ...(command.notes ?? []),
    [bold("Examples"), ...command.examples.map((example) => `  ${writeExample(example)}`)].join("\n"),
  ].join("\n\n");
}

interface SectionStyle extends Pick<TerminalStyle, "bold"> {
  readonly width: number;
}

function writeSection(title: string, rows: readonly Row[], { width, bold }: SectionStyle): string {
  return [bold(title), ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)].join("\n");
}

function widthOf(rows: readonly Row[]): number {
  return Math.max(...rows.map(([left]) => left.length));
}

function toCommandRow({ name, parameters, summary }: CliCommand): Row {
  return [`${name} ${parameters}`.trimEnd(), summary];
}

function toOptionRow([name, { short, value, multiple, summary }]: readonly [string, CliOption]): Row {
  const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
  const left = value === undefined ? names : `${names} ${value}`;
  return [left, multiple === true ? `${summary} (again for more)` : summary];
}

/** Puts the name of the program in front of the command, also behind a pipe. */
function writeExample(example: string): string {
  const pipe = example.indexOf(" | write ");
  return pipe === -1 ? `${PROGRAM} ${example}` : `${example.slice(0, pipe)} | ${PROGRAM} ${example.slice(pipe + 3)}`;
}
