// Hides what is left of secrets in a text that was cut out of a line: halves, too, that no scanner would know. Pure.

import { LINES_PER_STEP, type Steps } from "../text/steps.js";
import { formatCutPlaceholder } from "./placeholder.js";
import type { HiddenPiece } from "./redacted-text.js";

const GRAM_CHARACTERS = 6;

// Characters of secrets that are looked at in one step.
const CHARACTERS_PER_STEP = 16_384;
const SEPARATOR = "\0";

/**
 * Hides every run of at least six characters that also stands in one of the secrets, and shorter secrets as a whole. Takes
 * many texts at once, since the secrets are gone through only once then.
 */
export function* hideFragments(texts: readonly string[], pieces: readonly HiddenPiece[]): Steps<readonly string[]> {
  const text = texts.join(SEPARATOR);
  const placeholders = new Map(pieces.map(({ secret, placeholder }) => [secret, placeholder]));
  const marking = {
    text,
    hidden: new Uint8Array(text.length),
    places: yield* listGrams(text),
    seen: new Set<string>(),
  };
  let looked = 0;
  for (const secret of placeholders.keys()) {
    looked += secret.length;
    if (looked >= CHARACTERS_PER_STEP) yield;
    looked %= CHARACTERS_PER_STEP;
    markSecret(marking, secret);
  }
  const kind = pieces[0]?.kind ?? "secret";
  let start = 0;
  return texts.map((one) => {
    const hidden = marking.hidden.subarray(start, start + one.length);
    start += one.length + SEPARATOR.length;
    return replaceRuns(one, hidden, ({ run }) => placeholders.get(run) ?? formatCutPlaceholder(kind));
  });
}

interface Marking {
  readonly text: string;
  readonly hidden: Uint8Array;
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** What was marked already. */
  readonly seen: Set<string>;
}

function* listGrams(text: string): Steps<ReadonlyMap<string, readonly number[]>> {
  const places = new Map<string, number[]>();
  for (let start = 0; start + GRAM_CHARACTERS <= text.length; start += 1) {
    if (start % LINES_PER_STEP === LINES_PER_STEP - 1) yield;
    const gram = text.slice(start, start + GRAM_CHARACTERS);
    const known = places.get(gram);
    if (known === undefined) places.set(gram, [start]);
    else known.push(start);
  }
  return places;
}

function markSecret({ text, hidden, places, seen }: Marking, secret: string): void {
  if (secret.length < GRAM_CHARACTERS) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
      hidden.fill(1, at, at + secret.length);
    return;
  }
  for (let start = 0; start + GRAM_CHARACTERS <= secret.length; start += 1) {
    const gram = secret.slice(start, start + GRAM_CHARACTERS);
    const found = places.get(gram);
    if (found === undefined || seen.has(gram)) continue;
    seen.add(gram);
    for (const at of found) hidden.fill(1, at, at + GRAM_CHARACTERS);
  }
}

function replaceRuns(text: string, hidden: Uint8Array, replace: (found: { readonly run: string }) => string): string {
  const parts: string[] = [];
  for (let start = 0; start < text.length; ) {
    const isHidden = hidden[start] === 1;
    const next = hidden.indexOf(isHidden ? 0 : 1, start);
    const end = next === -1 ? text.length : next;
    const run = text.slice(start, end);
    parts.push(isHidden ? replace({ run }) : run);
    start = end;
  }
  return parts.join("");
}
