// Memory that one tool reads its windows into, again and again: memory that is new to the process costs more than the
// bytes that are read into it.

/** Bytes that are lent. Source: the most that a window is read at once with. */
const WINDOW_MEMORY_BYTES: number = 160 * 1024;

/** Lends memory to one borrower at a time. */
export interface WindowMemory {
  /** Lends it for as long as the work takes; `undefined` where it is lent already. */
  lend<Result>(work: (memory: Uint8Array | undefined) => Promise<Result>): Promise<Result>;
}

/** Makes the memory of one tool; nothing is taken before it is lent. */
export function createWindowMemory(): WindowMemory {
  let memory: Uint8Array | undefined;
  let isLent = false;
  return {
    async lend(work) {
      if (isLent) return work(undefined);
      isLent = true;
      memory ??= Buffer.allocUnsafeSlow(WINDOW_MEMORY_BYTES);
      try {
        return await work(memory);
      } finally {
        isLent = false;
      }
    },
  };
}
