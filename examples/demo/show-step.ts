// Shows what the agent does, step by step, as a person wants to see it.

import { isToolFailure, type ToolError } from "ai-file-tools";
import { bold, dim, green, paintDiff, printLines, red, shorten, wrap, yellow } from "./terminal.js";

const INDENTATION = "     ";
const MAX_RESULT_LINES = 10;
const MAX_FIELD_CHARACTERS = 70;

/** One tool call and what came of it; the same fields under both majors of the SDK. */
export interface ShownCall {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** One step of the agent. */
export interface ShownStep {
  readonly stepNumber: number;
  readonly text: string;
  readonly toolResults: readonly ShownCall[];
}

/** Answers the text that the model is shown of a result. */
export type PresentCall = (call: ShownCall) => string;

/** Creates a printer of steps: each call with its input in one line, and its result. */
export function createStepPrinter(present: PresentCall): (step: ShownStep) => void {
  return ({ stepNumber, text, toolResults }) => {
    for (const call of toolResults) {
      printLines(`${bold(String(stepNumber + 1).padStart(3))}  ${bold(call.toolName)}  ${summarizeInput(call.input)}`);
      printLines(describeResult(call, present), INDENTATION);
      printLines("");
    }
    if (text !== "") printLines(`${bold(wrap(text, 0))}\n`);
  };
}

function summarizeInput(input: unknown): string {
  const fields = Object.entries(input as Record<string, unknown>);
  return fields.map(([name, value]) => `${dim(`${name}:`)} ${summarizeValue(value)}`).join("  ");
}

function summarizeValue(value: unknown): string {
  const isList = Array.isArray(value);
  const text = isList ? value.map(summarizeEdit).join(", ") : typeof value === "string" ? value : JSON.stringify(value);
  const line = text.trimEnd().replaceAll("\n", "⏎");
  return line.length > MAX_FIELD_CHARACTERS ? `${line.slice(0, MAX_FIELD_CHARACTERS)}…` : line;
}

function summarizeEdit(edit: unknown): string {
  const { oldText, newText } = edit as { oldText?: string; newText?: string };
  return oldText === undefined ? JSON.stringify(edit) : `${oldText} → ${newText}`;
}

/** Shows why a call was refused, the diff of a change, and of anything else what the model is shown. */
function describeResult(call: ShownCall, present: PresentCall): string {
  const { output } = call;
  if (isToolFailure(output)) return describeRefusal(output.error);
  const diff = typeof output === "object" && output !== null && "diff" in output ? String(output.diff) : "";
  const shown = diff === "" ? shorten(present(call), MAX_RESULT_LINES) : paintDiff(diff);
  return `${green("✓")} ${shown.replaceAll("\n", "\n  ")}`;
}

function describeRefusal({ kind, message, hint = "" }: ToolError): string {
  const lines = [...wrapResult(message), ...(hint === "" ? [] : wrapResult(hint).map(yellow))];
  return [`${red("✗")} ${red(bold(kind))}`, ...lines].join("\n  ");
}

function wrapResult(text: string): readonly string[] {
  return shorten(wrap(text, INDENTATION.length + 2), MAX_RESULT_LINES).split("\n");
}
