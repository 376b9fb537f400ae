// Writes the output of a command while it comes: of each snapshot what is new, each stream to its own.

import type { ExecOutput } from "../tools/commands/exec-output.js";
import type { CliStreams } from "./command.js";

type StreamName = "stdout" | "stderr";

/** Follows one command. */
export class OutputFollower {
  readonly #streams: Pick<CliStreams, StreamName>;
  readonly #written: Record<StreamName, string> = { stdout: "", stderr: "" };

  constructor(streams: Pick<CliStreams, StreamName>) {
    this.#streams = streams;
  }

  /** Writes what has come since the last snapshot. Once the middle of a stream is cut, its rest waits for the end. */
  show(output: ExecOutput): void {
    this.#follow("stdout", output);
    this.#follow("stderr", output);
  }

  /** Answers what a person has to know of the end; empty for a command that ended by itself, with all of its output. */
  describeEnd(output: {
    readonly durationMs: number;
    readonly reason?: string | undefined;
    readonly truncated: boolean;
  }): string {
    const cut = output.truncated ? ["[the middle of the output is left out]"] : [];
    const seconds = Math.round(output.durationMs / 1000);
    const late = output.reason === "timed_out" ? [`[timed out after ${seconds} s; all it started was stopped]`] : [];
    return [...cut, ...late].join("\n");
  }

  #follow(name: StreamName, output: ExecOutput): void {
    const text = output[name];
    const written = this.#written[name];
    if (text.startsWith(written)) this.#write(name, text.slice(written.length));
    else if (output.reason !== undefined) this.#write(name, text.slice(commonLength(text, written)));
    else return;
    this.#written[name] = text;
  }

  #write(name: StreamName, text: string): void {
    if (text !== "") this.#streams[name].write(text);
  }
}

function commonLength(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length += 1;
  return length;
}
