// Opens the files that ripgrep names, through held directories and without following a link, and applies the ignore rules.

import { detectMarkedEncoding } from "../text/byte-order-mark.js";
import type { Directory, OpenFile } from "./directory.js";
import { hasErrno } from "./errno.js";
import type { IgnoreChain } from "./ignore-chain.js";
import { isTemporaryName } from "./temporary-files.js";

/** A file in which a search found something. */
export interface HitFile {
  readonly file: OpenFile;
  /** Components from the directory that was searched. */
  readonly below: readonly string[];
  /** Position of the first line, behind a byte order mark. */
  readonly firstByte: number;
  /** Positions of a search do not fit, since it counts in another encoding. */
  readonly isUtf16: boolean;
}

/** Bytes of the longest byte order mark. */
const MARK_BYTES = 4;

/** Says below which directory files are opened, and by which rules. */
export interface HitFilesOptions {
  readonly directory: Directory;
  /** Components from the root of the workspace to the directory. */
  readonly components: readonly string[];
  /** Rules that hold in the directory; absent lets every file through. */
  readonly chain: IgnoreChain | undefined;
}

/** Opens one file at a time; asking for the same file again answers the open one. */
export class HitFiles {
  readonly #options: HitFilesOptions;
  #path: string | undefined;
  #current: HitFile | null = null;

  constructor(options: HitFilesOptions) {
    this.#options = options;
  }

  /** Answers `null` for a file that is hidden, gone, or reached through a link. */
  open(path: string): HitFile | null {
    if (path === this.#path) return this.#current;
    this.close();
    this.#path = path;
    this.#current = this.#openFile(path.split("/").filter((part) => part !== "" && part !== "."));
    return this.#current;
  }

  close(): void {
    this.#current?.file.close();
    this.#current = null;
    this.#path = undefined;
  }

  #openFile(below: readonly string[]): HitFile | null {
    const held: Directory[] = [];
    try {
      const file = this.#walk(below, held);
      return file === null ? null : describeFile(file, below);
    } catch (error) {
      if (hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "ENOTFILE", "EISDIR", "EACCES", "EPERM", "ESTALE")) return null;
      throw error;
    } finally {
      for (const directory of held.reverse()) directory.close();
    }
  }

  #walk(below: readonly string[], held: Directory[]): OpenFile | null {
    const name = below.at(-1);
    if (name === undefined || below.includes("..") || isTemporaryName(name)) return null;
    let { directory, chain } = this.#options;
    for (const [index, part] of below.slice(0, -1).entries()) {
      const components = [...this.#options.components, ...below.slice(0, index + 1)];
      if (chain?.isIgnored(components.join("/"), true) === true) return null;
      directory = directory.openDirectory(part);
      held.push(directory);
      chain = chain?.enter(directory, components.join("/"));
    }
    if (chain?.isIgnored([...this.#options.components, ...below].join("/"), false) === true) return null;
    return directory.openFile(name);
  }
}

function describeFile(file: OpenFile, below: readonly string[]): HitFile {
  const head = Buffer.alloc(MARK_BYTES);
  const mark = detectMarkedEncoding(head.subarray(0, file.readSync(head, 0)));
  return {
    file,
    below,
    firstByte: mark === "utf-8" ? 3 : 0,
    isUtf16: mark === "utf-16le" || mark === "utf-16be",
  };
}
