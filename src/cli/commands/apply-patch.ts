// The command "apply-patch": many files at once, all or none.

import { showText } from "../../text/visible-text.js";
import { resolveToolFailure } from "../../tools/definition/tool-failure.js";
import type { PatchResult, Workspace } from "../../workspace/interfaces/workspace.js";
import type { CliCall, CliCommand } from "../command.js";
import { printText } from "../print-outcome.js";
import { readStandardInput } from "../read-standard-input.js";
import { createToolCommand, type OnceTool } from "../run-tool-command.js";
import { createStyle, paintDiff } from "../terminal-style.js";

/** Applies a patch. */
export const applyPatchCommand: CliCommand = /* @__PURE__ */ createToolCommand({
  name: "apply-patch",
  summary: "apply a patch to many files: all of it or nothing",
  parameters: "[PATCH | -]",
  maxPositionals: 1,
  options: { "dry-run": { type: "boolean", short: "n", summary: "show the diffs and the risk, write nothing" } },
  notes: ["Without PATCH, or with -, it comes from standard input: a unified diff, or *** Begin Patch."],
  examples: ["apply-patch --dry-run < fix.patch", "apply-patch < fix.patch"],
  createTool: createPatching,
  toInput: async ({ values, positionals: [patch = "-"], streams }) => ({
    patch: patch === "-" ? await readStandardInput(streams, "PATCH") : patch,
    dryRun: values.flag("dry-run"),
  }),
  tryPrint: (output, call) => printPatch(output as PatchResult, call),
});

function createPatching({ fs }: Workspace): OnceTool {
  return {
    execute: async (input: { readonly patch: string; readonly dryRun?: boolean }, { abortSignal: signal } = {}) => {
      try {
        return await fs.applyPatch(input.patch, { dryRun: input.dryRun, signal });
      } catch (error) {
        return resolveToolFailure(error, signal);
      }
    },
    toModelOutput: ({ output }) => ({ type: "text", value: JSON.stringify(output) }),
  };
}

function printPatch({ files, risk, dryRun, noOp }: PatchResult, { streams }: CliCall): boolean {
  const { stdout, environment } = streams;
  const style = createStyle(stdout, environment);
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  const title = noOp ? `Nothing to change in ${count}.` : `Patched ${count}, risk ${risk.level}.`;
  printText(stdout, dryRun ? `Dry run, nothing written: ${count}, risk ${risk.level}.` : title);
  for (const { operation, path, movedFrom, diff } of files) {
    const from = movedFrom === undefined ? "" : ` from ${movedFrom}`;
    printText(stdout, style.bold(showText(`${operation} ${path}${from}`)));
    printText(stdout, paintDiff(showText(diff), style));
  }
  return true;
}
