// Hides what is left of secrets in a text that was cut out of a line: halves, too, that no scanner would know. Pure.

import { formatCutPlaceholder } from "./placeholder.js";
import type { HiddenPiece } from "./redacted-text.js";

const GRAM_CHARACTERS = 6;

/** Hides every run of at least six characters that also stands in one of the secrets, and shorter secrets as a whole. */
export function hideFragments(text: string, pieces: readonly HiddenPiece[]): string {
  const hidden = new Uint8Array(text.length);
  const places = listGrams(text);
  for (const { secret } of pieces) markSecret({ text, hidden, places }, secret);
  const kind = pieces[0]?.kind ?? "secret";
  return replaceRuns(
    text,
    hidden,
    ({ run }) => pieces.find(({ secret }) => secret === run)?.placeholder ?? formatCutPlaceholder(kind),
  );
}

interface Marking {
  readonly text: string;
  readonly hidden: Uint8Array;
  readonly places: ReadonlyMap<string, readonly number[]>;
}

function listGrams(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let start = 0; start + GRAM_CHARACTERS <= text.length; start += 1) {
    const gram = text.slice(start, start + GRAM_CHARACTERS);
    const known = places.get(gram);
    if (known === undefined) places.set(gram, [start]);
    else known.push(start);
  }
  return places;
}

function markSecret({ text, hidden, places }: Marking, secret: string): void {
  if (secret.length < GRAM_CHARACTERS) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
      hidden.fill(1, at, at + secret.length);
    return;
  }
  const seen = new Set<string>();
  for (let start = 0; start + GRAM_CHARACTERS <= secret.length; start += 1) {
    const gram = secret.slice(start, start + GRAM_CHARACTERS);
    if (seen.has(gram)) continue;
    seen.add(gram);
    for (const at of places.get(gram) ?? []) hidden.fill(1, at, at + GRAM_CHARACTERS);
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
