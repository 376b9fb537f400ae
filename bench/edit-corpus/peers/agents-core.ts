// The diff applier of the OpenAI Agents SDK. An edit is handed over as a hunk: kept, removed and added lines.

import { applyDiff } from "@openai/agents-core";
import { diffArrays } from "diff";
import type { AskedEdit } from "../classes/edit-case.js";
import { applyToMemory, type EditEngine } from "./edit-engine.js";

/** Runs applyDiff; only whole lines can be said in its format. */
export const agentsCoreEngine: EditEngine = {
  name: "agents-core applyDiff",
  takesSeveral: false,
  takesReplaceAll: false,
  apply: (before, edits) =>
    applyToMemory(before, async (file) => {
      for (const edit of edits) file.content = applyDiff(file.content, toHunk(edit));
    }),
};

function toHunk({ oldText, newText }: AskedEdit): string {
  const changes = diffArrays([...linesOf(oldText)], [...linesOf(newText)]);
  const lines = changes.flatMap((change) => {
    const sign = change.added ? "+" : change.removed ? "-" : " ";
    return change.value.map((line) => sign + line);
  });
  return ["@@", ...lines].join("\n");
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
