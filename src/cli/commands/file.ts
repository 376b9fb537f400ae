// The command "file": operations on files and directories as wholes.

import { tmpdir } from "node:os";
import { createFileTool } from "../../tools/file.js";
import type { CliCall, CliCommand } from "../command.js";
import { UsageError } from "../exit-codes.js";
import { resolveWord } from "../required-word.js";
import { createToolCommand } from "../run-tool-command.js";

/** Operations that no other command has, and the words that stand for them. */
const OPERATIONS: Readonly<Record<string, string>> = {
  stat: "stat",
  copy: "copy",
  move: "move",
  mkdir: "mkdir",
  delete: "delete_file",
  rmdir: "delete_empty_dir",
};

/** Looks at, copies, moves, makes and deletes. */
export const fileCommand: CliCommand = /* @__PURE__ */ createToolCommand({
  name: "file",
  summary: `${Object.keys(OPERATIONS).join(", ")}`,
  parameters: "OPERATION PATH [TARGET]",
  maxPositionals: 3,
  options: {
    overwrite: { type: "boolean", summary: "copy and move: replace an existing file" },
    parents: { type: "boolean", summary: "make missing directories, the default; --no-parents refuses" },
    temporary: { type: "boolean", summary: "reach the temporary directory, too" },
    recursive: { type: "boolean", short: "r", summary: "rmdir: with everything in it" },
  },
  notes: ["Without --root it reaches the directories of AI_FILE_TOOLS_ROOTS, too, by absolute path."],
  examples: [
    "file stat src/index.ts",
    "file move old.ts new.ts",
    "file delete notes.md",
    "file rmdir build --recursive",
  ],
  createTool: (workspace, { values }) =>
    createFileTool({
      workspace,
      roots: values.flag("temporary") === true && workspace.trusted ? [tmpdir()] : [],
      allowRecursiveDelete: values.flag("recursive") === true,
    }),
  toInput: ({ values, ...call }) => ({
    operation: resolveOperation(call),
    path: resolveWord(call, 1, "PATH"),
    targetPath: call.positionals[2],
    overwrite: values.flag("overwrite"),
    createParents: values.flag("parents"),
    recursive: values.flag("recursive"),
  }),
});

function resolveOperation(call: Pick<CliCall, "positionals">): string {
  const word = resolveWord(call, 0, "OPERATION");
  if (Object.hasOwn(OPERATIONS, word)) return OPERATIONS[word] ?? word;
  throw new UsageError(`OPERATION is ${Object.keys(OPERATIONS).join(", ")}, not ${JSON.stringify(word)}`);
}
