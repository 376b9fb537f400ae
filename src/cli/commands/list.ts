// The command "list": what is in a directory.

import { createListTool } from "../../tools/list.js";
import type { CliCommand } from "../command.js";
import { createToolCommand } from "../run-tool-command.js";

/** Lists a directory, or a tree of it. */
export const listCommand: CliCommand = /* @__PURE__ */ createToolCommand({
  name: "list",
  summary: "list a directory",
  parameters: "[PATH]",
  maxPositionals: 1,
  options: {
    depth: { type: "string", value: "LEVELS", summary: "levels to show, default 1" },
    ignore: { type: "string", multiple: true, value: "GLOB", summary: "names to leave out, such as *.log" },
    gitignore: { type: "boolean", summary: "heed ignore files, the default; --no-gitignore shows what they hide" },
    offset: { type: "string", value: "ENTRIES", summary: "entries to skip, for the next page" },
  },
  examples: ["list", "list src --depth 2 --ignore '*.test.ts'"],
  createTool: (workspace) => createListTool({ workspace }),
  toInput: ({ values, positionals: [path = "."] }) => ({
    path,
    depth: values.integer("depth"),
    ignore: values.list("ignore"),
    respectGitIgnore: values.flag("gitignore"),
    offset: values.integer("offset"),
  }),
});
