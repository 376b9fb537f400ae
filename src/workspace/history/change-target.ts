// One file of a change of many: what was there, what is to be there, and the way there and back. The caller holds the
// locks, calls the steps in their order, and decides when to go back.

import { joinPieces } from "../../text/byte-pieces.js";
import { foldName } from "../../text/fold-name.js";
import type { Directory, NodeStat } from "../directories/directory.js";
import { createErrno, createNotFileErrno } from "../directories/errno.js";
import type { TemporaryFileJournal } from "../directories/temporary-files.js";
import type { FileChange, FileVersion } from "../interfaces/file-changes.js";
import { createNotFoundError } from "../paths/not-found.js";
import type { Place } from "../paths/walk-path.js";
import {
  createExistsError,
  createMismatchError,
  inspectTarget,
  publishFresh,
  type WriteTarget,
} from "../writing/atomic-write.js";
import { readCurrent } from "../writing/current-file.js";
import { StagedFile } from "../writing/staged-file.js";
import { assertNamesFile } from "../writing/write-target.js";
import { Content } from "./content.js";
import type { NewDirectories } from "./new-directories.js";

/** A version of a file with its bytes. */
export interface KeptVersion {
  readonly content: Content;
  /** Permission bits. */
  readonly mode: number;
}

interface SeenVersion extends KeptVersion {
  readonly node: NodeStat;
}

function describeVersion(version: KeptVersion | null): FileVersion | null {
  if (version === null) return null;
  return { sha256: version.content.sha256, size: version.content.size, mode: version.mode };
}

/** One file that is changed together with others. */
export class ChangeTarget {
  readonly place: Place;
  readonly change: FileChange;
  /** What was there before; known once it was inspected. */
  before: SeenVersion | null = null;
  /** What is to be there; known once it was planned. */
  after: KeptVersion | null = null;
  readonly #content: Content | null;
  readonly #journal: TemporaryFileJournal;
  #parent: Directory;
  #staged: StagedFile | undefined;
  #isTouched = false;

  constructor(place: Place, change: FileChange, journal: TemporaryFileJournal) {
    assertNamesFile(place);
    if (place.name === "") throw createErrno("EISDIR");
    this.place = place;
    this.change = change;
    this.#content = change.content === null ? null : new Content(change.content);
    this.#journal = journal;
    this.#parent = place.parent;
  }

  /** Equal for all names of one file; the first missing parent stands for a file whose directory does not exist yet. */
  get lockKey(): string {
    return `${this.place.parent.identity}/${foldName(this.place.missingParents[0] ?? this.place.name)}`;
  }

  /** The directory that the file is in, or is going to be in once its parents are made. */
  get parent(): Directory {
    return this.#parent;
  }

  /** Name of the temporary file, once there is one. */
  get temporaryName(): string | undefined {
    return this.#staged?.name;
  }

