// Keeps the output of a command as it was, for a file of the workspace. Knows no process.

import { randomUUID } from "node:crypto";
import type { CommandFiles } from "../../shell/command-files.js";
import type { CommandResult } from "../../shell/command-runner.js";

/** Collects the output of one command. */
export interface OutputSpill {
  /** Takes the next piece; what is over the limit is left out. */
  readonly take: (chunk: Uint8Array) => void;
  /** Writes the file when a result lacks a part of the output, and names it in the result. */
  finish(result: CommandResult): Promise<CommandResult>;
}

/** Where a file is written, and how much of the output it holds at most. */
export interface OutputSpillOptions {
  readonly directory: string;
  readonly maxBytes: number;
  readonly files: CommandFiles;
}

/** Creates a spill; until the command has ended it is held in memory. */
export function createOutputSpill({ directory, maxBytes, files }: OutputSpillOptions): OutputSpill {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    take(chunk): void {
      // A copy, which `slice` of a Buffer is not.
      const kept = new Uint8Array(chunk.subarray(0, Math.max(0, maxBytes - size)));
      if (kept.length === 0) return;
      chunks.push(kept);
      size += kept.length;
    },
    async finish(result): Promise<CommandResult> {
      if (!result.truncated) return result;
      const outputPath = `${directory}/${randomUUID()}.txt`;
      try {
        await files.writeBytes(outputPath, Buffer.concat(chunks), { createParents: true });
      } catch {
        // The command has run; that its output could not be kept must not hide what it did.
        return result;
      }
      return { ...result, outputPath };
    },
  };
}
