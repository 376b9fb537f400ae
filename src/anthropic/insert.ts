// The command `insert`: lines behind a numbered line, as a patch of that one place.

import type { HunkLine, PatchHunk } from "../patch/parsed-patch.js";
import type { ToolCall } from "../tools/definition/define-tool.js";
import { presentPatch } from "../tools/patching/patch-output.js";
import { runPatch } from "../tools/patching/patch-run.js";
import type { EditorParts } from "./editor-parts.js";
import { type AnthropicTextEditorInput, createInputError, resolveField } from "./text-editor-input.js";
import { readLines } from "./view.js";

/** Inserts lines. */
export async function runInsert(input: AnthropicTextEditorInput, call: ToolCall, parts: EditorParts): Promise<string> {
  const { path } = input;
  const line = resolveField("insert", "insert_line", input.insert_line);
  const text = resolveField("insert", "insert_text", input.insert_text ?? input.new_str);
  if (!Number.isSafeInteger(line) || line < 0) throw createInputError("insert_line wants a whole number from 0");
  const { content, totalLines } = await readLines({ path, offset: Math.max(1, line), limit: 1 }, call, parts);
  if (content === "" && line > 0) {
    throw createInputError(`insert_line is ${line}, and the file has ${totalLines ?? "fewer"} lines`);
  }
  const hunk = createHunk(line, { neighbour: content, text });
  const operation = { type: "update", path, moveTo: null, hunks: [hunk], patchLine: 1 } as const;
  return presentPatch(
    await runPatch({ patch: { operations: [operation], sizeBytes: text.length } }, call, parts.patch),
  );
}

function createHunk(
  line: number,
  { neighbour, text }: { readonly neighbour: string; readonly text: string },
): PatchHunk {
  const added = text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((content) => toLine("add", content));
  const kept = neighbour === "" ? [] : [toLine("keep", neighbour.replace(/\r?\n$/, ""))];
  return {
    patchLine: 1,
    anchors: [],
    lines: line === 0 ? [...added, ...kept] : [...kept, ...added],
    hintLine: Math.max(1, line),
    endsFile: false,
    finalLineEnding: "keep",
    isExact: true,
  };
}

function toLine(kind: HunkLine["kind"], text: string): HunkLine {
  return { kind, text, isBare: false };
}
