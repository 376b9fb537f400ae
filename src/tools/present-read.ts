// Shows the answer of the read tool to a model: numbered lines, an image, or a word about bytes. Pure.

import type { ToolModelPart } from "./file-tool.js";
import type { ReadBinaryOutput, ReadMediaOutput, ReadOutput, ReadTextOutput } from "./read-output.js";
import { formatBytes } from "./tool-options.js";
import { makeControlsVisible } from "./visible-text.js";

/** Which lines are numbered: `every` one, each `tenth`, or `none`. */
export type LineNumbers = "every" | "tenth" | "none";

const SHOWN_PREFIX_BYTES = 16;

/** Shows the answer of the read tool. */
export function presentRead(output: ReadOutput, lineNumbers: LineNumbers): string | ToolModelPart[] {
  if ("content" in output) return presentText(output, lineNumbers);
  return "binary" in output ? presentBinary(output) : presentMedia(output);
}

function presentText(output: ReadTextOutput, lineNumbers: LineNumbers): string {
  const closing = describePosition(output);
  const lines = numberLines(output, lineNumbers);
  return [...lines, ...(closing === null ? [] : [closing])].join("\n");
}

function numberLines(output: ReadTextOutput, lineNumbers: LineNumbers): string[] {
  if (output.endLine < output.startLine) return [];
  const lines = output.content.replace(/\n$/, "").split("\n");
  const start = output.startByteOffset === undefined ? "" : "…";
  const end = output.nextByteOffset === undefined ? "" : "…";
  return lines.map((line, index) => {
    const text = makeControlsVisible(line.replace(/\r$/, ""));
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
    ...(output.truncated ? [describeNext(output)] : []),
  ];
  if (notes.length === 0) return null;
  return `[${[...notes, ...(output.truncated ? [] : ["end of file"])].join("; ")}]`;
}

function describeLines({ startLine, endLine, totalLines, sizeBytes }: ReadTextOutput): string {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
  return totalLines === undefined ? `${lines}; the file has ${formatBytes(sizeBytes)}` : `${lines} of ${totalLines}`;
}

function describeEncoding(encoding: string): readonly string[] {
  if (encoding === "utf-8") return [];
  return [encoding === "unknown" ? "not valid UTF-8, so it cannot be edited" : `encoding ${encoding}`];
}

function describeBeyondEnd({ startLine, startByteOffset, totalLines }: ReadTextOutput): string {
  const asked = startByteOffset === undefined ? `offset ${startLine}` : `byteOffset ${startByteOffset}`;
  return `[${asked} is beyond the end${totalLines === undefined ? "" : `: the file has ${totalLines} lines`}]`;
}

function describeNext({ nextOffset, nextByteOffset }: ReadTextOutput): string {
  if (nextByteOffset === undefined) return `continue with offset: ${nextOffset}`;
  return `the last line is cut, continue with offset: ${nextOffset}, byteOffset: ${nextByteOffset}`;
}

function presentMedia({ path, mediaType, base64 }: ReadMediaOutput): ToolModelPart[] {
  if (mediaType.startsWith("image/")) return [{ type: "image-data", data: base64, mediaType }];
  return [{ type: "file-data", data: base64, mediaType, filename: path.slice(path.lastIndexOf("/") + 1) }];
}

function presentBinary({ path, sizeBytes, sha256, prefixBase64 }: ReadBinaryOutput): string {
  const prefix = Buffer.from(prefixBase64, "base64").subarray(0, SHOWN_PREFIX_BYTES).toString("hex");
  const bytes = prefix.replace(/..(?=.)/g, "$& ");
  return `[${path} is binary and not shown: ${formatBytes(sizeBytes)}, begins with ${bytes}, sha256 ${sha256}]`;
}
