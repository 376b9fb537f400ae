// What a search that found nothing is tried as again: a glob from the directory that it names, a literal text that is
// plainly an expression. Knows neither a workspace nor how files are searched.

import { isFsError } from "../../errors.js";
import type { StoreSearchRequest, StoreSearchResult } from "../../stores/file-store.js";
import { escapeUnshowable, showPathText } from "../../text/shown-name.js";

/** Signs of an expression: `.*`, `\w`, `a|b`, `[a-z]`, `^` in front or `$` at the end. */
const EXPRESSION = /[.)\]][*+?]|\\[wsdbWSDB.()[\]{}]|[^\s|\\]\|[^\s|]|\[\^?\w-\w|^\^|\$$/;

/** Tells whether a pattern was hardly meant literally. */
export function isExpressionLike(pattern: string): boolean {
  return EXPRESSION.test(pattern) || isBasicAlternation(pattern);
}

/** `foo\|bar`, as the basic expressions of grep have it; two backslashes are one in the text. */
function isBasicAlternation(pattern: string): boolean {
  return /[^\\]\\\|[^|]/.test(pattern);
}

/** Answers a pattern as the expression that it is meant for. */
function toExpression(pattern: string): string {
  return isBasicAlternation(pattern) ? pattern.replaceAll("\\|", "|") : pattern;
}

/**
 * Answers a glob as it is read from the directory that is searched where it begins with the path of that directory; `null`
 * where it does not. An exclusion holds for both readings.
 */
export function rebaseGlob(glob: string, path: string | undefined, root: string | undefined): string | null {
  const body = glob.replace(/^!/, "").replace(/^(?:\.\/)+/, "");
  const base = toRelative(path ?? "", root);
  if (base === "" || base.split("/").includes("..")) return null;
  if (body !== base && !body.startsWith(`${base}/`)) return null;
  const rest = `./${body.slice(base.length + 1) || "**"}`;
  if (!glob.startsWith("!")) return rest;
  return /[,{}\\]/.test(body) ? `!${rest}` : `!{${body},${rest}}`;
}

function toRelative(path: string, root: string | undefined): string {
  const isBelow = root !== undefined && path.startsWith(root.endsWith("/") ? root : `${root}/`);
  const relative = isBelow ? path.slice(root.length) : path;
  return relative
    .split("/")
    .filter((part, index) => part !== "." && (part !== "" || (index === 0 && !isBelow)))
    .join("/");
}

/** Says that a glob was read from the directory that it names. */
export function describeRebased(glob: string, path: string, root: string | undefined): string {
  return `${showPathText(glob)} begins with ${showPathText(toRelative(path, root))}, so it was taken from the root and not from there`;
}

/** What a search found, and as what. */
export interface TriedSearch {
  readonly result: StoreSearchResult;
  /** What was searched for and where, in words. */
  readonly searched: string;
  readonly notes: readonly string[];
  /** The hits are those of the expression: the literal text has none. */
  readonly asRegex: boolean;
}

type Search = (request: StoreSearchRequest) => Promise<StoreSearchResult>;

/** One reading of a search. */
interface Reading {
  readonly request: StoreSearchRequest;
  readonly notes: readonly string[];
}

/** Answers the readings of a glob, the first that finds something to be taken. */
function planReadings(request: StoreSearchRequest, root: string | undefined): readonly Reading[] {
  const { glob = "", path = "" } = request;
  const rebased = rebaseGlob(glob, path, root);
  const given = { request, notes: [] };
  if (rebased === null) return [given];
  const fromRoot = { request: { ...request, glob: rebased }, notes: [describeRebased(glob, path, root)] };
  return glob.startsWith("!") ? [fromRoot] : [given, fromRoot];
}

/** Searches, and once more for each other reading of a glob or a pattern, until something is found. */
export async function searchAgain(
  request: StoreSearchRequest,
  root: string | undefined,
  search: Search,
): Promise<TriedSearch> {
  const readings = planReadings(request, root);
  const found = await searchFirst(readings, search);
  const tried = { ...found, searched: describeSearch(request, false), asRegex: false };
  if (found.isFound || found.result.timedOut === true || request.regex === true) return tried;
  if (!isExpressionLike(request.pattern)) return tried;
  try {
    const pattern = toExpression(request.pattern);
    const expressions = readings.map((reading) => ({
      ...reading,
      request: { ...reading.request, pattern, regex: true },
    }));
    const asRegex = await searchFirst(expressions, search);
    return { ...asRegex, searched: describeSearch(request, true), asRegex: asRegex.isFound };
  } catch (error) {
    if (!isFsError(error) || error.kind !== "invalid_pattern") throw error;
    return { ...tried, notes: [`as a regular expression the pattern fails: ${error.message}`] };
  }
}

interface FoundFirst extends Pick<TriedSearch, "result" | "notes"> {
  readonly isFound: boolean;
}

/** Answers the first search that finds something, or the first of all; a page behind the last hit is one that does. */
async function searchFirst(readings: readonly Reading[], search: Search): Promise<FoundFirst> {
  let first: FoundFirst | undefined;
  for (const { request, notes } of readings) {
    const result = await search(request);
    const isFound = hasHits(result) || (await isPastEnd(request, search));
    if (isFound || result.timedOut === true) return { result, notes, isFound };
    first ??= { result, notes: [], isFound };
  }
  if (first === undefined) throw new TypeError("There is nothing to search for.");
  return first;
}

async function isPastEnd(request: StoreSearchRequest, search: Search): Promise<boolean> {
  return (request.offset ?? 0) > 0 && hasHits(await search({ ...request, offset: 0, limit: 1, context: 0 }));
}

function hasHits({ hits, files = [] }: StoreSearchResult): boolean {
  return hits.length + files.length > 0;
}

function describeSearch(request: StoreSearchRequest, isBoth: boolean): string {
  const { pattern, path, ignoreCase, glob, offset = 0, regex, includeIgnored } = request;
  const what = isBoth ? "the literal text and the regular expression" : "the literal text";
  const kind = regex === true ? "the regular expression" : what;
  const files = glob === undefined ? "" : `, files ${showPathText(glob)}`;
  const from = offset === 0 ? "" : `, from hit ${offset}`;
  const text = escapeUnshowable(JSON.stringify(pattern));
  const all = includeIgnored === true ? "all files" : "all files that are not ignored";
  const place = path === undefined ? all : showPathText(path);
  return `${kind}${ignoreCase === true ? ", in any case," : ""} ${text} in ${place}${files}${from}`;
}
