// Turns what the model of the AI SDK would see into what an MCP client is sent. Pure.

import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/sdk/types.js";
import type { ToolModelOutput, ToolModelPart } from "../tools/definition/file-tool.js";
import { isToolFailure } from "../tools/definition/tool-failure.js";

/** One output of a tool and how a model sees it. */
export interface ShownOutput {
  readonly output: unknown;
  readonly shown: ToolModelOutput;
}

/** Says what goes into a result besides what a model sees. */
export interface ResultOptions {
  /** Adds every output as data; failures always come as data too. */
  readonly structured: boolean;
}

/** Answers the result of a call: text and media as a model would see them, and data for programs. */
export function toCallResult({ output, shown }: ShownOutput, { structured }: ResultOptions): CallToolResult {
  const isError = shown.type === "error-text" || isToolFailure(output);
  const data = (structured || isError) && isFields(output) ? { structuredContent: output } : {};
  return { content: toContent(shown), ...data, ...(isError ? { isError } : {}) };
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function toContent(shown: ToolModelOutput): ContentBlock[] {
  return shown.type === "content" ? shown.value.map(toBlock) : [{ type: "text", text: shown.value }];
}

function toBlock(part: ToolModelPart): ContentBlock {
  switch (part.type) {
    case "text":
      return { type: "text", text: part.text };
    case "image-data":
      return { type: "image", data: part.data, mimeType: part.mediaType };
    case "file-data":
      return { type: "resource", resource: toResource(part) };
    case "file":
      return toBlock(toEarlierPart(part));
  }
}

/** A tool of the SDK's own, or one that was called elsewhere before, may answer in the form of version 7. */
function toEarlierPart({ data, mediaType, filename }: Extract<ToolModelPart, { type: "file" }>): ToolModelPart {
  if (mediaType.startsWith("image/")) return { type: "image-data", data: data.data, mediaType };
  return { type: "file-data", data: data.data, mediaType, ...(filename === undefined ? {} : { filename }) };
}

function toResource({ data, mediaType, filename = "file" }: Extract<ToolModelPart, { type: "file-data" }>): {
  uri: string;
  mimeType: string;
  blob: string;
} {
  // A name and no place: clients get the bytes here and need not, and cannot, ask for them again.
  return { uri: `attachment:///${encodeURIComponent(filename)}`, mimeType: mediaType, blob: data };
}
