// Contents by their hash, each once, in directories of two characters.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { sha256Of } from "../../text/sha256.js";
import { hasErrno } from "../errno.js";
import { unlinkIfThere } from "../state-directory.js";
import { flushPath, UNFINISHED, writePrivateFile } from "./durable-files.js";
import type { ContentHandle } from "./transaction.js";

const BLOB_NAME = /^[0-9a-f]{64}$/;

/** Keeps contents in a directory. */
export class BlobStore {
  readonly #path: string;
  readonly #isDurable: boolean;
  /** Hashes of contents that are known to be on the disk. */
  readonly #flushed = new Set<string>();

  constructor(path: string, isDurable: boolean) {
    this.#path = path;
    this.#isDurable = isDurable;
    mkdirSync(path, { recursive: true, mode: 0o700 });
  }

  /** Keeps a content and resolves once a crash cannot take it away; one that is there already costs a look. */
  async put(content: ContentHandle): Promise<void> {
    const sha256 = await this.#write(content, this.#isDurable);
    if (sha256 === null || !this.#isDurable || this.#flushed.has(sha256)) return;
    await flushPath(this.#directoryOf(sha256));
    this.#flushed.add(sha256);
  }

  /** Keeps a content that a crash may take away, and that is not worth a failure: only redo and merges need it. */
  async putLoosely(content: ContentHandle): Promise<void> {
    await this.#write(content, false).catch(() => {});
  }

  /** Answers a content by its hash; it is checked when it is loaded. */
  handleOf(sha256: string, size: number): ContentHandle {
    return { sha256, size, isKept: true, load: async () => this.#load(sha256) };
  }

  /** Removes every content that is not named, and what never got its name. */
  sweep(named: ReadonlySet<string>): void {
    for (const part of readdirSync(this.#path)) {
      if (part.endsWith(UNFINISHED)) unlinkIfThere(join(this.#path, part));
      if (part.length !== 2) continue;
      for (const name of readdirSync(join(this.#path, part))) if (!named.has(name)) this.remove(name);
    }
  }

  remove(sha256: string): void {
    unlinkIfThere(join(this.#directoryOf(sha256), sha256));
    this.#flushed.delete(sha256);
  }

  async #write(content: ContentHandle, isDurable: boolean): Promise<string | null> {
    const { sha256 } = content;
    if (!content.isKept || sha256 === null) return null;
    const path = join(this.#directoryOf(sha256), sha256);
    if (this.#flushed.has(sha256) ? existsSync(path) : this.#load(sha256) !== null) {
      if (isDurable && !this.#flushed.has(sha256)) await flushPath(path);
      return sha256;
    }
    const bytes = await content.load();
    if (bytes === null) return null;
    const unfinished = join(this.#path, `${randomBytes(12).toString("hex")}${UNFINISHED}`);
    await writePrivateFile(unfinished, bytes, isDurable);
    const madeDirectory = mkdirSync(this.#directoryOf(sha256), { recursive: true, mode: 0o700 });
    renameSync(unfinished, path);
    if (isDurable && madeDirectory !== undefined) await flushPath(this.#path);
    return sha256;
  }

  #load(sha256: string): Uint8Array | null {
    if (!BLOB_NAME.test(sha256)) return null;
    try {
      const bytes = readFileSync(join(this.#directoryOf(sha256), sha256));
      return sha256Of(bytes) === sha256 ? bytes : null;
    } catch (error) {
      if (hasErrno(error, "ENOENT")) return null;
      throw error;
    }
  }

  #directoryOf(sha256: string): string {
    return join(this.#path, sha256.slice(0, 2));
  }
}
