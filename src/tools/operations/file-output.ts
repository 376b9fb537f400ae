// What the file tool answers: the operation's own result, told apart by `operation`, and how the model is shown it. Pure.

import { showPathText } from "../../text/shown-name.js";
import { presentWrite, stampWrite, type WriteOutput, writeOutputSchema } from "../changing/write-output.js";
import type { ToolModelPart } from "../definition/file-tool.js";
import type { JsonSchemaNode } from "../definition/json-schema.js";
import * as z from "../definition/schema.js";
import { formatBytes } from "../definition/tool-options.js";
import type { FreshnessStamp } from "../freshness/freshness-stamp.js";
import { stampRead } from "../freshness/stamp-read.js";
import { type ListOutput, listOutputSchema, presentList } from "../list.js";
import { presentRead } from "../reading/present-read.js";
import { type ReadOutput, readOutputSchema } from "../reading/read-output.js";
import { type GrepOutput, grepOutputSchema, presentGrep } from "../searching/grep-output.js";
import type { FileOperation } from "./file-input.js";

/** Describes what is at a path. */
export interface FileStatOutput {
  readonly path: string;
  readonly type: "file" | "dir" | "symlink" | "other";
  /** What something of the type `other` is, such as `a named pipe`, where the platform says so. */
  readonly special?: string | undefined;
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}

/** Describes a copy or a move that was made. */
export interface FileTransferOutput {
  readonly path: string;
  readonly targetPath: string;
  readonly type: FileStatOutput["type"];
  /** Bytes. */
  readonly size: number;
  /** A file that stood at the target is gone. */
  readonly replaced: boolean;
}

/** What the file tool answers: the operation, and its own result. */
export type FileOperationOutput =
  | ({ readonly operation: "stat" } & FileStatOutput)
  | ({ readonly operation: "read" } & ReadOutput)
  | ({ readonly operation: "write" } & WriteOutput)
  | ({ readonly operation: "copy" } & FileTransferOutput)
  | ({ readonly operation: "move" } & FileTransferOutput)
  | { readonly operation: "delete_file"; readonly path: string; readonly deleted: true }
  | { readonly operation: "delete_empty_dir"; readonly path: string; readonly deleted: true }
  | { readonly operation: "mkdir"; readonly path: string; readonly created: boolean }
  | ({ readonly operation: "list_dir" } & ListOutput)
  | ({ readonly operation: "search" } & GrepOutput);

const statOutput = (): z.Schema<FileStatOutput> =>
  z.object({
    path: z.string(),
    type: z.oneOf(["file", "dir", "symlink", "other"]),
    special: z.string().optional(),
    size: z.number(),
    mode: z.int(),
    mtime: z.number(),
  });

const transferOutput = (): z.Schema<FileTransferOutput> =>
  z.object({
    path: z.string(),
    targetPath: z.string(),
    type: z.oneOf(["file", "dir", "symlink", "other"]),
    size: z.number(),
    replaced: z.boolean(),
  });

const deleteOutput = (): z.Schema<{ readonly path: string; readonly deleted: true }> =>
  z.object({ path: z.string(), deleted: z.literal(true) });

const mkdirOutput = (): z.Schema<{ readonly path: string; readonly created: boolean }> =>
  z.object({ path: z.string(), created: z.boolean() });

function tagNode(node: JsonSchemaNode, operation: FileOperation): JsonSchemaNode {
  if (node.anyOf !== undefined) return { anyOf: node.anyOf.map((one) => tagNode(one, operation)) };
  const properties = { operation: { type: "string", const: operation }, ...node.properties };
  return { ...node, properties, required: ["operation", ...(node.required ?? [])] };
}

function tag<Operation extends FileOperation, Result>(
  operation: Operation,
  schema: z.Schema<Result>,
): z.Schema<{ readonly operation: Operation } & Result> {
  return new z.Schema<{ readonly operation: Operation } & Result>(tagNode(schema.node, operation), false);
}

/** Takes every success of the file tool. */
export const fileOutputSchema = (): z.Schema<FileOperationOutput> =>
  z.union([
    tag("stat", statOutput()),
    tag("read", readOutputSchema()),
    tag("write", writeOutputSchema()),
    tag("copy", transferOutput()),
    tag("move", transferOutput()),
    tag("delete_file", deleteOutput()),
    tag("delete_empty_dir", deleteOutput()),
    tag("mkdir", mkdirOutput()),
    tag("list_dir", listOutputSchema()),
    tag("search", grepOutputSchema()),
  ]);

function presentStat({ path, type, special, size, mode, mtime }: FileStatOutput): string {
  const bytes = type === "file" ? `, ${formatBytes(size)}` : "";
  const bits = (mode & 0o777).toString(8).padStart(3, "0");
  return `${showPathText(path)}: ${special ?? type}${bytes}, mode ${bits}, modified ${new Date(mtime).toISOString()}`;
}

function presentTransfer(verb: string, { path, targetPath, replaced }: FileTransferOutput): string {
  const note = replaced ? "; the file that was there is replaced" : "";
  return `${verb} ${showPathText(path)} to ${showPathText(targetPath)}${note}.`;
}

/** Shows a success to the model as the tool for that operation alone does. */
export function presentFileOperation(output: FileOperationOutput): string | ToolModelPart[] {
  switch (output.operation) {
    case "stat":
      return presentStat(output);
    case "read":
      return presentRead(output, "every");
    case "write":
      return presentWrite(output);
    case "copy":
      return presentTransfer("Copied", output);
    case "move":
      return presentTransfer("Moved", output);
    case "delete_file":
      return `Deleted ${showPathText(output.path)}.`;
    case "delete_empty_dir":
      return `Deleted the directory ${showPathText(output.path)}.`;
    case "mkdir":
      return `${showPathText(output.path)} ${output.created ? "is made" : "was there already"}.`;
    case "list_dir":
      return presentList(output);
    case "search":
      return presentGrep(output);
  }
}

/** Says which version of which file a success shows or wrote. */
export function stampFileOperation(output: FileOperationOutput): FreshnessStamp | null {
  if (output.operation === "read") return stampRead(output);
  return output.operation === "write" ? stampWrite(output) : null;
}