  /**
   * Reads what is there and compares it with what the change expects.
   * @throws {FsError} hash_mismatch, file_already_exists, path_not_found – when it is something else
   */
  async inspect(signal: AbortSignal | undefined): Promise<void> {
    this.before = await this.#read(signal);
    this.before?.content.computeSha256();
    const { expectedSha256 } = this.change;
    if (typeof expectedSha256 === "string") {
      if (this.before === null) throw createMismatchError(this.place.path, "gone");
      if (this.before.content.sha256 !== expectedSha256) throw createMismatchError(this.place.path, "changed");
    }
    if (expectedSha256 === null && this.before !== null) throw createExistsError(this.place.path);
    if (this.#content === null && this.before === null) throw createNotFoundError(this.place);
  }

  /** Decides the permission bits afterwards; `fallbackMode` holds for a file that does not exist yet. */
  plan(fallbackMode: number): void {
    if (this.#content === null) return;
    this.#content.computeSha256();
    const mode = (this.change.fileMode ?? this.before?.mode ?? fallbackMode) & 0o777;
    this.after = { content: this.#content, mode };
    this.#staged = this.#createStaged();
  }

  /** Writes the new content under its temporary name, beside the file or above the directories that are missing. */
  async stage(): Promise<void> {
    if (this.after === null || this.#staged === undefined) return;
    await this.#staged.write({ ...this.after, owner: this.before?.node.owner });
  }

  /** Looks whether the file is still what was inspected. */
  async assertUnchanged(signal: AbortSignal | undefined): Promise<void> {
    this.place.parent.assertInPlace();
    if (this.#lookup()?.version === this.before?.node.version) return;
    const now = await this.#read(signal);
    if (now === null) throw createMismatchError(this.place.path, "gone");
    if (this.before === null) throw createExistsError(this.place.path);
    if (!this.before.content.equals(joinPieces(now.content.pieces)))
      throw createMismatchError(this.place.path, "changed");
    this.before = { ...this.before, node: now.node };
  }

  /** Makes the missing directories of a file that is to be there. */
  makeParents(directories: NewDirectories): void {
    if (this.after !== null) this.#parent = directories.make(this.place.parent, this.place.missingParents);
  }

  /** Gives the file its new content, or takes it away, in one step. */
  publish(): void {
    if (this.#lookup()?.version !== this.before?.node.version) throw createMismatchError(this.place.path, "changed");
    this.#isTouched = true;
    if (this.#staged === undefined) this.#parent.unlink(this.place.name);
    else if (this.before === null) publishFresh(this.#staged, this.#target);
    else this.#staged.publishOver(this.#target);
  }

  /** Brings back what was there; answers `false` where somebody else has written meanwhile, which then stays. */
  async takeBack(): Promise<boolean> {
    if (!this.#isTouched) return true;
    this.#isTouched = false;
    const now = await readCurrent(this.#target, undefined);
    if (isVersion(this.before, now?.bytes)) return true;
    if (!isVersion(this.after, now?.bytes)) return false;
    if (this.before === null) this.#parent.unlink(this.place.name);
    else await this.#restore(this.before);
    return true;
  }

  /** Removes the temporary file if there still is one. */
  discard(): void {
    this.#staged?.finish();
    this.#staged = undefined;
  }

  describeBefore(): FileVersion | null {
    return describeVersion(this.before);
  }

  describeAfter(): FileVersion | null {
    return describeVersion(this.after);
  }

  get #target(): WriteTarget {
    const { name, components, path } = this.place;
    return { parent: this.#parent, name, components, path };
  }

  /** Looks at what is there; a file that is to be replaced must be writable, one that is to be removed need not. */
  #lookup(): NodeStat | null {
    if (this.place.missingParents.length > 0) return null;
    if (this.#content !== null) return inspectTarget(this.#target);
    const node = this.place.parent.lookup(this.place.name);
    if (node === null || node.type === "file") return node;
    throw createNotFileErrno(node);
  }

  async #read(signal: AbortSignal | undefined): Promise<SeenVersion | null> {
    const node = this.#lookup();
    if (node === null) return null;
    const whole = await readCurrent(this.#target, signal);
    if (whole === null) return null;
    const { bytes, mode, version } = whole;
    return { content: new Content(bytes), mode: mode & 0o777, node: { ...node, version } };
  }

  async #restore(before: SeenVersion): Promise<void> {
    const staged = this.#createStaged();
    try {
      await staged.write({ ...before, owner: before.node.owner });
      if (this.after === null) publishFresh(staged, this.#target);
      else staged.publishOver(this.#target);
    } finally {
      staged.finish();
    }
  }

  #createStaged(): StagedFile {
    const { components, missingParents, parent } = this.place;
    const above = components.length - 1 - missingParents.length;
    return new StagedFile(parent, components.slice(0, above), this.#journal);
  }
}

/** Compares bytes with a version; `undefined` and `null` both mean that nothing is there. */
function isVersion(version: KeptVersion | null, bytes: Uint8Array | undefined): boolean {
  if (version === null || bytes === undefined) return version === null && bytes === undefined;
  return version.content.equals(bytes);
}
