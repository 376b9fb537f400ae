// Shows the answer of the read tool to a model: numbered lines, an image, or a word about bytes. Pure.

import { showControls } from "../../text/visible-text.js";
import type { ToolModelPart } from "../definition/file-tool.js";
import { formatBytes } from "../definition/tool-options.js";
import type {
  ReadBinaryOutput,
  ReadMediaOutput,
  ReadOutput,
  ReadTextOutput,
  ReadUnchangedOutput,
} from "./read-output.js";

/** Which lines are numbered: `every` one, each `tenth`, or `none`. */
export type LineNumbers = "every" | "tenth" | "none";

const SHOWN_PREFIX_BYTES = 16;
const SHOWN_VERSION_CHARACTERS = 12;

const NOTEBOOK_NOTES: Readonly<Record<NonNullable<ReadTextOutput["notebook"]>, string>> = {
  cells: "cells of a notebook; edit takes the text of one cell as shown here; byteOffset: 0 shows the JSON",
  raw: "JSON of a notebook",
  invalid: "no valid notebook, so shown as it is",
  too_large: "its JSON is nested too deep or holds too many values to be shown as cells, so shown as it is",
};

type NextPage = Pick<ReadTextOutput, "nextOffset" | "nextByteOffset">;

/** Shows the answer of the read tool. */
export function presentRead(output: ReadOutput, lineNumbers: LineNumbers): string | ToolModelPart[] {
  if ("content" in output) return presentText(output, lineNumbers);
  if ("unchanged" in output) return presentUnchanged(output);
  return "binary" in output ? presentBinary(output) : presentMedia(output);
}

function presentText(output: ReadTextOutput, lineNumbers: LineNumbers): string {
  const closing = describePosition(output);
  const lines = numberLines(output, lineNumbers);
  return [...lines, ...(closing === null ? [] : [closing])].join("\n");
}

/** Shows the lines of a window, without the closing line. */
export function numberLines(output: ReadTextOutput, lineNumbers: LineNumbers): string[] {
  if (output.endLine < output.startLine) return [];
  const lines = output.content.replace(/\n$/, "").split("\n");
  const start = output.startByteOffset === undefined ? "" : "…";
  const end = isCut(output) ? "…" : "";
  return lines.map((line, index) => {
    const text = showControls(line.replace(/\r$/, ""));
    const marked = `${index === 0 ? start : ""}${text}${index === lines.length - 1 ? end : ""}`;
    return formatNumber(output.startLine + index, index === 0, lineNumbers) + marked;
  });
}

function formatNumber(number: number, isFirst: boolean, lineNumbers: LineNumbers): string {
  if (lineNumbers === "none") return "";
  return lineNumbers === "every" || isFirst || number % 10 === 0 ? `${number}\t` : "\t";
}

/** Says where the window lies and how to go on; `null` when the whole file was shown. */
function describePosition(output: ReadTextOutput): string | null {
  const { startLine, endLine, totalLines } = output;
  if (output.sizeBytes === 0 || totalLines === 0) return "[empty file]";
  if (endLine < startLine) return describeBeyondEnd(output);
  const isWhole = !output.truncated && startLine === 1 && output.startByteOffset === undefined;
  const notes = [
    ...(isWhole ? [] : [describeLines(output)]),
    ...describeEncoding(output.encoding),
    ...(output.notebook === undefined ? [] : [NOTEBOOK_NOTES[output.notebook]]),
    ...(output.truncated ? [describeNext(output)] : []),
  ];
  if (notes.length === 0) return null;
  return `[${[...notes, ...(output.truncated ? [] : ["end of file"])].join("; ")}]`;
}

function describeLines({ startLine, endLine, totalLines, sizeBytes }: ReadTextOutput): string {
  const lines = nameLines(startLine, endLine);
  return totalLines === undefined ? `${lines}; the file has ${formatBytes(sizeBytes)}` : `${lines} of ${totalLines}`;
}

/** Names lines by their numbers, or by their distance from the end where nobody has counted them. */
function nameLines(startLine = 1, endLine = startLine): string {
  if (startLine > 0) return startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  if (endLine === -1) return startLine === -1 ? "the last line" : `the last ${-startLine} lines`;
  return startLine === endLine ? `line ${-startLine} from the end` : `lines ${-startLine} to ${-endLine} from the end`;
}

function describeEncoding(encoding: string): readonly string[] {
  if (encoding === "utf-8") return [];
  return [encoding === "unknown" ? "not valid UTF-8, so it cannot be edited" : `encoding ${encoding}`];
}

function describeBeyondEnd({ startLine, startByteOffset, totalLines }: ReadTextOutput): string {
  const asked = startByteOffset === undefined ? `offset ${startLine}` : `byteOffset ${startByteOffset}`;
  return `[${asked} is beyond the end${totalLines === undefined ? "" : `: the file has ${totalLines} lines`}]`;
}

function describeNext({ nextOffset, nextByteOffset }: NextPage): string {
  if (nextByteOffset === undefined) return `continue with offset: ${nextOffset}`;
  const cut = nextByteOffset > 0 ? "the last line is cut, " : "";
  return `${cut}continue with offset: ${nextOffset}, byteOffset: ${nextByteOffset}`;
}

/** The last line was cut inside; a `byteOffset` of 0 only asks for the raw text again. */
function isCut({ nextByteOffset = 0 }: ReadTextOutput): boolean {
  return nextByteOffset > 0;
}

function presentUnchanged(output: ReadUnchangedOutput): string {
  const { path, mediaType, startLine, endLine, totalLines, sha256, nextOffset } = output;
  const lines = nameLines(startLine, endLine);
  const what = mediaType ?? (totalLines === undefined ? lines : `${lines} of ${totalLines}`);
  const version = sha256 === undefined ? "" : ` (version ${sha256.slice(0, SHOWN_VERSION_CHARACTERS)})`;
  const next = nextOffset === undefined ? "" : `; ${describeNext(output)}`;
  return `[${path}, ${what}: unchanged since it was shown above${version}${next}]`;
}

function presentMedia({ path, mediaType, base64, partType }: ReadMediaOutput): ToolModelPart[] {
  const filename = path.slice(path.lastIndexOf("/") + 1);
  if (partType === "file") return [{ type: "file", data: { type: "data", data: base64 }, mediaType, filename }];
  if (mediaType.startsWith("image/")) return [{ type: "image-data", data: base64, mediaType }];
  return [{ type: "file-data", data: base64, mediaType, filename }];
}

function presentBinary({ path, sizeBytes, sha256, prefixBase64 }: ReadBinaryOutput): string {
  const version = sha256 === undefined ? "too large to hash" : `sha256 ${sha256}`;
  if (prefixBase64 === undefined)
    return `[${path} holds secrets and is not shown: bytes, ${formatBytes(sizeBytes)}, ${version}]`;
  const prefix = Buffer.from(prefixBase64, "base64").subarray(0, SHOWN_PREFIX_BYTES).toString("hex");
  const bytes = prefix.replace(/..(?=.)/g, "$& ");
  return `[${path} is binary and not shown: ${formatBytes(sizeBytes)}, begins with ${bytes}, ${version}]`;
}
