// Searches one text again and again, and counts what that costs. What the texts are is not known here.

import type { SourceText } from "../text/source-text.js";
import { runAtOnce, type Steps } from "../text/steps.js";
import { findOccurrences, type OccurrenceOptions } from "./find-occurrences.js";
import { createTextIndex, PLACE_COST, type TextIndex } from "./text-index.js";

// Searches through all of a text before it gets an index: more than one edit needs, and about what an index costs.
const SCANS_BEFORE_INDEX = 40;

// Searches after which there is time to make it in steps.
const SCANS_BEFORE_STEPS = 30;

// Texts shorter than this are searched so quickly that an index is of no use.
const MIN_INDEXED_LENGTH = 65_536;

// Characters that could be searched in the time that indexing one takes.
const INDEX_COST = 32;

/** What the searches of one file share. */
interface SearchMeter {
  /** Characters that were searched. */
  characters: number;
  /** Those of texts that are long enough for an index. */
  readonly searches: TextSearch[];
}

/** Searches one text, by an index once it was searched often enough. */
export class TextSearch {
  readonly text: SourceText;
  readonly #meter: SearchMeter;
  #scannedCharacters = 0;
  #index: TextIndex | undefined;
  /** Texts that do not occur. */
  readonly #absent = new Set<string>();
  /** Texts that were found too often, by how many places were too many. */
  readonly #frequent = new Map<string, number>();

  constructor(text: SourceText, meter: SearchMeter = { characters: 0, searches: [] }) {
    this.text = text;
    this.#meter = meter;
    if (text.length >= MIN_INDEXED_LENGTH) meter.searches.push(this);
  }

  /** Creates the search of another text whose cost is counted together with this one's. */
  forText(text: SourceText): TextSearch {
    return new TextSearch(text, this.#meter);
  }

  /** Finds the offsets of a text, ascending. An empty one is found nowhere. */
  find(sought: string, options: OccurrenceOptions = {}): readonly number[] {
    if (this.#absent.has(sought)) return [];
    let spent = 0;
    const spend = (characters: number): void => {
      spent += characters;
    };
    const found = this.#findAnew(sought, { ...options, spend });
    const isFiltered = options.accept !== undefined && spent > 0;
    if (found.length === 0 && options.limit !== 0 && !isFiltered) this.#absent.add(sought);
    this.spend(spent);
    return found;
  }

  /** Finds the offsets of a text, ascending; `null` when there are more than `most`, which is remembered. */
  findFew(sought: string, most: number): readonly number[] | null {
    if ((this.#frequent.get(sought) ?? -1) >= most) return null;
    const places = this.find(sought, { limit: most + 1 });
    if (places.length <= most) return places;
    this.#frequent.set(sought, most);
    return null;
  }

  /** Tells whether a text occurs; an empty one does. */
  has(sought: string): boolean {
    return sought === "" || this.find(sought, { limit: 1 }).length > 0;
  }

  /** Counts characters that something else than a search looked at. */
  spend(characters: number): void {
    this.#meter.characters += characters;
  }

  /** Makes the indexes in steps that a search would soon make in one go, in all texts that are counted together. */
  *indexIfDue(): Steps<void> {
    for (const search of this.#meter.searches) yield* search.#indexIfDue();
  }

  /** Answers how many characters were searched since it was asked last, in all texts that are counted together. */
  takeSpent(): number {
    const { characters } = this.#meter;
    this.#meter.characters = 0;
    return characters;
  }

  #findAnew(sought: string, options: OccurrenceOptions): readonly number[] {
    const places = this.#placesOf(sought);
    if (places !== null) {
      this.spend(places.length * PLACE_COST);
      return findOccurrences(this.text, sought, { ...options, seek: createSeek(this.text, places) });
    }
    const found = findOccurrences(this.text, sought, options);
    const characters = found.length === options.limit ? (found.at(-1) ?? 0) : this.text.length;
    this.#scannedCharacters += characters;
    this.spend(characters);
    return found;
  }

  #placesOf(sought: string): Int32Array | null {
    if (this.text.length < MIN_INDEXED_LENGTH) return null;
    if (this.#scannedCharacters < this.text.length * SCANS_BEFORE_INDEX) return null;
    this.#index ??= runAtOnce(this.#createIndex());
    return this.#index.placesOf(sought);
  }

  #createIndex(): Steps<TextIndex> {
    this.spend(this.text.length * INDEX_COST);
    return createTextIndex(this.text);
  }

  *#indexIfDue(): Steps<void> {
    const isDue = this.#scannedCharacters >= this.text.length * SCANS_BEFORE_STEPS;
    if (isDue) this.#index ??= yield* this.#createIndex();
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
