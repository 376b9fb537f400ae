// The commands about the history: what was changed, and taking it back.

import { showText } from "../../text/visible-text.js";
import type { HistoryEntry, UndoResult, UndoTarget, WorkspaceHistory } from "../../workspace/interfaces/workspace.js";
import type { CliCall, CliCommand, CliOptions } from "../command.js";
import { EXIT_OK, UsageError } from "../exit-codes.js";
import { printJson, printText } from "../print-outcome.js";
import { resolveWord } from "../required-word.js";
import { createStyle, paintDiff } from "../terminal-style.js";
import { HISTORY_FLAG, ROOT_FLAG, withWorkspace } from "../workspace-flags.js";

const FLAGS: CliOptions = {
  ...ROOT_FLAG,
  ...HISTORY_FLAG,
  json: { type: "boolean", summary: "prints one JSON object" },
};

/** What came of a command: an object for programs, a text for people. */
interface Outcome {
  readonly json: object;
  readonly text: string;
}

interface HistoryCommandDefinition extends Pick<CliCommand, "name" | "summary" | "parameters" | "examples"> {
  readonly options?: CliOptions;
  readonly run: (history: WorkspaceHistory, call: CliCall) => Promise<Outcome>;
}

function createHistoryCommand(definition: HistoryCommandDefinition): CliCommand {
  return {
    ...definition,
    maxPositionals: 1,
    options: { ...definition.options, ...FLAGS },
    notes: ["Only changes that were made with the same --history are known; what commands changed is not."],
    run: async (call) => {
      assertLasting(call);
      return withWorkspace(call, { trusted: true }, async ({ history }) => {
        const outcome = await definition.run(history, call);
        if (call.values.flag("json") === true) printJson(call.streams, outcome.json);
        else printText(call.streams.stdout, outcome.text);
        return EXIT_OK;
      });
    },
  };
}

/** @throws {UsageError} when there is no history that outlasts a command */
function assertLasting({ values }: CliCall): void {
  if (values.text("history") !== undefined) return;
  throw new UsageError("--history DIR is missing: without it every command forgets what it changed");
}

/** Lists what was changed, newest first. */
export const historyCommand: CliCommand = /* @__PURE__ */ createHistoryCommand({
  name: "history",
  summary: "list what was changed, newest first",
  parameters: "",
  options: { limit: { type: "string", value: "ENTRIES", summary: "entries to show; default all" } },
  examples: ["history --history ~/.undo --limit 5"],
  run: async (history, { values }) => {
    const entries = await history.list({ limit: values.integer("limit") });
    return { json: { entries }, text: entries.length === 0 ? "[nothing yet]" : entries.map(describeEntry).join("\n") };
  },
});

/** Shows what one transaction changed. */
export const diffCommand: CliCommand = /* @__PURE__ */ createHistoryCommand({
  name: "diff",
  summary: "show what a change of the history did",
  parameters: "ID",
  examples: ["diff ID --history ~/.undo"],
  run: async (history, call) => {
    const { stdout, environment } = call.streams;
    const id = resolveWord(call, 0, "ID");
    const diff = await history.diff(id);
    return { json: { id, diff }, text: paintDiff(showText(diff), createStyle(stdout, environment)) };
  },
});

/** Takes back the newest changes, or one of them. */
export const undoCommand: CliCommand = /* @__PURE__ */ createHistoryCommand({
  name: "undo",
  summary: "take back the last change, the last N, or the one with this ID",
  parameters: "[N | ID]",
  examples: ["undo --history ~/.undo", "undo 3 --history ~/.undo"],
  run: async (history, { positionals: [target], streams: { signal } }) =>
    toOutcome(await history.undo(toUndoTarget(target), { signal })),
});

/** Does again what was taken back last. */
export const redoCommand: CliCommand = /* @__PURE__ */ createHistoryCommand({
  name: "redo",
  summary: "do again what the last undo took back",
  parameters: "",
  examples: ["redo --history ~/.undo"],
  run: async (history, { streams: { signal } }) => toOutcome(await history.redo({ signal })),
});

function toUndoTarget(word: string | undefined): UndoTarget | undefined {
  return word !== undefined && /^\d{1,6}$/.test(word) ? Number(word) : word;
}

function toOutcome(result: UndoResult): Outcome {
  const files = result.files.map(({ path, operation }) => `  ${operation} ${path}`);
  return { json: result, text: [result.message, ...files].join("\n") };
}

function describeEntry({ id, time, tool, state, undone, files, label }: HistoryEntry): string {
  const remarks = [label, state === "committed" ? undefined : state, undone ? "undone" : undefined];
  const remark = remarks.filter((one) => one !== undefined).join(", ");
  const paths = files.map(({ path, operation }) => `${operation} ${path}`).join(", ");
  return [id, new Date(time).toISOString(), tool, paths, remark].filter((part) => part !== "").join("  ");
}
