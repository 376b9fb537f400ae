// Writes the cells of a notebook as one text: a title line for each cell and output, and what it holds below. Pure.

import { MAX_NOTEBOOK_OUTPUT_BYTES } from "../../limits.js";
import { cutUtf8, utf8Length } from "../../text/cut-text.js";
import { formatBytes } from "../definition/tool-options.js";
import type { BrokenCell, NotebookCell, NotebookOutput } from "./notebook-cells.js";

/** A part of a notebook as it is shown; each but an empty one ends its last line. */
export interface NotebookPart {
  readonly text: string;
  /** It is the source of a cell, and not a title or an output. */
  readonly isSource: boolean;
}

/** Renders cells, numbered from 1; long outputs are cut, images and broken cells named. */
export function renderNotebook(cells: readonly (NotebookCell | BrokenCell)[]): string {
  return renderParts(cells)
    .map(({ text }) => text)
    .join("");
}

/** Renders cells as parts, of which every sound cell has one source. */
export function renderParts(cells: readonly (NotebookCell | BrokenCell)[]): readonly NotebookPart[] {
  return cells.flatMap((cell, index) => renderCell(cell, index + 1));
}

function renderCell(cell: NotebookCell | BrokenCell, number: number): readonly NotebookPart[] {
  if (cell.problem !== undefined) return [fixedPart(`cell ${number}: broken, not shown: ${cell.problem}`)];
  const { type, source, runCount, outputs } = cell;
  const run = runCount === null ? "" : `, run ${runCount}`;
  const shownOutputs = outputs.flatMap(renderOutput).map((text) => ({ text, isSource: false }));
  return [fixedPart(`cell ${number}: ${type}${run}`), { text: endLine(source), isSource: true }, ...shownOutputs];
}

function fixedPart(title: string): NotebookPart {
  return { text: titleLine(title), isSource: false };
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
