// What passes between this thread and one that searches. Types only.

import type { HardExpression, PartAnswer, WantedMatches } from "../../search/hard-part.js";
import type { ScanPlace } from "../../search/scan-text.js";

/** One part to be searched. Its bytes are handed over, not copied. */
export interface ScanJob extends WantedMatches {
  readonly expression: HardExpression;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly place: ScanPlace;
  readonly budgetMs: number;
}

/** What a thread says: that it is there, or what it found. */
export type ThreadMessage = "ready" | PartAnswer;
