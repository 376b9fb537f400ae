// The only way from a path to a held directory: one component at a time, each opened relative to the one before it.

import { FsError } from "../../errors.js";
import { MAX_SYMLINKS } from "../../limits.js";
import type { Directory, HeldNode, NodeStat } from "../directories/directory.js";
import { createErrno, hasErrno, toFsError } from "../directories/errno.js";
import { createOutsideError, createReplacedError, isAbsolutePath, splitPath } from "./paths.js";
import type { Place, WalkOptions } from "./place.js";
import { findRoot, isClosed, type PathRequest, type Root, type Scope, showPath, startOf } from "./scope.js";

export type { Place, WalkOptions } from "./place.js";

/** Times that a component which changes its type under the walk is looked at again. */
const MAX_RETRIES = 16;

class PathWalk {
  readonly #scope: Scope;
  readonly #options: WalkOptions;
  readonly #request: PathRequest;
  #root: Root;
  #todo: string[];
  /** What stands at the end, when it is to be opened. */
  #last: HeldNode | null = null;
  #held: { readonly directory: Directory; readonly name: string }[] = [];
  #missing: string[] = [];
  #links = 0;
  #retries = 0;
  #mustBeDirectory: boolean;
  #repeatedFocus: PathRequest["repeatedFocus"];

  constructor(scope: Scope, request: PathRequest, options: WalkOptions) {
    this.#scope = scope;
    this.#options = options;
    this.#request = request;
    this.#root = request.root;
    this.#todo = [...request.components];
    this.#mustBeDirectory = request.mustBeDirectory;
    this.#repeatedFocus = request.repeatedFocus;
  }

  run(): Place {
    try {
      this.#enterRoot();
      return this.#walk();
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  /** Goes down to where the root begins; it must be the directory that the root was narrowed to. */
  #enterRoot(): void {
    const { within } = this.#root;
    if (within === undefined) return;
    try {
      for (const name of within.components) {
        this.#held.push({ directory: this.#current.openDirectory(name), name });
      }
    } catch (error) {
      if (hasErrno(error, "ENOENT", "ENOTDIR", "ELOOP")) throw createReplacedError();
      throw error;
    }
    if (this.#current.identity !== within.identity) throw createReplacedError();
  }

  #walk(): Place {
    for (;;) {
      this.#skipRepeatedFocus();
      const component = this.#todo.shift();
      if (component === undefined) return this.#endAtDirectory();
      if (component === "..") this.#stepUp();
      else if (this.#todo.length > 0) this.#stepDown(component);
      else {
        const place = this.#endAt(component);
        if (place !== undefined) return place;
      }
    }
  }

  get #current(): Directory {
    return this.#held.at(-1)?.directory ?? this.#root.directory;
  }

  get #names(): readonly string[] {
    return [...this.#held.map((held) => held.name), ...this.#missing];
  }

  /** Leaves out what names the focus a second time, when nothing of that name is in it. */
  #skipRepeatedFocus(): void {
    const repeated = this.#repeatedFocus;
    if (repeated === undefined || this.#todo.length !== repeated.left) return;
    this.#repeatedFocus = undefined;
    const [name = ""] = this.#todo;
    if (this.#missing.length === 0 && this.#current.lookup(name) === null) this.#todo.splice(0, repeated.count);
  }

  /** Directories that lead to where the root begins, above which no step goes. */
  get #floor(): number {
    return startOf(this.#root).length;
  }

  #stepUp(): void {
    if (this.#missing.length > 0) throw createErrno("ENOENT");
    const left = this.#held.length > this.#floor ? this.#held.pop() : undefined;
    if (left === undefined) throw this.#links > 0 ? this.#createEscapeError() : createOutsideError();
    left.directory.close();
  }

  #stepDown(name: string): void {
    if (this.#missing.length > 0) {
      this.#missing.push(name);
      return;
    }
    try {
      this.#held.push({ directory: this.#current.openDirectory(name), name });
      this.#assertOpen(this.#names);
    } catch (error) {
      if (hasErrno(error, "ENOENT")) this.#missing.push(name);
      else if (hasErrno(error, "ENOTDIR", "ELOOP")) this.#followOrRetry(name, error);
      else throw error;
    }
  }

  /** Answers `undefined` when the last component was a link that the walk now follows. */
  #endAt(name: string): Place | undefined {
    const node = this.#missing.length > 0 ? null : this.#look(name);
    if (node?.type === "symlink" && this.#options.followLast) {
      this.#letLastGo();
      this.#followOrRetry(name, createErrno("ESTALE"));
      return undefined;
    }
    if (this.#mustBeDirectory && node !== null && node.type === "file") throw this.#createFileError();
    return this.#createPlace(name, node);
  }

  #look(name: string): NodeStat | null {
    if (!this.#options.holdLast) return this.#current.lookup(name);
    this.#last = this.#current.hold(name);
    return this.#last?.stat ?? null;
  }

  /** Ends at a directory that the walk stands in: a root, or the target of `..`. */
  #endAtDirectory(): Place {
    const last = this.#held.length > this.#floor ? this.#held.at(-1) : undefined;
    if (last === undefined) return this.#createPlace("", this.#current.stat());
    const parent = this.#held.at(-2)?.directory ?? this.#root.directory;
    const node = parent.lookup(last.name);
    if (node?.identity !== last.directory.identity) throw createErrno("ESTALE");
    this.#held.pop();
    last.directory.close();
    return this.#createPlace(last.name, node);
  }

