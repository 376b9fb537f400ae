// The cells of a Jupyter notebook, taken from its JSON. Everything in it is judged before it is used. Pure.

import { MAX_NOTEBOOK_VALUES } from "../../limits.js";
import { findTextExcess, parseJson } from "../../text/bounded-json.js";

/** One cell. */
export interface NotebookCell {
  readonly problem?: undefined;
  /** Such as `code` or `markdown`. */
  readonly type: string;
  readonly source: string;
  /** How often the kernel had run code when it ran this; `null` where it never did. */
  readonly runCount: number | null;
  readonly outputs: readonly NotebookOutput[];
}

/** What stands in the place of a cell and is none. */
export interface BrokenCell {
  /** Says what is wrong with it. */
  readonly problem: string;
}

/** One output of a code cell: its text, or what it is instead. */
export interface NotebookOutput {
  /** Shown as it is; `null` where there is none. */
  readonly text: string | null;
  /** The kinds of content that are not text, such as `image/png`, with their length as the notebook holds it. */
  readonly media: readonly { readonly mediaType: string; readonly characters: number }[];
  readonly isError: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const RUN_RESULTS: readonly unknown[] = ["execute_result", "display_data", "update_display_data"];

/** Reads the cells of a notebook of format 4; `null` when the text is none, or has cells but not one that is sound. */
export function parseNotebook(text: string): readonly (NotebookCell | BrokenCell)[] | null {
  const notebook = parseNotebookJson(text);
  const cells = isFields(notebook) ? notebook["cells"] : null;
  if (!Array.isArray(cells)) return null;
  const parsed = cells.map(parseCell);
  return parsed.length === 0 || parsed.some(({ problem }) => problem === undefined) ? parsed : null;
}

/** Answers `null` for what is no JSON, and for what would take too long to be parsed: nested too deep, or too many values. */
export function parseNotebookJson(text: string): unknown {
  return findTextExcess(text, MAX_NOTEBOOK_VALUES) === null ? (parseJson(text) ?? null) : null;
}

function parseCell(cell: unknown): NotebookCell | BrokenCell {
  if (!isFields(cell)) return { problem: "no JSON object" };
  const type = cell["cell_type"];
  const source = joinText(cell["source"]);
  const runCount = cell["execution_count"];
  if (typeof type !== "string") return { problem: "its cell_type is no text" };
  if (source === null) return { problem: "its source is no text" };
  const outputs = Array.isArray(cell["outputs"]) ? cell["outputs"].filter(isFields).map(parseOutput) : [];
  return { type, source, outputs, runCount: typeof runCount === "number" ? runCount : null };
}

function parseOutput(output: Fields): NotebookOutput {
  const type = output["output_type"];
  if (type === "error") {
    return { text: `${String(output["ename"])}: ${String(output["evalue"])}`, media: [], isError: true };
  }
  const data = output["data"];
  if (RUN_RESULTS.includes(type) && isFields(data)) return parseResult(data);
  return { text: joinText(output["text"]), media: [], isError: false };
}

/** Prefers plain text: what else there is of the same result says the same in another form, but for images. */
function parseResult(data: Fields): NotebookOutput {
  const text = joinText(data["text/plain"]);
  const others = Object.keys(data).filter((mediaType) => mediaType !== "text/plain");
  const unshown = text === null ? others : others.filter((mediaType) => mediaType.startsWith("image/"));
  const media = unshown.map((mediaType) => ({ mediaType, characters: joinText(data[mediaType])?.length ?? 0 }));
  return { text, media, isError: false };
}

/** Joins a text that a notebook may hold line by line. */
function joinText(value: unknown): string | null {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((line) => typeof line === "string") ? value.join("") : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
