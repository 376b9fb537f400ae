// The failure of an edit whose text occurs at several places: each place, and what would tell them apart.

import type { JsonValue } from "../errors.js";
import { cutUtf8 } from "../text/cut-text.js";
import type { EditDocument } from "./edit-document.js";
import type { EditFailure } from "./edit-failure.js";
import { foldInvisible, trimTrailingBlanks } from "./fold-characters.js";
import type { LineRange } from "./line-index.js";
import type { PreparedEdit } from "./prepare-edit.js";
import type { Candidate } from "./rungs/rung.js";
import type { MatchRung } from "./text-edit.js";

/** Candidates that a failure lists at most. */
export const MAX_CANDIDATES = 10;

const EXCERPT_BYTES = 160;

// Ways to tell candidates apart that a hint spells out.
const MAX_SPELLED = 3;

// Characters of a line that are looked at: a file may be one line, and as long as the line is each look at it.
const MAX_HEAD_LENGTH = 4096;

// Lines above and below the candidates that are searched for one that tells them apart.
const MAX_DISTANCE = 20;

/** Says which edit found several places, and by what. */
export interface AmbiguityContext {
  readonly edit: Pick<PreparedEdit, "index" | "isSingle" | "replaceAll">;
  /** `invisible`: one place matches exactly, the others look the same. */
  readonly matchedBy: MatchRung | "invisible";
  /** All the places could be replaced. */
  readonly replacesAll: boolean;
}

/** Makes the failure for several candidates; more than {@link MAX_CANDIDATES} of them count as "more than". */
export function createAmbiguity(
  document: EditDocument,
  candidates: readonly Candidate[],
  context: AmbiguityContext,
): EditFailure {
  const places = candidates.slice(0, MAX_CANDIDATES).map(({ start, end }) => ({
    start: document.lines.lineAt(start),
    end: document.lines.lineAt(Math.max(start, end - 1)) + 1,
  }));
  const isCounted = candidates.length <= MAX_CANDIDATES;
  const count = isCounted ? `${candidates.length}` : `more than ${MAX_CANDIDATES}`;
  const lines = places.map(({ start }) => start + 1);
  const told = tellApart(document, places, isCounted);
  const canReplaceAll = context.replacesAll && context.edit.isSingle !== true && !context.edit.replaceAll;
  return {
    edit: context.edit.index,
    kind: "ambiguous_text_match",
    message: `oldText occurs at ${count} places${sameness(context.matchedBy)}: lines ${lines.join(", ")}`,
    hint: createHint(told, canReplaceAll, context.matchedBy === "exact"),
    details: { lines, candidates: listCandidates(told) },
  };
}

function sameness(matchedBy: AmbiguityContext["matchedBy"]): string {
  if (matchedBy === "exact") return "";
  if (matchedBy === "invisible") return " that differ only in characters that cannot be seen";
  return ` that match equally well (${matchedBy.replaceAll("_", " ")})`;
}

/** One of several places, and the line up to which whole lines have to be quoted to mean no other. */
export interface ToldPlace {
  /** 0-based. */
  readonly line: number;
  readonly text: string;
  /** `null` where nothing near tells it apart. */
  readonly differs: { readonly line: number; readonly text: string } | null;
}

/** Finds what tells each of several places apart; nothing where there are more of them than are given. */
export function tellApart(
  document: EditDocument,
  places: readonly LineRange[],
  isComplete: boolean,
): readonly ToldPlace[] {
  const distance = isComplete ? findTellingDistance(document, places) : null;
  return places.map((place) => {
    const common = distance === null ? null : lineAtDistance(place, distance);
    const differs = isComplete ? (common ?? findTellingLine(document, places, place)) : null;
    return {
      line: place.start,
      text: excerpt(document, place.start),
      differs: differs === null ? null : { line: differs, text: excerpt(document, differs) },
    };
  });
}

/** Lists places for the details of a failure, 1-based. */
export function listCandidates(told: readonly ToldPlace[]): JsonValue {
  return told.map(({ line, text, differs }) => ({
    line: line + 1,
    text,
    ...(differs === null || differs.line === line ? {} : { differs: { line: differs.line + 1, text: differs.text } }),
  }));
}

