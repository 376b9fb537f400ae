// What is exchanged during a race, and what lies inside and outside meanwhile. Linux only: it takes renameat2.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The text of every file inside, and the word of every one outside. */
export const INSIDE = "inside\ncount\n";
export const SECRET = "secret";

const PROGRAM = fileURLToPath(new URL("exchange.c", import.meta.url));

/** Directories of one race. */
export interface Ground {
  readonly base: string;
  readonly root: string;
  /** What no operation may read or change. */
  readonly outside: string;
}

/** One kind of exchange. */
export interface Swap {
  readonly name: string;
  /** The root, from the directory that holds everything; default `ws`. */
  readonly root?: string;
  /** The directory that operations work in, from the root. */
  readonly directory: string;
  /** What stands outside for that directory, from the directory that holds everything. */
  readonly twin: string;
  /** Only the file in it is exchanged, so that only operations on it are raced. */
  readonly isFile: boolean;
  /** What it is exchanged with is a pipe, which nobody may read or write. */
  readonly isPipe?: boolean;
  /** Lays out what is exchanged, and answers both names. */
  readonly layOut: (ground: Ground) => readonly [string, string];
  /** Makes what stands at the second name, again where a write has replaced it. */
  readonly park?: (ground: Ground) => void;
}

function fill(directory: string, content: string): void {
  mkdirSync(join(directory, "sub"), { recursive: true });
  for (const name of ["file", "sub/file"]) writeFileSync(join(directory, name), content);
}

/** A link to the directory outside, in the place of a directory. */
function layOutLink({ root, outside }: Ground, path: string, below = ""): readonly [string, string] {
  fill(join(root, path, below), INSIDE);
  fill(join(outside, below), `${SECRET}\ncount\n`);
  symlinkSync(outside, join(root, dirname(path), "parked"));
  return [join(root, path), join(root, dirname(path), "parked")];
}

export const SWAPS: readonly Swap[] = [
  {
    name: "directory, link out",
    directory: "flip",
    twin: "outside",
    isFile: false,
    layOut: (ground) => layOutLink(ground, "flip"),
  },
  {
    name: "deep directory, link out",
    directory: "a/b/c/d",
    twin: "outside/c/d",
    isFile: false,
    layOut: (ground) => layOutLink(ground, "a/b", "c/d"),
  },
  {
    // What either directory holds may be inside at any moment; what lies beside them never is.
    name: "directory, another outside",
    directory: "flip/sub/../../side",
    twin: "side",
    isFile: false,
    layOut: ({ base, root, outside }) => {
      for (const path of [join(root, "flip"), join(base, "elsewhere")]) fill(path, INSIDE);
      fill(join(root, "side"), INSIDE);
      fill(join(base, "side"), `${SECRET}\ncount\n`);
      fill(outside, SECRET);
      return [join(root, "flip"), join(base, "elsewhere")];
    },
  },
  {
    name: "parent of the root",
    root: "parent/ws",
    directory: "flip",
    twin: "outside/ws/flip",
    isFile: false,
    layOut: ({ base, root }) => {
      fill(join(root, "flip"), INSIDE);
      fill(join(base, "outside/ws/flip"), `${SECRET}\ncount\n`);
      return [join(base, "parent"), join(base, "outside")];
    },
  },
  {
    name: "file, link out",
    directory: "flip",
    twin: "outside",
    isFile: true,
    layOut: ({ root, outside }) => {
      fill(join(root, "flip"), INSIDE);
      fill(outside, `${SECRET}\ncount\n`);
      return [join(root, "flip/file"), join(root, "parked")];
    },
    park: ({ root, outside }) => symlinkSync(join(outside, "file"), join(root, "parked")),
  },
  {
    name: "file, pipe",
    directory: "flip",
    twin: "outside",
    isFile: true,
    layOut: ({ root, outside }) => {
      fill(join(root, "flip"), INSIDE);
      fill(outside, SECRET);
      return [join(root, "flip/file"), join(root, "parked")];
    },
    park: ({ root }) => execFileSync("mkfifo", [join(root, "parked")]),
    isPipe: true,
  },
];

/** Makes the directories of one race. */
export function createGround(swap: Swap): Ground {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "race-")));
  const ground = { base, root: join(base, swap.root ?? "ws"), outside: join(base, "outside") };
  for (const path of [ground.root, ground.outside, join(ground.root, "kept")]) mkdirSync(path, { recursive: true });
  writeFileSync(join(ground.root, "kept/seed"), INSIDE);
  return ground;
}

/** Removes the directories of one race. */
export function removeGround({ base }: Ground): void {
  rmSync(base, { recursive: true, force: true });
}

/** Holds both ends of a pipe that is full of secrets; reading one back tells whether anybody took or put something. */
export class Pipe {
  readonly #descriptor: number;

  constructor(path: string) {
    this.#descriptor = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    writeSync(this.#descriptor, SECRET);
  }

  /** Tells whether it still holds what it was given, and closes it. */
  isUntouched(): boolean {
    const bytes = Buffer.alloc(4096);
    try {
      return bytes.toString("utf8", 0, readSync(this.#descriptor, bytes)) === SECRET;
    } catch {
      return false;
    } finally {
      closeSync(this.#descriptor);
    }
  }
}

/** Compiles the program that exchanges names. */
export function compileExchange(directory: string): string {
  const program = join(directory, "exchange");
  execFileSync("cc", ["-O2", "-o", program, PROGRAM, "-lm"]);
  return program;
}

/** A process that exchanges two names at full speed. */
export class Exchange {
  readonly #child: ChildProcess;
  readonly #output: Buffer[] = [];

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on("data", (part: Buffer) => this.#output.push(part));
  }

  static async start(program: string, names: readonly [string, string], mostNs: number): Promise<Exchange> {
    const child = spawn(program, [...names, String(Math.round(mostNs))], { stdio: ["ignore", "pipe", "inherit"] });
    const exchange = new Exchange(child);
    await once(child.stdout, "data");
    return exchange;
  }

  /** Stops it with everything where it began, and answers how often it exchanged. */
  async stop(): Promise<number> {
    const closed = once(this.#child, "close");
    this.#child.kill("SIGTERM");
    await closed;
    if (this.#child.exitCode !== 0) throw new Error(`exchanging ended with ${this.#child.exitCode}`);
    return Number(Buffer.concat(this.#output).toString("utf8").split("\n")[1]);
  }
}