  #followOrRetry(name: string, error: unknown): void {
    const target = this.#current.readLink(name);
    if (target !== null) {
      this.#follow(target);
      return;
    }
    this.#retries += 1;
    const type = this.#current.lookup(name)?.type;
    if (this.#retries > MAX_RETRIES) throw createErrno("ESTALE");
    if (type === "file" || type === "other") throw error;
    this.#todo.unshift(name);
  }

  #follow(target: string): void {
    this.#links += 1;
    if (this.#options.symlinks === "reject" || this.#links > MAX_SYMLINKS) throw this.#createEscapeError();
    const components = splitPath(target);
    if (this.#todo.length === 0 && target.endsWith("/")) this.#mustBeDirectory = true;
    if (!isAbsolutePath(target)) {
      this.#todo.unshift(...components);
      return;
    }
    const found = findRoot(this.#scope, components);
    if (found === undefined) throw this.#createEscapeError();
    this.#release();
    this.#root = found.root;
    this.#enterRoot();
    this.#todo.unshift(...found.components);
  }

  #createEscapeError(): FsError {
    const shown = this.#request.shownPath;
    return new FsError("symlink_escape", `${shown}: a symbolic link on the way may not be followed`, {
      path: shown,
      hint: "The link leaves the workspace, or the workspace follows no links; use the file's real path inside the workspace.",
    });
  }

  /** A `/` behind the name of a file is one too many. */
  #createFileError(): Error {
    const { mustBeDirectory, shownPath } = this.#request;
    if (!mustBeDirectory) return createErrno("EISFILE");
    const meant = shownPath.replace(/\/[/.]*$/, "");
    return new FsError("not_a_directory", `${shownPath}: ${meant} is a file, not a directory`, {
      path: shownPath,
      hint: `Did you mean ${meant}?`,
    });
  }

  #createPlace(name: string, node: NodeStat | null): Place {
    const components = name === "" ? this.#names : [...this.#names, name];
    this.#assertGranted(components);
    this.#assertOpen(components);
    return {
      root: this.#root,
      components,
      parent: this.#current,
      ancestors: [this.#root.directory, ...this.#held.map((held) => held.directory)],
      missingParents: this.#missing,
      name,
      node,
      ...(this.#last === null ? {} : { held: this.#last }),
      path: showPath(this.#root, components),
      given: this.#request.given,
      ...(this.#links === 0 ? {} : { linkedFrom: this.#request.shownPath }),
      mustBeDirectory: this.#mustBeDirectory,
      release: () => this.#release(),
    };
  }

  #assertGranted(components: readonly string[]): void {
    const only = this.#root.onlyName;
    if (only === undefined || (components.length === 1 && components[0] === only)) return;
    throw this.#links > 0 ? this.#createEscapeError() : createOutsideError();
  }

  #assertOpen(components: readonly string[]): void {
    if (!isClosed(this.#root, components)) return;
    throw this.#links > 0 ? this.#createEscapeError() : createOutsideError();
  }

  #letLastGo(): void {
    this.#last?.close();
    this.#last = null;
  }

  #release(): void {
    this.#letLastGo();
    for (const held of this.#held.splice(0).reverse()) held.directory.close();
  }
}

/**
 * Walks to a path and holds the directories on the way.
 * @throws {FsError} path_outside_workspace – when the path climbs out of its root, or the directory that the root was
 *   narrowed to is no longer there
 * @throws {FsError} symlink_escape – when a link leads out, links are rejected, or more than 8 follow one another
 * @throws {FsError} path_not_found – when `..` follows a directory that does not exist
 * @throws {FsError} not_a_directory – when a file stands where a directory is needed
 */
export function walkPath(scope: Scope, request: PathRequest, options: WalkOptions): Place {
  try {
    return new PathWalk(scope, request, options).run();
  } catch (error) {
    throw toFsError(error, request.shownPath);
  }
}
