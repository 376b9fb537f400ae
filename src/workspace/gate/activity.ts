// Counts the operations of a workspace, so that its handles are given up only after the last one.

import { EventEmitter, once } from "node:events";
import { FsError } from "../../errors.js";
import type { Activity } from "./operation-record.js";

/** An activity that can be brought to an end. */
export interface ClosableActivity extends Activity {
  /** Refuses new operations and resolves once the running ones are done; further calls resolve likewise. */
  close(): Promise<void>;
}

/** Makes an activity without operations. */
export function createActivity(): ClosableActivity {
  const events = new EventEmitter();
  let running = 0;
  let isClosed = false;
  return {
    begin: () => {
      if (isClosed) throw new FsError("internal_error", "the workspace is closed", { hint: "Open it again." });
      running += 1;
    },
    end: () => {
      running -= 1;
      if (running === 0) events.emit("idle");
    },
    close: async () => {
      isClosed = true;
      if (running > 0) await once(events, "idle");
    },
  };
}
