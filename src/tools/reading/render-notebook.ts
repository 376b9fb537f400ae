// Writes the cells of a notebook as one text: a title line for each cell and output, and what it holds below. Pure.

import { MAX_NOTEBOOK_OUTPUT_BYTES } from "../../limits.js";
import { cutUtf8, utf8Length } from "../../text/cut-text.js";
import { formatBytes } from "../definition/tool-options.js";
import type { BrokenCell, NotebookCell, NotebookOutput } from "./notebook-cells.js";

/** Renders cells, numbered from 1; long outputs are cut, images and broken cells named. */
export function renderNotebook(cells: readonly (NotebookCell | BrokenCell)[]): string {
  return cells.flatMap((cell, index) => renderCell(cell, index + 1)).join("");
}

function renderCell(cell: NotebookCell | BrokenCell, number: number): readonly string[] {
  if (cell.problem !== undefined) return [titleLine(`cell ${number}: broken, not shown: ${cell.problem}`)];
  const { type, source, runCount, outputs } = cell;
  const run = runCount === null ? "" : `, run ${runCount}`;
  return [titleLine(`cell ${number}: ${type}${run}`), endLine(source), ...outputs.flatMap(renderOutput)];
}

function renderOutput({ text, media, isError }: NotebookOutput): readonly string[] {
  const shown = text === null || text === "" ? [] : [titleLine(isError ? "error" : "output"), endLine(cutOutput(text))];
  const unshown = media.map(({ mediaType, characters }) =>
    titleLine(`output: ${mediaType}, ${formatBytes(characters)}, not shown`),
  );
  return [...shown, ...unshown];
}

function cutOutput(text: string): string {
  const cut = cutUtf8(text, MAX_NOTEBOOK_OUTPUT_BYTES);
  if (cut.length === text.length) return text;
  return `${cut}…\n[${formatBytes(utf8Length(text) - utf8Length(cut))} more of this output]`;
}

function titleLine(title: string): string {
  return `[${title.replace(/[\r\n]+/g, " ")}]\n`;
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
