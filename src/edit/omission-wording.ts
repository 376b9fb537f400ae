// What the words of a line say: whether they stand for text that is left out, and how sure that is. Pure strings.

/** Finds the dots of an omission. */
export const DOTS: RegExp = /\.{3,}|…/;

const MAX_WORDS = 14;

// Dots in front, or brackets around it all.
const OPENED = /^[\s\p{P}\p{S}]*(?:\.{2,}|…)|^\[[^[\]]*\][.!]?$|^\([^()]*\)[.!]?$|^<snip>$/u;
const WORD = /[\p{L}\p{M}\p{N}_'’]+/gu;

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

const REST = /* @__PURE__ */ words("rest remainder remaining everything");
const KEPT = /* @__PURE__ */ words("existing previous original prior");
const OTHER = /* @__PURE__ */ words("other others more additional further another");
const STATE = /* @__PURE__ */ words(
  "unchanged unmodified unaltered untouched intact identical omitted elided truncated abbreviated snip snipped skipped brevity",
);
const KEEP = /* @__PURE__ */ words("keep kept leave left preserve preserved retain retained remain remains stay stays");
const NOUN = /* @__PURE__ */ words(
  "code content contents document file files function functions method methods class classes component components " +
    "implementation implementations logic body import imports style styles rule rules test tests line lines text section " +
    "sections statement statements case cases handler handlers field fields property properties prop props column columns " +
    "item items entry entries definition definitions declaration declarations config configuration settings option options " +
    "route routes type types element elements markup template helper helpers variable variables constant constants " +
    "argument arguments args parameter parameters param params attribute attributes block blocks part parts script query " +
    "queries row rows values keys steps module exports setup schema model members operations endpoints jsx html css",
);
const FILLER = /* @__PURE__ */ words(
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
export type Sureness = "phrase" | "hint" | "fewer" | "body";

/**
 * Holds what the words of a line say, in lower case, and how many of them placeholders are not made of. `isState`: that
 * something stays or is left out; `isNamed`: a rest, what is there, or others.
 */
export interface Wording {
  readonly words: readonly string[];
  readonly phrase: string;
  readonly unknown: number;
  readonly isOpen: boolean;
  readonly hasDots: boolean;
  readonly isDoc: boolean;
  readonly isState: boolean;
  readonly isNamed: boolean;
}

/** Reads the words of a line without its comment signs. */
export function createWording(body: string, isDoc: boolean): Wording {
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
  ["hint", (w) => w.isOpen && (w.isNamed || w.isState || (w.unknown === 0 && hasWord(w.words, NOUN)))],
  ["hint", ({ unknown, isNamed, isState }) => isState && (isNamed || unknown === 0)],
  ["fewer", ({ words: given }) => given.length <= 3 && STATE.has(given.at(-1) ?? "")],
  ["fewer", ({ words: given, unknown }) => unknown === 0 && hasWord(given, OTHER) && hasWord(given, NOUN)],
];

/** Answers how sure it is that words stand for text; `null` when they do not. */
export function judgeWording(wording: Wording): Sureness | null {
  return RULES.find(([, holds]) => holds(wording))?.[0] ?? null;
}

// "rest of the code", "keep the others", "methods are unchanged"
function saysAll({ words: given, isState, isNamed }: Wording): boolean {
  if (isState && (isNamed || hasWord(given, NOUN) || hasWord(given, KEEP))) return true;
  if (isNamed && hasWord(given, KEEP)) return true;
  return hasWord(given, NOUN) && (hasWord(given, REST) || hasWord(given, KEPT));
}
