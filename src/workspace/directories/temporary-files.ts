// Names of temporary files, and the journal that lets a later process sweep those of a killed one.

import { randomBytes } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { Directory } from "./directory.js";
import { hasErrno } from "./errno.js";
import {
  identifyThisProcess,
  isProcessAlive,
  type ProcessIdentity,
  type StateDirectory,
  unlinkIfThere,
} from "./state-directory.js";

const NAME = /^\.ai-file-tools-[0-9a-f]{24}\.tmp$/;

/** Bytes after which a journal whose temporary files are all gone starts anew. */
const MAX_JOURNAL_BYTES = 64 * 1024;

/** Pattern in ripgrep's syntax for every name that this module makes. */
export const TEMPORARY_NAME_GLOB = ".ai-file-tools-*.tmp";

/** Tells whether a name is one of a temporary file; such entries never show. */
export function isTemporaryName(name: string): boolean {
  return NAME.test(name);
}

/** Makes a name that nobody can guess. */
export function createTemporaryName(): string {
  return `.ai-file-tools-${randomBytes(12).toString("hex")}.tmp`;
}

/** Remembers temporary files outside the workspace for as long as they exist. */
export interface TemporaryFileJournal {
  /** Must be called before the file is made; answers what to call once it is gone. */
  record(components: readonly string[]): () => void;
  close(): void;
}

interface JournalHeader extends ProcessIdentity {
  readonly root: string;
}

class DiskJournal implements TemporaryFileJournal {
  readonly #path: string;
  readonly #header: string;
  #pending = 0;
  #bytes = 0;
  #isOpen = false;

  constructor(path: string, root: string) {
    this.#path = path;
    this.#header = `${JSON.stringify({ ...identifyThisProcess(), root } satisfies JournalHeader)}\n`;
  }

  record(components: readonly string[]): () => void {
    const line = `${JSON.stringify(components)}\n`;
    appendFileSync(this.#path, this.#isOpen ? line : this.#header + line, { mode: 0o600 });
    this.#isOpen = true;
    this.#pending += 1;
    this.#bytes += line.length;
    return () => this.#settle();
  }

  close(): void {
    if (!this.#isOpen || this.#pending > 0) return;
    unlinkIfThere(this.#path);
    this.#isOpen = false;
  }

  #settle(): void {
    this.#pending -= 1;
    if (this.#pending > 0 || this.#bytes < MAX_JOURNAL_BYTES) return;
    truncateSync(this.#path, Buffer.byteLength(this.#header));
    this.#bytes = 0;
  }
}

/** Makes a journal for one root; its file comes into being with the first record. */
export function createTemporaryFileJournal(state: StateDirectory, root: string): TemporaryFileJournal {
  const name = `${state.nameFor(root)}-${process.pid}-${randomBytes(6).toString("hex")}.journal`;
  return new DiskJournal(join(state.path, name), root);
}

/** Makes a journal for trees that end with the process. */
export function createTemporaryFileJournalInMemory(): TemporaryFileJournal {
  return { record: () => () => {}, close: () => {} };
}

function parseJournal(
  path: string,
): { readonly header: JournalHeader; readonly files: readonly (readonly string[])[] } | undefined {
  try {
    const lines = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    const [header, ...files] = lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
    return isHeader(header) ? { header, files: files.filter(isComponentList) } : undefined;
  } catch {
    return undefined;
  }
}

/** Tells a header from what a full disk or a crash may have left in its place. */
function isHeader(value: unknown): value is JournalHeader {
  const header = value as Partial<JournalHeader> | null | undefined;
  return (
    typeof header?.root === "string" && typeof header.startedAt === "string" && Number.isSafeInteger(header.processId)
  );
}

function isComponentList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((part) => typeof part === "string" && /^(?!\.{1,2}$)[^/\\\0]+$/.test(part))
  );
}

/** Removes one temporary file below a held root, following no link; a file that is gone already is no failure. */
function sweepFile(root: Directory, components: readonly string[]): void {
  const held: Directory[] = [];
  const name = components.at(-1) ?? "";
  try {
    for (const part of components.slice(0, -1)) held.push((held.at(-1) ?? root).openDirectory(part));
    const parent = held.at(-1) ?? root;
    if (isTemporaryName(name) && parent.lookup(name)?.type === "file") parent.unlink(name);
  } catch (error) {
    if (!hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EPERM", "EROFS", "ESTALE")) throw error;
  } finally {
    for (const directory of held.reverse()) directory.close();
  }
}

/** Removes the temporary files that killed processes left below a root, as their journals name them. */
export function sweepTemporaryFiles(state: StateDirectory, rootPath: string, root: Directory): void {
  const prefix = `${state.nameFor(rootPath)}-`;
  for (const name of readdirSync(state.path)) {
    if (!(name.startsWith(prefix) && name.endsWith(".journal"))) continue;
    const path = join(state.path, name);
    const journal = parseJournal(path);
    if (journal === undefined || journal.header.root !== rootPath || isProcessAlive(journal.header)) continue;
    for (const components of journal.files) sweepFile(root, components);
    unlinkIfThere(path);
  }
}
