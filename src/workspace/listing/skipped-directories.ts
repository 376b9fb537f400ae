// Collects the directories that a walk could not look into, so that what is missing does not look like nothing there.

import { MAX_SKIPPED_FILES } from "../../limits.js";
import type { GlobResult } from "../interfaces/workspace.js";
import type { Place } from "../paths/place.js";
import { showPath } from "../paths/scope.js";

type SkippedPath = NonNullable<GlobResult["skipped"]>[number];

/** Names the first of them from the root of a place, as results name files. */
export class SkippedDirectories {
  readonly #place: Place;
  readonly #skipped: SkippedPath[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  add(components: readonly string[], reason: string): void {
    if (this.#skipped.length < MAX_SKIPPED_FILES)
      this.#skipped.push({ path: showPath(this.#place.root, components), reason });
  }

  /** Answers the part of a result that names them; nothing where there is none. */
  describe(): { readonly skipped?: readonly SkippedPath[] } {
    return this.#skipped.length === 0 ? {} : { skipped: this.#skipped };
  }
}
