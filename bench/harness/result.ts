// One measured row.

import type { PeerResults } from "./peer-result.js";
import type { Measurement, WorkItem } from "./work-item.js";

/** What came of one item. */
export interface Result {
  readonly item: WorkItem;
  readonly measurement: Measurement;
  /** Empty where no other package was asked. */
  readonly peers: PeerResults;
}
