// One file under a temporary name: made, filled, and given its name by one step. The caller holds the locks and decides
// whether it may have that name.

import type { Directory, NodeStat } from "../directories/directory.js";
import { hasErrno } from "../directories/errno.js";
import { createTemporaryName, type TemporaryFileJournal } from "../directories/temporary-files.js";
import type { Content } from "../history/content.js";

/** Where a staged file is to appear. */
export interface StagedTarget {
  readonly parent: Directory;
  readonly name: string;
}

/** What a staged file holds. */
export interface StagedContent {
  readonly content: Content;
  /** Permission bits. */
  readonly mode: number;
  /** The owner to give it to, where the platform lets it. */
  readonly owner: NodeStat["owner"] | undefined;
  /** The time of the last change that it is given, in milliseconds since the epoch; absent for now. */
  readonly mtimeMs?: number | undefined;
}

/** Tells whether a failure only says that the file system has no hard links. */
export function isWithoutLinks(error: unknown): boolean {
  return hasErrno(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK");
}

/** A temporary file, known to the journal from before it exists until it is finished. */
export class StagedFile {
  readonly name: string = createTemporaryName();
  readonly #directory: Directory;
  readonly #settle: () => void;
  #isThere = false;

  /** Names the file in the journal; `components` lead from the root to the directory. */
  constructor(directory: Directory, components: readonly string[], journal: TemporaryFileJournal) {
    this.#directory = directory;
    this.#settle = journal.record([...components, this.name]);
  }

  /** Writes the content and makes it durable; its hash is computed while the disk works. */
  async write({ content, mode, owner, mtimeMs }: StagedContent): Promise<void> {
    const file = this.#directory.createFile(this.name);
    this.#isThere = true;
    try {
      for (const piece of content.pieces) await file.write(piece);
      file.finish(mode, owner);
      if (mtimeMs !== undefined) file.setModified(mtimeMs);
      const flushing = file.flush();
      content.computeSha256();
      await flushing;
    } finally {
      file.close();
    }
  }

  /** Puts the file in the place of whatever file has the name. */
  publishOver({ parent, name }: StagedTarget): void {
    this.#directory.rename(this.name, parent, name);
    this.#isThere = false;
  }

  /** Gives the file a name without ever replacing another file; throws `EEXIST` when the name is taken. */
  publishNew(target: StagedTarget): void {
    try {
      this.#directory.link(this.name, target.parent, target.name);
    } catch (error) {
      if (!isWithoutLinks(error)) throw error;
      this.#publishOverClaim(target);
      return;
    }
    this.#directory.unlink(this.name);
    this.#isThere = false;
  }

  /**
   * Removes the file if it has not got its name, and settles the journal. Never throws: a file that cannot be removed
   * now is left to the journal, and goes with the next opening.
   */
  finish(): void {
    try {
      if (this.#isThere) this.#directory.unlink(this.name);
    } catch (error) {
      if (!hasErrno(error, "ENOENT")) return;
    }
    this.#isThere = false;
    this.#settle();
  }

  /** Takes the name on file systems without hard links; for a moment an empty file can be seen there. */
  #publishOverClaim(target: StagedTarget): void {
    target.parent.createFile(target.name).close();
    try {
      this.publishOver(target);
    } catch (error) {
      target.parent.unlink(target.name);
      throw error;
    }
  }
}