function createHint(told: readonly ToldPlace[], canReplaceAll: boolean, isExact: boolean): string {
  const all = canReplaceAll ? " Or set replaceAll to change them all." : "";
  const ways = [
    ...new Set(told.flatMap((place) => (place.differs === null ? [] : [describeWay(place, place.differs)]))),
  ];
  const distances = new Set(told.map(({ line, differs }) => (differs === null ? null : differs.line - line)));
  const [first, ...others] = ways;
  if (first === undefined && canReplaceAll) return "Quote more of the surrounding lines in oldText, or set replaceAll.";
  if (first === undefined) {
    return isExact
      ? "Quote more of the surrounding lines in oldText, or write the whole file."
      : "Copy oldText from the file character by character, with more of the surrounding lines.";
  }
  const isCommon = told.length > 1 && distances.size === 1 && !distances.has(0);
  if (told.some(({ differs }) => differs === null))
    others.push("for another place, quote more of the surrounding lines");
  const spelled = isCommon ? [first.replace(/ for line \d+:/, ":")] : [first, ...others.slice(1 - MAX_SPELLED)];
  return `${spelled.join("; ").replace(/^./, (letter) => letter.toUpperCase())}.${all}`;
}

function describeWay({ line, text }: ToldPlace, differs: { readonly line: number; readonly text: string }): string {
  const distance = differs.line - line;
  if (distance === 0) return `quote more of line ${line + 1}, or all of it as it is, indentation included`;
  const where = distance < 0 ? "above" : "below";
  const shown = differs.text.trim() === text.trim() ? differs.text : differs.text.trim();
  return `extend oldText by ${Math.abs(distance)} line(s) ${where} for line ${line + 1}: line ${differs.line + 1} (\`${shown}\`) differs there`;
}

// At the same distance from each place, a line that no other one could be taken for.
function findTellingDistance(document: EditDocument, places: readonly LineRange[]): number | null {
  for (let distance = 1; distance <= MAX_DISTANCE; distance += 1) {
    if (tellsAll(document, places, -distance)) return -distance;
    if (tellsAll(document, places, distance)) return distance;
  }
  return null;
}

function lineAtDistance({ start, end }: LineRange, distance: number): number {
  return distance < 0 ? start + distance : end - 1 + distance;
}

function tellsAll(document: EditDocument, places: readonly LineRange[], distance: number): boolean {
  const texts = places.map((place) => contentAt(document, lineAtDistance(place, distance))?.trim() ?? "");
  const isPart = (text: string, other: string): boolean =>
    distance < 0 ? other.endsWith(text) : other.startsWith(text);
  return texts.every(
    (text, index) => text !== "" && texts.every((other, place) => place === index || !isPart(text, other)),
  );
}

// The nearest line up to which the lines of one place, as they are, stand at no other.
function findTellingLine(document: EditDocument, places: readonly LineRange[], place: LineRange): number | null {
  for (let distance = 0; distance <= MAX_DISTANCE; distance += 1) {
    const up = { start: place.start - distance, end: place.end };
    if (isTold(document, places, { place, quoted: up })) return distance === 0 ? place.start : up.start;
    const down = { start: place.start, end: place.end + distance };
    if (isTold(document, places, { place, quoted: down })) return down.end - 1;
  }
  return null;
}

interface Quotation {
  readonly place: LineRange;
  readonly quoted: LineRange;
}

function isTold(document: EditDocument, places: readonly LineRange[], { place, quoted }: Quotation): boolean {
  const texts = Array.from({ length: quoted.end - quoted.start }, (_, line) =>
    contentAt(document, quoted.start + line),
  );
  const isVisible = texts[0]?.trim() !== "" && texts.at(-1)?.trim() !== "" && !texts.includes(null);
  const others = places.filter(({ start, end }) => start !== place.start || end !== place.end);
  return isVisible && others.every((other) => !readsFrom(document, other.start + quoted.start - place.start, texts));
}

// The first line may be the end of one, and the last line the beginning of one.
function readsFrom(document: EditDocument, start: number, texts: readonly (string | null)[]): boolean {
  return texts.every((text, index) => {
    const line = contentAt(document, start + index);
    if (line === null || text === null) return false;
    if (texts.length === 1) return line.includes(text);
    if (index === 0) return line.endsWith(text);
    return index === texts.length - 1 ? line.startsWith(text) : line === text;
  });
}

/** Answers a line as it is seen; `null` for one that there is not, or that is too long to be quoted. */
function contentAt({ lines }: EditDocument, line: number): string | null {
  if (line < 0 || line >= lines.count || lines.contentEndOf(line) - lines.startOf(line) > MAX_HEAD_LENGTH) return null;
  return foldInvisible(lines.contentOf(line));
}

function excerpt({ text, lines }: EditDocument, line: number): string {
  const start = lines.startOf(line);
  const head = text.slice(start, Math.min(lines.contentEndOf(line), start + MAX_HEAD_LENGTH));
  return cutUtf8(trimTrailingBlanks(head), EXCERPT_BYTES);
}
