// The command "edit": texts of a file replaced by others, or only shown how they would be.

import { WorkspaceFileStore } from "../../stores/workspace-file-store.js";
import { createEditTool } from "../../tools/edit.js";
import type { CliCall, CliCommand } from "../command.js";
import { UsageError } from "../exit-codes.js";
import { readStandardInput } from "../read-standard-input.js";
import { resolveWord } from "../required-word.js";
import { createToolCommand } from "../run-tool-command.js";

/** Replaces texts of a file. */
export const editCommand: CliCommand = /* @__PURE__ */ createToolCommand({
  name: "edit",
  summary: "replace texts of a file",
  parameters: "PATH",
  maxPositionals: 1,
  options: {
    old: { type: "string", multiple: true, value: "TEXT", summary: "text to replace; must occur once" },
    new: { type: "string", multiple: true, value: "TEXT", summary: "what stands there afterwards, for each --old" },
    "replace-all": { type: "boolean", summary: "replace every occurrence" },
    edits: { type: "string", value: "JSON", summary: "all edits as [{oldText, newText, replaceAll?}]; - reads them" },
    "dry-run": { type: "boolean", short: "n", summary: "show the diff, write nothing" },
    "expected-sha256": { type: "string", value: "HASH", summary: "refuse when the file is not this version" },
  },
  notes: ["All edits of a call apply, or none. An empty --old creates a missing file."],
  examples: [
    "edit config.json --old '\"port\": 80' --new '\"port\": 8080' --dry-run",
    "edit src/app.ts --old foo --new bar --replace-all",
    "edit src/app.ts --edits - < edits.json",
  ],
  createTool: (workspace) => createEditTool({ store: new WorkspaceFileStore(workspace) }),
  toInput: async (call) => ({
    path: resolveWord(call, 0, "PATH"),
    edits: await readEdits(call),
    expectedSha256: call.values.text("expected-sha256"),
    dryRun: call.values.flag("dry-run"),
  }),
});

/** Answers the edits; of the form of a JSON text the tool judges. */
async function readEdits({ values, streams }: CliCall): Promise<unknown> {
  const [oldTexts, newTexts, json] = [values.list("old"), values.list("new"), values.text("edits")];
  if (json !== undefined && oldTexts.length + newTexts.length > 0) {
    throw new UsageError("--edits stands for all edits, so --old and --new do not go with it");
  }
  if (json !== undefined) return json === "-" ? readStandardInput(streams, "the JSON of --edits") : json;
  if (oldTexts.length === 0 || oldTexts.length !== newTexts.length) {
    throw new UsageError("each --old needs a --new, and there must be one pair at least");
  }
  const replaceAll = values.flag("replace-all");
  return oldTexts.map((oldText, index) => ({ oldText, newText: newTexts[index], replaceAll }));
}
