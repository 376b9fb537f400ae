// The files of a workspace as the interpreter `just-bash` wants them. Its own system files stay in its own memory.

import { AsyncLocalStorage } from "node:async_hooks";
import { posix } from "node:path";
import type { BufferEncoding, CpOptions, FileContent, FsStat, IFileSystem, InMemoryFs, RmOptions } from "just-bash";
import { isFsError } from "../../errors.js";
import type { CommandFileStat, CommandFiles } from "../command-files.js";

/** Where the interpreter keeps its commands and devices; these paths never reach the workspace. */
const SYSTEM = ["/bin", "/usr/bin", "/dev", "/proc", "/tmp"];

const CODES: Readonly<Record<string, string>> = {
  path_not_found: "ENOENT: no such file or directory",
  not_a_directory: "ENOTDIR: not a directory",
  not_a_file: "EISDIR: illegal operation on a directory",
  file_already_exists: "EEXIST: file already exists",
  file_too_large: "EFBIG: file too large",
};

/** Words a failure as programs expect it; what the boundary refuses is a permission that is missing. */
function toSystemError(error: unknown, path: string): Error {
  if (!isFsError(error)) return error instanceof Error ? error : new Error(String(error));
  const words = CODES[error.kind] ?? `EACCES: permission denied (${error.message})`;
  return Object.assign(new Error(`${words}, '${path}'`, { cause: error }), { code: words.split(":")[0] });
}

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file or directory, '${path}'`), { code: "ENOENT" });
}

function unsupported(path: string): Error {
  return Object.assign(new Error(`EPERM: operation not permitted, '${path}'`), { code: "EPERM" });
}

function isBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

function toStat(stat: CommandFileStat): FsStat {
  return {
    isFile: stat.type === "file",
    isDirectory: stat.type === "dir",
    isSymbolicLink: stat.type === "symlink",
    mode: stat.mode,
    size: stat.size,
    mtime: new Date(stat.mtime),
  };
}

function toBytes(content: FileContent, encoding: BufferEncoding): Uint8Array {
  if (typeof content !== "string") return content;
  return Buffer.from(content, encoding === "binary" ? "latin1" : encoding);
}

type EncodingOption = { readonly encoding?: BufferEncoding | null } | BufferEncoding | undefined;

function encodingOf(options: EncodingOption): BufferEncoding {
  return (typeof options === "string" ? options : options?.encoding) ?? "utf8";
}

/** Reads and writes the workspace through its boundary, and everything of the system in memory. */
export class JustBashFiles implements IFileSystem {
  readonly #files: CommandFiles;
  readonly #system: InMemoryFs;
  /** The interpreter forbids its scripts clocks and more, and tells them by their asynchronous context. */
  readonly #outside = AsyncLocalStorage.snapshot();

  constructor(files: CommandFiles, system: InMemoryFs) {
    this.#files = files;
    this.#system = system;
  }

  /** The interpreter makes its own layout with these two. */
  mkdirSync(path: string, options?: { recursive?: boolean }): void {
    if (this.#isSystem(path)) this.#system.mkdirSync(path, options);
  }

  writeFileSync(path: string, content: FileContent): void {
    if (this.#isSystem(path)) this.#system.writeFileSync(path, content);
  }

  async readFile(path: string, options?: EncodingOption): Promise<string> {
    const encoding = encodingOf(options);
    return Buffer.from(await this.readFileBuffer(path)).toString(encoding === "binary" ? "latin1" : encoding);
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    if (this.#isSystem(path)) return this.#system.readFileBuffer(path);
    return this.#attempt(path, () => this.#files.readFile(path));
  }

  async writeFile(path: string, content: FileContent, options?: EncodingOption): Promise<void> {
    if (this.#isSystem(path)) return this.#system.writeFile(path, content);
    const bytes = toBytes(content, encodingOf(options));
    await this.#attempt(path, () => this.#files.writeBytes(path, bytes, { createParents: false }));
  }

  async appendFile(path: string, content: FileContent, options?: EncodingOption): Promise<void> {
    if (this.#isSystem(path)) return this.#system.appendFile(path, content);
    const before = (await this.exists(path)) ? await this.readFileBuffer(path) : new Uint8Array();
    await this.writeFile(path, Buffer.concat([before, toBytes(content, encodingOf(options))]));
  }

  async exists(path: string): Promise<boolean> {
    if (this.#isSystem(path)) return this.#system.exists(path);
    return this.stat(path).then(
      () => true,
      () => false,
    );
  }

  async stat(path: string): Promise<FsStat> {
    if (this.#isSystem(path)) return this.#system.stat(path);
    const stat = await this.#attempt(path, () => this.#files.stat(path));
    if (stat === null) throw missing(path);
    return toStat(stat);
  }

  lstat(path: string): Promise<FsStat> {
    return this.#isSystem(path) ? this.#system.lstat(path) : this.stat(path);
  }

  async mkdir(path: string, options?: { recursive?: boolean }): Promise<void> {
    if (this.#isSystem(path)) return this.#system.mkdir(path, options);
    await this.#attempt(path, () => this.#files.mkdir(path, { recursive: options?.recursive === true }));
  }

  async readdir(path: string): Promise<string[]> {
    if (this.#isSystem(path)) return this.#system.readdir(path);
    const names: string[] = [];
    for (;;) {
      const page = await this.#attempt(path, () =>
        this.#files.list(path, { includeIgnored: true, offset: names.length }),
      );
      names.push(...page.entries.map(({ name }) => name));
      if (!page.truncated || page.entries.length === 0) return names.toSorted();
    }
  }

  async rm(path: string, options: RmOptions = {}): Promise<void> {
    if (this.#isSystem(path)) return this.#system.rm(path, options);
    if (options.force === true && !(await this.exists(path))) return;
    await this.#attempt(path, () => this.#files.remove(path, { recursive: options.recursive === true }));
  }

  async cp(path: string, target: string, options: CpOptions = {}): Promise<void> {
    const { isDirectory } = await this.stat(path);
    if (!isDirectory) return this.writeFile(target, await this.readFileBuffer(path));
    if (options.recursive !== true) throw unsupported(path);
    await this.mkdir(target, { recursive: true });
    for (const name of await this.readdir(path)) {
      await this.cp(posix.join(path, name), posix.join(target, name), options);
    }
  }

  async mv(path: string, target: string): Promise<void> {
    if (!(this.#isSystem(path) || this.#isSystem(target))) {
      await this.#attempt(path, () => this.#files.move(path, target, { overwrite: true }));
      return;
    }
    await this.cp(path, target, { recursive: true });
    await this.rm(path, { recursive: true });
  }

  resolvePath(base: string, path: string): string {
    return posix.resolve("/", base, path);
  }

  /** Only helps to expand wildcards at once; without it directories are read. */
  getAllPaths(): string[] {
    return [];
  }

  async chmod(path: string): Promise<void> {
    await this.stat(path);
  }

  async utimes(path: string): Promise<void> {
    await this.stat(path);
  }

  async symlink(_target: string, path: string): Promise<void> {
    throw unsupported(path);
  }

  async link(_path: string, target: string): Promise<void> {
    throw unsupported(target);
  }

  async readlink(path: string): Promise<string> {
    throw Object.assign(new Error(`EINVAL: invalid argument, '${path}'`), { code: "EINVAL" });
  }

  async realpath(path: string): Promise<string> {
    await this.stat(path);
    return posix.resolve("/", path);
  }

  #isSystem(path: string): boolean {
    const absolute = posix.resolve("/", path);
    return SYSTEM.some((directory) => isBelow(absolute, directory));
  }

  async #attempt<Result>(path: string, operation: () => Promise<Result>): Promise<Result> {
    try {
      return await this.#outside(operation);
    } catch (error) {
      throw toSystemError(error, path);
    }
  }
}
