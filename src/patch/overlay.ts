// The files of a patch as its operations leave them, over the files as they are. Nothing is written anywhere.

/** Reads a file as it is now; `null` when there is none. May throw an {@link FsError}, which fails what needs the file. */
export type ReadPatchFile = (path: string) => Promise<Uint8Array | null>;

/** Answers one name for every spelling of a path, so that two operations on one file see each other. */
export type IdentifyPath = (path: string) => string | Promise<string>;

/** Holds one file under the patch. */
export interface OverlayFile {
  /** The path as the patch spelled it first. */
  readonly path: string;
  readonly initial: Uint8Array | null;
  current: Uint8Array | null;
  /** The path that the content came from by moves; `null` when it did not. */
  movedFrom: string | null;
  /** The patch adds it as a file that may be run. */
  isExecutable: boolean;
  /** An operation on it failed, so that what it would be is not known. */
  isBroken: boolean;
}

/** Answers a path without what changes nothing: single dots and repeated separators. Purely by its text. */
export function normalizePath(path: string): string {
  const root = path.startsWith("/") ? "/" : "";
  return (
    root +
    path
      .split("/")
      .filter((part) => part !== "" && part !== ".")
      .join("/")
  );
}

/** Reads every file once and remembers what operations make of it. */
export class Overlay {
  readonly #read: ReadPatchFile;
  readonly #identify: IdentifyPath;
  readonly #files = new Map<string, OverlayFile>();
  readonly #bySpelling = new Map<string, OverlayFile>();

  constructor(read: ReadPatchFile, identify: IdentifyPath) {
    this.#read = read;
    this.#identify = identify;
  }

  /**
   * Answers the file of a path as the operations so far left it.
   * @throws {FsError} as the reader throws
   */
  async open(path: string): Promise<OverlayFile> {
    const spelled = this.#bySpelling.get(path);
    if (spelled !== undefined) return spelled;
    const name = await this.#identify(path);
    const file = this.#files.get(name) ?? (await this.#readFile(path));
    this.#files.set(name, file);
    this.#bySpelling.set(path, file);
    return file;
  }

  /** Notes that an operation on a path failed; nothing happens when its file could not even be opened. */
  markBroken(path: string): void {
    const file = this.#bySpelling.get(path);
    if (file !== undefined) file.isBroken = true;
  }

  /** Answers every file that was opened, in that order. */
  files(): readonly OverlayFile[] {
    return [...this.#files.values()];
  }

  async #readFile(path: string): Promise<OverlayFile> {
    const initial = await this.#read(path);
    return {
      path: normalizePath(path),
      initial,
      current: initial,
      movedFrom: null,
      isExecutable: false,
      isBroken: false,
    };
  }
}
