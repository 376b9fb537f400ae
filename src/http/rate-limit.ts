// How often one caller may ask, in windows of fixed length.

import { HTTP_MUTATIONS_PER_WINDOW, HTTP_RATE_WINDOW_MS, HTTP_READS_PER_WINDOW } from "../limits.js";
import { RequestRefusal } from "./http-error.js";

/** Windows that are remembered; beyond that the first ones are forgotten. */
const MAX_WINDOWS = 20_000;

/** Says how often one caller may ask. */
export interface RateLimitOptions {
  /** Milliseconds of a window; default 60 000. */
  readonly windowMs?: number | undefined;
  /** Requests without effect in a window; default 120. */
  readonly maxReads?: number | undefined;
  /** Requests that change something in a window; default 30. */
  readonly maxMutations?: number | undefined;
}

/** Counts requests. */
export interface RateLimit {
  /** @throws {RequestRefusal} rate_limited – when the caller asked too often */
  count(caller: string, isMutation: boolean): void;
}

interface Window {
  readonly endMs: number;
  count: number;
}

/** Makes a counter; `now` is its clock, in milliseconds. */
export function createRateLimit(options: RateLimitOptions, now: () => number = () => performance.now()): RateLimit {
  const { windowMs = HTTP_RATE_WINDOW_MS } = options;
  const { maxReads = HTTP_READS_PER_WINDOW, maxMutations = HTTP_MUTATIONS_PER_WINDOW } = options;
  const windows = new Map<string, Window>();

  function openWindow(key: string): Window {
    const [oldest] = windows.keys();
    if (windows.size >= MAX_WINDOWS && oldest !== undefined) windows.delete(oldest);
    const window = { endMs: now() + windowMs, count: 0 };
    windows.delete(key);
    windows.set(key, window);
    return window;
  }

  function findWindow(key: string): Window {
    const window = windows.get(key);
    return window === undefined || window.endMs <= now() ? openWindow(key) : window;
  }

  return {
    count: (caller, isMutation) => {
      // Each kind has windows of its own, so that reading a lot keeps nobody from writing.
      const window = findWindow(`${isMutation ? "mutations" : "reads"} ${caller}`);
      window.count += 1;
      if (window.count <= (isMutation ? maxMutations : maxReads)) return;
      const seconds = Math.max(1, Math.ceil((window.endMs - now()) / 1000));
      throw new RequestRefusal("rate_limited", "too many requests", {
        hint: `Wait ${seconds} s.`,
        headers: { "Retry-After": String(seconds) },
      });
    },
  };
}
