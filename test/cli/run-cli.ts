// The program in this process: words in; output, errors and exit code out.

import { Readable, Writable } from "node:stream";
import type { CliStreams } from "../../src/cli/command.js";
import { runCli } from "../../src/cli/run-cli.js";

/** Says what the program is connected to. */
export interface CliSetting {
  readonly cwd?: string;
  /** What is piped in; absent stands for a terminal. */
  readonly stdin?: string | Uint8Array | Readable;
  readonly environment?: Readonly<Record<string, string>>;
  /** Output goes to a terminal. */
  readonly isTerminal?: boolean;
  readonly signal?: AbortSignal;
  /** Takes the place of the output that is kept, for a look at it while the program runs. */
  readonly stdout?: Sink;
}

/** How a run of the program ended. */
export interface CliEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Keeps what is written to it. */
export class Sink extends Writable {
  readonly isTTY: boolean;
  readonly #parts: Buffer[] = [];

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString("utf8");
  }

  override _write(part: Buffer, _encoding: string, done: () => void): void {
    this.#parts.push(part);
    done();
  }
}

/** Runs the program to its end. */
export async function run(words: readonly string[], setting: CliSetting = {}): Promise<CliEnd> {
  const { stdin, isTerminal = false } = setting;
  const { stdout = new Sink(isTerminal) } = setting;
  const stderr = new Sink(isTerminal);
  const input = stdin instanceof Readable ? stdin : Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]);
  const streams: CliStreams = {
    stdin: Object.assign(input, { isTTY: stdin === undefined }),
    stdout,
    stderr,
    environment: setting.environment ?? {},
    cwd: setting.cwd ?? process.cwd(),
    signal: setting.signal ?? new AbortController().signal,
  };
  const exitCode = await runCli(words, streams);
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}
