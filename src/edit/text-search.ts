// Searches one text again and again, and counts what that costs. What the texts are is not known here.

import type { SourceText } from "../text/source-text.js";
import { findOccurrences, type OccurrenceOptions } from "./find-occurrences.js";
import { createTextIndex, PLACE_COST, type TextIndex } from "./text-index.js";

// Searches through all of a text before it gets an index: more than one edit needs, and about what an index costs.
const SCANS_BEFORE_INDEX = 40;

// Texts shorter than this are searched so quickly that an index is of no use.
const MIN_INDEXED_LENGTH = 65_536;

// A text of nothing but frequent pieces stops a search at so many places that each character takes longer.
const FREQUENT_COST = 4;

/** Counts characters that were searched. */
interface SearchMeter {
  characters: number;
}

/** Searches one text, by an index once it was searched often enough. */
export class TextSearch {
  readonly text: SourceText;
  readonly #meter: SearchMeter;
  #scannedCharacters = 0;
  #index: TextIndex | undefined;

  constructor(text: SourceText, meter: SearchMeter = { characters: 0 }) {
    this.text = text;
    this.#meter = meter;
  }

  /** Creates the search of another text whose cost is counted together with this one's. */
  forText(text: SourceText): TextSearch {
    return new TextSearch(text, this.#meter);
  }

  /** Finds the offsets of a text, ascending. An empty one is found nowhere. */
  find(sought: string, options: OccurrenceOptions = {}): readonly number[] {
    const places = this.#placesOf(sought);
    if (places !== null) {
      this.spend(places.length * PLACE_COST);
      return findOccurrences(this.text, sought, { ...options, seek: createSeek(this.text, places) });
    }
    const found = findOccurrences(this.text, sought, options);
    const characters = found.length === options.limit ? (found.at(-1) ?? 0) : this.text.length;
    this.#scannedCharacters += characters;
    this.spend(this.#index === undefined ? characters : characters * FREQUENT_COST);
    return found;
  }

  /** Tells whether a text occurs; an empty one does. */
  has(sought: string): boolean {
    return sought === "" || this.find(sought, { limit: 1 }).length > 0;
  }

  /** Counts characters that something else than a search looked at. */
  spend(characters: number): void {
    this.#meter.characters += characters;
  }

  /** Answers how many characters were searched since it was asked last, in all texts that are counted together. */
  takeSpent(): number {
    const { characters } = this.#meter;
    this.#meter.characters = 0;
    return characters;
  }

  #placesOf(sought: string): Int32Array | null {
    if (this.text.length < MIN_INDEXED_LENGTH) return null;
    if (this.#scannedCharacters < this.text.length * SCANS_BEFORE_INDEX) return null;
    this.#index ??= createTextIndex(this.text);
    return this.#index.placesOf(sought);
  }
}

/** Creates a seek for ascending offsets that looks at some places only. */
function createSeek(text: SourceText, places: Int32Array): (probe: string, offset: number) => number {
  let next = 0;
  return (probe, offset) => {
    while (next < places.length && ((places[next] ?? 0) < offset || !text.startsWith(probe, places[next]))) next += 1;
    return places[next] ?? -1;
  };
}
