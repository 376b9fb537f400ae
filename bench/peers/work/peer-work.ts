// One task as a package does it: the calls, which are timed, and the look at what came of them, which is not.

/** One task, ready to be run any number of times. */
export interface PeerWork {
  /** Makes the calls and keeps what came of them. */
  run(): Promise<void>;
  /** Says what is wrong with the last answer, given that of the floor; `null` when nothing is. */
  findFault(floor: string | number): Promise<string | null>;
}

/** Joins calls and the check of their answer. */
export function defineWork<Output>(
  call: () => Promise<Output>,
  check: (output: Output, floor: string | number) => string | null | Promise<string | null>,
): PeerWork {
  const outputs: Output[] = [];
  return {
    run: async () => {
      outputs.splice(0, 1, await call());
    },
    findFault: async (floor) => {
      const [output] = outputs;
      return output === undefined ? "no answer" : check(output, floor);
    },
  };
}
