// Counts the bytes of bodies that are held at once, so that many large requests together do not take all memory.

import { RequestRefusal } from "./http-error.js";

/** What one request holds of the budget. */
export interface BodyShare {
  /** Takes more; throws when nothing is left. */
  take(byteCount: number): void;
  /** Gives everything back. */
  release(): void;
}

/** The budget that all requests share. */
export interface BodyBudget {
  open(): BodyShare;
}

/** Makes a budget of so many bytes. */
export function createBodyBudget(maxBytes: number): BodyBudget {
  let usedBytes = 0;
  function open(): BodyShare {
    let ownBytes = 0;
    return {
      take: (byteCount) => {
        if (usedBytes + byteCount > maxBytes) {
          const options = { hint: "Send it again in a moment.", headers: { "Retry-After": "1" } };
          throw new RequestRefusal("overloaded", "too many large requests are under way", options);
        }
        usedBytes += byteCount;
        ownBytes += byteCount;
      },
      release: () => {
        usedBytes -= ownBytes;
        ownBytes = 0;
      },
    };
  }
  return { open };
}
