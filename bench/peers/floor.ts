// Asks the process of the floor for one round after another.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Answer } from "../harness/work-item.js";

const FLOOR_PROCESS = fileURLToPath(new URL("floor-process.ts", import.meta.url));

/** One round of the floor. */
export interface FloorRound {
  readonly ms: number;
  readonly answer: Answer;
}

/** The floor of one item. Must be closed. */
export interface Floor {
  run(): Promise<FloorRound>;
  close(): void;
}

/** Starts the floor; the first round is not the one to count, since everything is cold in it. */
export function startFloor(position: string, contextJson: string): Floor {
  const child = fork(FLOOR_PROCESS, [position, contextJson], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  return {
    run: async () => {
      child.send("run");
      const [round] = await once(child, "message");
      return round as FloorRound;
    },
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}
