// Opens the files that ripgrep names, through held directories and without following a link, and applies the ignore rules.

import { detectMarkedEncoding } from "../../text/byte-order-mark.js";
import type { Directory, OpenFile } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import { isTemporaryName } from "../directories/temporary-files.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import { FileWindow } from "../reading/file-window.js";
import { HeldPath } from "./held-path.js";

/** A file in which a search found something. */
export interface HitFile {
  readonly file: OpenFile;
  readonly window: FileWindow;
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

function describeFile(file: OpenFile): HitFile {
  const window = new FileWindow(file);
  const mark = detectMarkedEncoding(window.view(0, MARK_BYTES));
  return {
    file,
    window,
    firstByte: mark === "utf-8" ? 3 : 0,
    isUtf16: mark === "utf-16le" || mark === "utf-16be",
  };
}

/** Answers `null` where a file is gone, cannot be read, or is reached through a link. */
function unlessGone<Answer>(look: () => Answer): Answer | null {
  try {
    return look();
  } catch (error) {
    if (hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "ENOTFILE", "EISDIR", "EACCES", "EPERM", "ESTALE")) return null;
    throw error;
  }
}

/** Opens one file at a time; asking for the same file again answers the open one. Files are named by components. */
export class HitFiles {
  readonly #held: HeldPath;
  readonly #components: readonly string[];
  #path: string | undefined;
  #current: HitFile | null = null;

  constructor(options: HitFilesOptions) {
    this.#held = new HeldPath(options, options.components);
    this.#components = options.components;
  }

  /** Tells whether a file is there, is no link, and is hidden by no rule. */
  isVisible(below: readonly string[]): boolean {
    return unlessGone(() => this.#find(below)?.directory.lookup(below.at(-1) ?? "")?.type) === "file";
  }

  /** Answers the rules that hold beside a file; `null` where its directory is hidden or gone, or nothing hides anything. */
  chainBeside(below: readonly string[]): IgnoreChain | null {
    return unlessGone(() => this.#held.enter(below.slice(0, -1))?.chain ?? null);
  }

  /** Answers `null` for a file that is hidden, gone, or reached through a link. */
  open(below: readonly string[]): HitFile | null {
    const path = below.join("/");
    if (path === this.#path) return this.#current;
    this.#closeFile();
    this.#path = path;
    this.#current = unlessGone(() => this.#openFile(below));
    return this.#current;
  }

  close(): void {
    this.#closeFile();
    this.#held.close();
  }

  #openFile(below: readonly string[]): HitFile | null {
    const file = this.#find(below)?.directory.openFile(below.at(-1) ?? "");
    if (file === undefined) return null;
    try {
      return describeFile(file);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  #closeFile(): void {
    this.#current?.file.close();
    this.#current = null;
    this.#path = undefined;
  }

  #find(below: readonly string[]): { readonly directory: Directory } | null {
    const name = below.at(-1);
    if (name === undefined || below.includes("..") || isTemporaryName(name)) return null;
    const parent = this.#held.enter(below.slice(0, -1));
    if (parent?.chain?.isIgnored([...this.#components, ...below].join("/"), false) === true) return null;
    return parent;
  }
}
