// The table of commands. The one place where a command is wired.

import type { CliCommand } from "./command.js";
import { applyPatchCommand } from "./commands/apply-patch.js";
import { demoCommand } from "./commands/demo.js";
import { editCommand } from "./commands/edit.js";
import { execCommand } from "./commands/exec.js";
import { fileCommand } from "./commands/file.js";
import { globCommand } from "./commands/glob.js";
import { grepCommand } from "./commands/grep.js";
import { diffCommand, historyCommand, redoCommand, undoCommand } from "./commands/history.js";
import { listCommand } from "./commands/list.js";
import { mcpCommand } from "./commands/mcp.js";
import { readCommand } from "./commands/read.js";
import { serveCommand } from "./commands/serve.js";
import { writeCommand } from "./commands/write.js";

/** A part of the list of commands. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CliCommand[];
}

/** Every command, in the order of the help. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    title: "Each tool by hand",
    commands: [
      readCommand,
      writeCommand,
      editCommand,
      grepCommand,
      globCommand,
      listCommand,
      fileCommand,
      applyPatchCommand,
      execCommand,
    ],
  },
  { title: "What was changed", commands: [historyCommand, diffCommand, undoCommand, redoCommand] },
  { title: "For other programs", commands: [mcpCommand, serveCommand] },
  { title: "To see it work", commands: [demoCommand] },
];

/** Answers the command of a name; `undefined` when there is none. */
export function findCommand(name: string): CliCommand | undefined {
  return COMMAND_GROUPS.flatMap(({ commands }) => commands).find((command) => command.name === name);
}
