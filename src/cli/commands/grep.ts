// The command "grep": lines that match.

import { createGrepTool } from "../../tools/grep.js";
import type { CliCommand } from "../command.js";
import { resolveWord } from "../required-word.js";
import { createToolCommand } from "../run-tool-command.js";

/** Searches in files; exits with 1 when nothing matches, as grep does everywhere. */
export const grepCommand: CliCommand = /* @__PURE__ */ createToolCommand({
  name: "grep",
  summary: "find lines in files; exits with 1 when none matches",
  parameters: "PATTERN [PATH]",
  maxPositionals: 2,
  options: {
    regex: { type: "boolean", short: "E", summary: "the pattern is a regular expression, not a literal text" },
    "ignore-case": { type: "boolean", short: "i", summary: "a and A are the same" },
    glob: { type: "string", short: "g", value: "GLOB", summary: "only these files; ! in front leaves them out" },
    context: { type: "string", short: "C", value: "LINES", summary: "lines to show around a hit" },
    multiline: { type: "boolean", short: "U", summary: "a match may go over several lines" },
    mode: { type: "string", value: "MODE", summary: "content (the default), files or count" },
    offset: { type: "string", value: "HITS", summary: "hits to skip, for the next page" },
  },
  notes: ["What ignore files hide is not searched; a file that is named is."],
  examples: ["grep TODO", "grep -E 'function \\w+Tool' src --glob '*.ts'", "grep -i licence . --mode files"],
  createTool: (workspace) => createGrepTool({ workspace }),
  toInput: ({ values, ...call }) => ({
    pattern: resolveWord(call, 0, "PATTERN"),
    path: call.positionals[1],
    regex: values.flag("regex"),
    ignoreCase: values.flag("ignore-case"),
    glob: values.text("glob"),
    context: values.integer("context"),
    multiline: values.flag("multiline"),
    mode: values.text("mode"),
    offset: values.integer("offset"),
  }),
  foundNothing: hasNoHits,
});

function hasNoHits(output: object): boolean {
  const { hits, files } = output as { readonly hits?: readonly unknown[]; readonly files?: readonly unknown[] };
  return (hits?.length ?? 0) + (files?.length ?? 0) === 0;
}
