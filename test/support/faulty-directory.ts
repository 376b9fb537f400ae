// A directory that fails at one chosen call of those that change something, for trees on disk and in memory.

import type { Directory, NewFile } from "../../src/workspace/directories/directory.js";

/** Counts the calls that change something, and fails at one of them. */
export class Fault {
  calls = 0;
  /** Called after each rename that has happened, with the new name. */
  onRenamed: (name: string) => void = () => {};
  /** Called before each new file, with its name. */
  onCreate: (name: string) => void = () => {};
  #failAt = Number.POSITIVE_INFINITY;

  /** Fails once, at the given call from now on; 1 is the next. */
  arm(call: number): void {
    this.calls = 0;
    this.#failAt = call;
  }

  disarm(): void {
    this.#failAt = Number.POSITIVE_INFINITY;
  }

  step(): void {
    this.calls += 1;
    if (this.calls === this.#failAt) throw Object.assign(new Error("injected"), { code: "EIO" });
  }
}

const INNER = new WeakMap<Directory, Directory>();
const MUTATIONS: ReadonlySet<string | symbol> = new Set(["makeDirectory", "unlink", "removeDirectory"]);

function wrapFile(file: NewFile, fault: Fault): NewFile {
  return {
    write: async (bytes) => {
      fault.step();
      await file.write(bytes);
    },
    finish: (mode, owner) => {
      fault.step();
      file.finish(mode, owner);
    },
    setModified: (mtimeMs) => {
      fault.step();
      file.setModified(mtimeMs);
    },
    flush: async () => {
      fault.step();
      await file.flush();
    },
    close: () => file.close(),
  };
}

/** Wraps a directory and everything that is opened through it. */
export function createFaultyDirectory(inner: Directory, fault: Fault): Directory {
  const special: Partial<Directory> = {
    openDirectory: (name) => createFaultyDirectory(inner.openDirectory(name), fault),
    reopen: () => createFaultyDirectory(inner.reopen(), fault),
    createFile: (name) => {
      fault.step();
      fault.onCreate(name);
      return wrapFile(inner.createFile(name), fault);
    },
    rename: (name, target, targetName) => {
      fault.step();
      inner.rename(name, INNER.get(target) ?? target, targetName);
      fault.onRenamed(targetName);
    },
    link: (name, target, newName) => {
      fault.step();
      inner.link(name, INNER.get(target) ?? target, newName);
    },
    flush: async () => {
      fault.step();
      await inner.flush();
    },
  };
  const wrapped = new Proxy(inner, {
    get: (directory, key) => {
      const own = special[key as keyof Directory];
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(directory, key, directory);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]) => {
        if (MUTATIONS.has(key)) fault.step();
        return Reflect.apply(value, directory, args);
      };
    },
  });
  INNER.set(wrapped, inner);
  return wrapped;
}
