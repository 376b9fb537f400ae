// Finds lines of newText that stand for text the model left out, such as `// ... rest of the code`. Pure strings.

import type { SourceText } from "../text/source-text.js";

/** Names a line of newText, 1-based, and what it reads without the blanks around it. */
export interface Omission {
  readonly line: number;
  readonly text: string;
}

/** Says where the text is to go. */
export interface OmissionContext {
  /** Tells prose from code by its ending. Absent: code. */
  readonly path?: string | undefined;
  /** The whole file: a line that stands there is real. Absent: oldText. */
  readonly fileText?: SourceText | undefined;
}

// Longer lines say something of their own.
const MAX_LENGTH = 120;
const MAX_WORDS = 14;

const COMMENT =
  /^(?<marker>\/\*+|\/\/[/!]*|#+|<!--+|\{\/\*+|\{#|\{\{!(?:--)?|--+|;+|%+|"""|'''|\(\*|'(?=\s))(?<body>.*?)(?:\*+\/\}?|--+>|#\}|(?:--)?\}\}|"""|'''|\*\)|--+|#+)?$/u;
const DOC_MARKER = /^\/\/[/!]|^\/\*\*/;
const DOTS = /\.{3,}|…/;

// What a placeholder is written with besides words; anything else makes the line code, or a remark about it.
const SIGNS = /^[\p{L}\p{M}\p{N}\s.…,:;!'’`"()[\]<>~=*_✂↓↑–—-]*$/u;
const INNER_DOT = /[\p{L}\p{N}_]\.[\p{L}\p{N}_]/u;

// Dots in front, or brackets around it all.
const OPENED = /^[\s\p{P}\p{S}]*(?:\.{2,}|…)|^\[[^[\]]*\][.!]?$|^\([^()]*\)[.!]?$|^<snip>$/u;
const BARE = /^(?:\.{3,}|…)[^=]*$|^\[[^[\]=]*\]$|^\([^()=]*\)$|^<snip>$/u;
const WORD = /[\p{L}\p{M}\p{N}_'’]+/gu;

const PROSE = /\.(?:md|mdx|markdown|txt|text|rst|adoc|asciidoc|org)$/i;

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const REST = words("rest remainder remaining everything");
const KEPT = words("existing previous original prior");
const OTHER = words("other others more additional further another");
const STATE = words(
  "unchanged unmodified unaltered untouched intact identical omitted elided truncated abbreviated snip snipped skipped brevity",
);
const KEEP = words("keep kept leave left preserve preserved retain retained remain remains stay stays");
const NOUN = words(
  "code content contents document file files function functions method methods class classes component components " +
    "implementation implementations logic body import imports style styles rule rules test tests line lines text section " +
    "sections statement statements case cases handler handlers field fields property properties prop props column columns " +
    "item items entry entries definition definitions declaration declarations config configuration settings option options " +
    "route routes type types element elements markup template helper helpers variable variables constant constants " +
    "argument arguments args parameter parameters param params attribute attributes block blocks part parts script query " +
    "queries row rows values keys steps module exports setup schema model members operations endpoints jsx html css",
);
const FILLER = words(
  "the a an of this that these those your my our its their in for from with within and or to is are was were be been here " +
    "there below above it they as so on go goes come comes continue continues follow follows exactly completely entirely all any " +
    "both each just please still also else not no do does nothing change changes changed modify shown modification modifications " +
    "same insert needed required before after now again end start now like where way version source out",
);
const VOCABULARY = [REST, KEPT, OTHER, STATE, KEEP, NOUN, FILLER];

// Phrases that say it without a noun.
const SHORT_PHRASE =
  /^(?:(?:the )?rest|etc|and so (?:on|forth)|snip|unchanged|(?:all )?(?:the )?same (?:as|like) (?:before|above|it was|original|previously)|no (?:code )?changes?(?: (?:here|below|above|needed|required))?|(?:as|like) (?:before|above)|identical (?:to|with) (?:before|above|the original)|as it was|as is|left as is|(?:code |text )?(?:continues|omitted|truncated|elided|skipped)(?: here)?|for brevity)$/;

// What says so in several words.
const STATE_PHRASE =
  /\b(?:not shown|as (?:is|it (?:is|was)|they (?:are|were)|before)|no changes?|do not change|(?:remains?|stays?|is|are|was|were|kept|keep|keeps|rest|else|all|below|above|section|logic|code) (?:\p{L}+ )?the same|the same$|same (?:as|like) (?:the )?(?:before|above|it|they|in|original|previous|prior|last|earlier)|same (?:code|implementation|logic|body))\b/u;

// The same in other languages: what is left, and that it does not change.
const FOREIGN =
  /(?:\brestliche[rsn]?\b|\bunver[äa]ndert|\b(?:bleib\p{L}*|ist|wie) (?:gleich|vorher|bisher)|\breste du\b|inchang[ée]|\bresto (?:del|de)\b|sin cambios|sem altera|\brestante d[oa]\b|\bresto d|остальн|без изменений|其余|其他代码|保持不变|省略|残り|変更なし|나머지|변경 없음)/u;

/**
 * How sure it is that a line stands for text: `phrase` whatever else changes, `hint` where lines are gone, `fewer` where
 * more lines are gone than came, `body` where two more are: a stub takes the place of one.
 */
type Sureness = "phrase" | "hint" | "fewer" | "body";

interface Suspect extends Omission {
  readonly sureness: Sureness;
}

/**
 * Finds the first line of newText that stands for left-out text and is no line of the file; `null` when there is none.
 * What may also mean something else counts only where newText lacks lines of oldText.
 */
export function findOmission(oldText: string, newText: string, context: OmissionContext = {}): Omission | null {
  const isProse = PROSE.test(context.path ?? "");
  const newLines = newText.split("\n");
  const suspects = findSuspects({ oldText, newLines, path: context.path }, isProse);
  if (suspects.length === 0) return null;
  const known = new Set(listKnownLines(oldText, context.fileText));
  const unknown = suspects.filter(({ text }) => !known.has(foldBlanks(text)));
  if (unknown.length === 0) return null;
  const oldLines = oldText.split("\n");
  const lost = countMissing(oldLines, newLines);
  const added = countMissing(newLines, oldLines) - unknown.length;
  const found = unknown.find(({ text, sureness }) => {
    // A file that begins anew has nothing to leave out, unless it says so.
    if (lost === 0) return sureness === "phrase" && !isProse && (oldText !== "" || DOTS.test(text));
    return sureness === "phrase" || sureness === "hint" || lost > added + Number(sureness === "body");
  });
  return found === undefined ? null : { line: found.line, text: found.text };
}

interface Texts {
  readonly oldText: string;
  readonly newLines: readonly string[];
  readonly path: string | undefined;
}

function* listKnownLines(oldText: string, fileText: SourceText = oldText): Generator<string> {
  for (const line of oldText.split("\n")) yield foldBlanks(line);
  if (fileText !== oldText) for (const line of fileText.slice(0).split("\n")) yield foldBlanks(line);
}

// `<!--...-->` reads the same as `<!-- ... -->`.
function foldBlanks(line: string): string {
  return line.replace(/\s+/g, "");
}

function findSuspects(texts: Texts, isProse: boolean): readonly Suspect[] {
  const { newLines } = texts;
  const suspects: Suspect[] = [];
  for (const [index, newLine] of newLines.entries()) {
    const text = newLine.trim();
    if (text === "" || text.length > MAX_LENGTH) continue;
    const sureness = isDots(text) && !isProse ? judgeDots(texts, index) : judgeLine(text, isProse);
    if (sureness !== null) suspects.push({ line: index + 1, text, sureness });
  }
  const suspected = new Set(suspects.map(({ line }) => line));
  return suspects.filter(({ line, text }) => {
    const near = [line - 1, line + 1].filter((other) => !suspected.has(other));
    return DOTS.test(text) || !near.some((other) => isRemark(newLines[other - 1], text));
  });
}

// A line of a comment that goes on above or below it is part of what that says.
function isRemark(near: string | undefined, text: string): boolean {
  const marker = COMMENT.exec(text)?.groups?.["marker"];
  const other = COMMENT.exec(near?.trim() ?? "")?.groups;
  return marker !== undefined && other?.["marker"] === marker && /[\p{L}\p{N}]/u.test(other["body"] ?? "");
}

function isDots(text: string): boolean {
  return /^(?:\.{3,}|…)$/.test(text);
}

// Dots alone are the body of a stub in Python, the end of a document in YAML, and a prompt of Python's.
function judgeDots({ oldText, newLines, path = "" }: Texts, index: number): Sureness | null {
  const before = newLines.slice(0, index).findLast((line) => line.trim() !== "") ?? "";
  const behind = newLines.slice(index + 1).find((line) => line.trim() !== "");
  if (/\.ya?ml$/i.test(path) && (behind === undefined || /^(?:---|%)/.test(behind))) return null;
  if ([before, behind ?? ""].some((line) => /^\s*(?:>>>|\.\.\. )/.test(line))) return null;
  const depth = indentationOf(newLines[index] ?? "").length;
  const endsBlock = behind === undefined || indentationOf(behind).length < depth;
  return depth > 0 && endsBlock ? judgeBody(oldText, before, path) : "fewer";
}

// A stub: a header, perhaps its text, and dots. Where oldText has the same header, its body is gone.
function judgeBody(oldText: string, header: string, path: string): Sureness | null {
  if (!/(?::|"""|''')\s*(?:#.*)?$/.test(header)) return "fewer";
  return path.endsWith(".pyi") || !oldText.includes(`${header}\n`) ? null : "body";
}

function indentationOf(line: string): string {
  return /^\s*/.exec(line)?.[0] ?? "";
}

function judgeLine(text: string, isProse: boolean): Sureness | null {
  const { marker = "", body = text } = COMMENT.exec(text)?.groups ?? {};
  if (!SIGNS.test(body) || INNER_DOT.test(body)) return null;
  const wording = createWording(body, DOC_MARKER.test(marker));
  const sureness = marker === "" ? judgeBare(text, wording) : judgeComment(body, wording);
  const isSure = sureness === "phrase" && wording.hasDots;
  return isProse && !marker.startsWith("<") && !isSure ? null : sureness;
}

function judgeComment(body: string, wording: Wording): Sureness | null {
  if (wording.words.length > 0) return judgeWording(wording);
  return !wording.isDoc && wording.hasDots && !/\.{7}/.test(body) ? "hint" : null;
}

// Dots right in front of a name spread it, and those at the end are part of a sentence.
function judgeBare(text: string, wording: Wording): Sureness | null {
  if ((wording.words.length < 2 && wording.phrase !== "snip") || /["'`]/.test(text)) return null;
  const isOpened = BARE.test(text) && !/^(?:\.{3}|…)[\p{L}_]/u.test(text);
  const sureness = judgeWording(wording);
  return isOpened || (wording.hasDots && sureness === "phrase") ? sureness : null;
}

/** Holds what the words of a line say, in lower case. */
interface Wording {
  readonly words: readonly string[];
  readonly phrase: string;
  /** Begins with dots, or stands in brackets. */
  readonly isOpen: boolean;
  readonly hasDots: boolean;
  readonly isDoc: boolean;
  /** Words that placeholders are not usually made of. */
  readonly unknown: number;
  /** Says that something stays or is left out. */
  readonly isState: boolean;
  /** Speaks of a rest, of what is there, or of others. */
  readonly isNamed: boolean;
}

function createWording(body: string, isDoc: boolean): Wording {
  const found = body.toLowerCase().match(WORD) ?? [];
  const phrase = found.join(" ");
  const isKnown = (word: string): boolean => VOCABULARY.some((set) => set.has(word)) || /^\d+$/.test(word);
  return {
    words: found,
    phrase,
    isOpen: OPENED.test(body),
    hasDots: DOTS.test(body),
    isDoc,
    unknown: found.filter((word) => !isKnown(word)).length,
    isState: hasWord(found, STATE) || STATE_PHRASE.test(phrase),
    isNamed: [REST, KEPT, OTHER].some((set) => hasWord(found, set)),
  };
}

function hasWord(given: readonly string[], set: ReadonlySet<string>): boolean {
  return given.some((word) => set.has(word));
}

// The first that holds decides.
const RULES: readonly (readonly [verdict: Sureness | null, holds: (wording: Wording) => boolean])[] = [
  [null, ({ words: given }) => given.length > MAX_WORDS],
  ["phrase", ({ phrase, isDoc }) => !isDoc && SHORT_PHRASE.test(phrase)],
  ["hint", ({ phrase }) => FOREIGN.test(phrase)],
  ["phrase", (wording) => wording.unknown === 0 && saysAll(wording)],
  [null, ({ words: given, unknown, isDoc }) => isDoc || unknown > 1 || given.length > 7 || given[0] === "not"],
  ["hint", ({ words: given, unknown, hasDots }) => unknown === 0 && hasDots && hasWord(given, OTHER)],
  ["hint", ({ isOpen, isNamed, isState }) => isOpen && (isNamed || isState)],
  ["hint", ({ words: given, unknown, isOpen }) => isOpen && unknown === 0 && hasWord(given, NOUN)],
  ["hint", ({ unknown, isNamed, isState }) => isState && (isNamed || unknown === 0)],
  ["fewer", ({ words: given }) => given.length <= 3 && STATE.has(given.at(-1) ?? "")],
  ["fewer", ({ words: given, unknown }) => unknown === 0 && hasWord(given, OTHER) && hasWord(given, NOUN)],
];

function judgeWording(wording: Wording): Sureness | null {
  return RULES.find(([, holds]) => holds(wording))?.[0] ?? null;
}

// "rest of the code", "keep the others", "methods are unchanged"
function saysAll({ words: given, isState, isNamed }: Wording): boolean {
  if (isState && (isNamed || hasWord(given, NOUN) || hasWord(given, KEEP))) return true;
  if (isNamed && hasWord(given, KEEP)) return true;
  return hasWord(given, NOUN) && (hasWord(given, REST) || hasWord(given, KEPT));
}

// Counts the lines of one text that the other lacks; losing one of two equal ones is a loss.
function countMissing(lines: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const line of others) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1);
  return lines.filter((line) => {
    const text = line.trim();
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return text !== "" && count <= 0;
  }).length;
}
