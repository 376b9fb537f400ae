// The command `view`: numbered lines of a file, or the names in a directory, two levels deep.

import type { ToolCall } from "../tools/definition/define-tool.js";
import { isToolFailure, toFsError } from "../tools/definition/tool-failure.js";
import type { ReadTextOutput } from "../tools/reading/read-output.js";
import type { EditorParts } from "./editor-parts.js";
import { type AnthropicTextEditorInput, createInputError } from "./text-editor-input.js";

const NUMBER_WIDTH = 6;
const DIRECTORY_DEPTH = 2;

/** Shows a file or a directory. */
export async function runView(input: AnthropicTextEditorInput, call: ToolCall, parts: EditorParts): Promise<string> {
  const { fs } = parts.workspace.forRequest({ toolCallId: call.toolCallId });
  const stat = await fs.stat(input.path, { signal: call.signal });
  if (stat?.type !== "dir") return cutView(await viewFile(input, call, parts), parts.maxCharacters);
  if (input.view_range !== undefined) throw createInputError("view_range is for files, and the path is a directory");
  const { entries, truncated } = await fs.list(input.path, { depth: DIRECTORY_DEPTH, signal: call.signal });
  const names = entries.filter(({ name }) => !/(?:^|\/)\./.test(name)).map(({ name }) => joinNames(input.path, name));
  const more = truncated ? ["[more exist; view a directory below]"] : [];
  return [
    `Files and directories two levels deep, hidden and ignored ones left out:`,
    input.path,
    ...names,
    ...more,
  ].join("\n");
}

/**
 * Reads lines of a text file as the read tool does, secrets hidden.
 * @throws {FsError} as the read tool fails; binary_file – when the file is no text
 */
export async function readLines(
  range: { readonly path: string; readonly offset?: number | undefined; readonly limit?: number | undefined },
  { toolCallId, signal, messages }: ToolCall,
  { read }: EditorParts,
): Promise<ReadTextOutput> {
  const output = await read.execute(range, { toolCallId, abortSignal: signal, messages });
  if (isToolFailure(output)) throw toFsError(output.error);
  if ("content" in output) return output;
  throw createInputError(`${range.path} is no text file, and this tool shows only text`);
}

async function viewFile(input: AnthropicTextEditorInput, call: ToolCall, parts: EditorParts): Promise<string> {
  const { offset, limit } = resolveRange(input.view_range);
  const output = await readLines({ path: input.path, offset, limit }, call, parts);
  const { content, startLine, endLine, totalLines, truncated } = output;
  if (offset !== undefined && totalLines !== undefined && offset > Math.max(1, totalLines)) {
    throw createInputError(`view_range begins at line ${offset}, and the file has ${totalLines}`);
  }
  const isCut = truncated && (limit === undefined || endLine - startLine + 1 < limit);
  const more = isCut ? [`[the file goes on; view_range [${endLine + 1}, -1] shows more]`] : [];
  return [...numberLines(content, startLine), ...more].join("\n");
}

interface LineRange {
  readonly offset?: number;
  readonly limit?: number;
}

function resolveRange(range: readonly number[] | undefined): LineRange {
  if (range === undefined) return {};
  const [first, last] = range;
  const isRange = range.length === 2 && Number.isSafeInteger(first) && Number.isSafeInteger(last);
  if (!isRange || first === undefined || last === undefined || first < 1 || (last !== -1 && last < first)) {
    throw createInputError("view_range wants two line numbers, the first from 1, the last not before it or -1");
  }
  return last === -1 ? { offset: first } : { offset: first, limit: last - first + 1 };
}

function numberLines(content: string, startLine: number): readonly string[] {
  if (content === "") return [];
  const lines = content.replace(/\r?\n$/, "").split("\n");
  return lines.map((line, index) => `${String(startLine + index).padStart(NUMBER_WIDTH)}\t${line.replace(/\r$/, "")}`);
}

function cutView(text: string, maxCharacters: number | undefined): string {
  if (maxCharacters === undefined || text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters)}\n[cut after ${maxCharacters} characters; use view_range]`;
}

function joinNames(directory: string, name: string): string {
  return `${directory.replace(/\/+$/, "")}/${name}`;
}
