// When a search ends. Types only.

/** When a search ends, whatever it has found. */
export interface SearchEnd {
  /** On the clock of `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}
