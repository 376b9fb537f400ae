// Searches a hard part in one go, by whoever has the time.

import type { HardPart, PartAnswer, WantedMatches } from "./hard-part.js";
import type { ByteRange } from "./line-matcher-options.js";
import { scanAsText } from "./scan-as-text.js";
import type { ScanText } from "./scan-text.js";

/** Collects places until there are as many as are wanted. */
class PlaceCollector {
  #places: Uint32Array<ArrayBuffer> = new Uint32Array(64);
  #length = 0;

  add({ start, end }: ByteRange): void {
    if (this.#length === this.#places.length) this.#grow();
    this.#places[this.#length] = start;
    this.#places[this.#length + 1] = end;
    this.#length += 2;
  }

  take(): Uint32Array<ArrayBuffer> {
    return this.#places.slice(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#places.length);
    larger.set(this.#places);
    this.#places = larger;
  }
}

/** Searches a hard part in one go, until its time is over; places are those in the part. */
export function searchPart(
  part: Pick<HardPart, "bytes" | "place">,
  scan: ScanText,
  { budgetMs, maxMatches, wantsPlaces }: WantedMatches & { readonly budgetMs: number },
): PartAnswer {
  const limits = { turnMs: budgetMs, allMs: budgetMs };
  const matches = scanAsText(part.bytes, { scan, place: part.place, limits, offset: 0 });
  const collector = new PlaceCollector();
  let count = 0;
  while (count < maxMatches) {
    const next = matches.next();
    if (next.done === true) return { count, places: collector.take(), isLate: next.value !== null };
    if (next.value === null) continue;
    count += 1;
    if (wantsPlaces) collector.add(next.value);
  }
  return { count, places: collector.take(), isLate: false };
}
