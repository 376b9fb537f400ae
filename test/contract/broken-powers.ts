// Stores that break a promise about listing, removing, renaming, updating or searching.

import { contentSha256 } from "../../src/stores/content-sha256.js";
import type { StoreSearchRequest, StoreUpdateOptions, UpdateContent } from "../../src/stores/file-store.js";
import { InMemoryFileStore } from "../../src/stores/in-memory-file-store.js";
import type { BrokenStore } from "./break-store.js";

class ReversedList extends InMemoryFileStore {
  override async list(path: string) {
    return (await super.list(path))?.toReversed() ?? null;
  }
}

class EmptyListForMissing extends InMemoryFileStore {
  override async list(path: string) {
    return (await super.list(path)) ?? [];
  }
}

class ListWithoutHiddenNames extends InMemoryFileStore {
  override async list(path: string) {
    return (await super.list(path))?.filter((entry) => !entry.name.startsWith(".")) ?? null;
  }
}

class BoastfulRemoval extends InMemoryFileStore {
  override async remove(path: string): Promise<boolean> {
    await super.remove(path);
    return true;
  }
}

class OverwritingMove extends InMemoryFileStore {
  override async move(path: string, targetPath: string): Promise<void> {
    await super.remove(targetPath);
    await super.move(path, targetPath);
  }
}

class CopyingMove extends InMemoryFileStore {
  override async move(path: string, targetPath: string): Promise<void> {
    const content = await this.read(path);
    await super.move(path, targetPath);
    await this.write(path, content ?? new Uint8Array());
  }
}

class ModelessMove extends InMemoryFileStore {
  override async move(path: string, targetPath: string): Promise<void> {
    await super.move(path, targetPath);
    await this.write(targetPath, (await this.read(targetPath)) ?? new Uint8Array(), { mode: 0o600 });
  }
}

class UpdateOfEmpty extends InMemoryFileStore {
  override update(path: string, change: UpdateContent): Promise<void> {
    return super.update(path, (current) => change(current ?? new Uint8Array()));
  }
}

class UpdateThatTellsTheOldHash extends InMemoryFileStore {
  override async update(path: string, change: UpdateContent, options?: StoreUpdateOptions): Promise<void> {
    options?.onWritten?.(await contentSha256((await this.read(path)) ?? new Uint8Array()));
    await super.update(path, change);
  }
}

class ExpressionSearch extends InMemoryFileStore {
  override search(request: StoreSearchRequest) {
    return super.search({ ...request, regex: true });
  }
}

class SilentlyCutSearch extends InMemoryFileStore {
  override async search(request: StoreSearchRequest) {
    return { ...(await super.search(request)), truncated: false };
  }
}

export const BROKEN_POWERS: readonly BrokenStore[] = [
  {
    fault: "lists in an order of its own",
    caughtBy: { name: "list: direct entries only, sorted", message: 'got "[\\"c.txt\\",\\"b\\",\\"a.txt\\"]"' },
    create: () => new ReversedList(),
  },
  {
    fault: "lists a missing directory as empty",
    caughtBy: { name: "list: no directory there answers null", message: "list of a missing directory" },
    create: () => new EmptyListForMissing(),
  },
  {
    fault: "leaves hidden names out of lists",
    caughtBy: { name: "list: hidden and ignored files are listed", message: "names in the root" },
    create: () => new ListWithoutHiddenNames(),
  },
  {
    fault: "says that it removed what was not there",
    caughtBy: { name: "remove: nothing there answers false", message: "expected false, got true" },
    create: () => new BoastfulRemoval(),
  },
  {
    fault: "moves over an existing file",
    caughtBy: { name: "move: an existing target is file_already_exists", message: "but it succeeded" },
    create: () => new OverwritingMove(),
  },
  {
    fault: "copies instead of moving",
    caughtBy: { name: "move: content and mode go along", message: "stat of the source of a move" },
    create: () => new CopyingMove(),
  },
  {
    fault: "loses the mode in a move",
    caughtBy: {
      name: "move: content and mode go along",
      message: "mode of the target of a move: expected 493, got 384",
    },
    create: () => new ModelessMove(),
  },
  {
    fault: "shows a missing file as empty to an update",
    caughtBy: { name: "update: a missing file is shown as null", message: "was given null" },
    create: () => new UpdateOfEmpty(),
  },
  {
    fault: "tells an update the hash of the old content",
    caughtBy: { name: "update: onWritten, if called", message: "hashes told by an update" },
    create: () => new UpdateThatTellsTheOldHash(),
  },
  {
    fault: "searches for an expression where literal text was asked for",
    caughtBy: { name: "search: the pattern is literal text", message: "places of the literal text" },
    create: () => new ExpressionSearch(),
  },
  {
    fault: "does not say that a search was cut",
    caughtBy: { name: "search: limit and offset page through", message: "truncated of the first page" },
    create: () => new SilentlyCutSearch(),
  },
];
