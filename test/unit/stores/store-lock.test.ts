import { describe, expect, test } from "vitest";
import { contentSha256 } from "../../../src/stores/content-sha256.js";
import type {
  FileStore,
  StoreUpdateOptions,
  StoreWriteOptions,
  UpdateContent,
} from "../../../src/stores/file-store.js";
import { InMemoryFileStore } from "../../../src/stores/in-memory-file-store.js";
import { storeForRequest, updateThroughStore } from "../../../src/stores/store-lock.js";
import { MinimalStore } from "../../support/minimal-store.js";

const encoder = new TextEncoder();

async function readString(store: FileStore, path: string): Promise<string> {
  return new TextDecoder().decode((await store.read(path)) ?? undefined);
}

function append(text: string): UpdateContent {
  return (current) => new Uint8Array([...(current ?? []), ...encoder.encode(text)]);
}

function recordRun(log: string[], name: string): UpdateContent {
  return (current) => {
    log.push(name);
    return current ?? new Uint8Array();
  };
}

/** A change that begins when its turn comes and ends when the test says so. */
function createHeldChange(): {
  readonly change: UpdateContent;
  readonly begun: Promise<void>;
  readonly end: () => void;
} {
  const events = new EventTarget();
  const once = (name: string) => new Promise<void>((resolve) => events.addEventListener(name, () => resolve()));
  const begun = once("begin");
  const ended = once("end");
  const change: UpdateContent = async (current) => {
    events.dispatchEvent(new Event("begin"));
    await ended;
    return append("held ")(current);
  };
  return { change, begun, end: () => events.dispatchEvent(new Event("end")) };
}

class ConditionalStore extends MinimalStore {
  readonly supportsConditionalWrite = true;
  readonly expectations: (string | null | undefined)[] = [];

  override async write(path: string, bytes: Uint8Array, options?: StoreWriteOptions): Promise<void> {
    this.expectations.push(options?.expectedSha256);
    await super.write(path, bytes, options);
  }
}

describe("turns", () => {
  test("20 parallel updates lose nothing on a store with four methods", async () => {
    const store = new MinimalStore();
    const letters = Array.from("abcdefghijklmnopqrst");
    await Promise.all(letters.map((letter) => updateThroughStore(store, { path: "f", change: append(letter) })));
    expect(await readString(store, "f")).toBe(letters.join(""));
  });

  test.each(["./dir/f", "dir//f", "/dir/f", "DIR/F", "dir/sub/../f"])("%s waits for dir/f", async (path) => {
    const store = new MinimalStore();
    const held = createHeldChange();
    const first = updateThroughStore(store, { path: "dir/f", change: held.change });
    await held.begun;
    const order: string[] = [];
    const second = updateThroughStore(store, {
      path,
      change: recordRun(order, "second"),
    });
    const other = updateThroughStore(store, { path: "other", change: append("x") });
    await other.then(() => order.push("other"));
    held.end();
    await Promise.all([first, second]);
    expect(order).toEqual(["other", "second"]);
  });

  test("two stores do not wait for each other", async () => {
    const held = createHeldChange();
    const first = updateThroughStore(new MinimalStore(), { path: "f", change: held.change });
    await held.begun;
    await updateThroughStore(new MinimalStore(), { path: "f", change: append("x") });
    held.end();
    await first;
  });

  test("the store as a request sees it takes turns with the store itself", async () => {
    class ScopedStore extends MinimalStore {
      forRequest(): FileStore {
        return {
          stat: (path) => this.stat(path),
          read: (path) => this.read(path),
          readChunks: (path) => this.readChunks(path),
          write: (path, bytes) => this.write(path, bytes),
        };
      }
    }
    const store = new ScopedStore();
    const letters = Array.from("abcdefgh");
    await Promise.all(
      letters.map((letter) => {
        const scoped = storeForRequest(store, { toolCallId: letter });
        return updateThroughStore(scoped, { path: "f", change: append(letter) });
      }),
    );
    expect(await readString(store, "f")).toBe(letters.join(""));
  });

  test("a request that says nothing of itself sees the store itself", () => {
    const store = Object.assign(new MinimalStore(), { forRequest: () => new MinimalStore() });
    expect(storeForRequest(store, {})).toBe(store);
    expect(storeForRequest(store, { toolCallId: "1" })).not.toBe(store);
  });

  test("a store that no request can scope is answered itself", () => {
    const store = new MinimalStore();
    expect(storeForRequest(store, { toolCallId: "1" })).toBe(store);
  });

  test("a failed update hands its error on and the next one runs", async () => {
    const store = new MinimalStore();
    const refusal = new Error("no");
    const failing = updateThroughStore(store, { path: "f", change: () => Promise.reject(refusal) });
    const next = updateThroughStore(store, { path: "f", change: append("x") });
    await expect(failing).rejects.toBe(refusal);
    await next;
    expect(await readString(store, "f")).toBe("x");
  });

  test("a store with an update of its own is left to it", async () => {
    const calls: unknown[] = [];
    class OwnUpdate extends MinimalStore {
      async update(path: string, change: UpdateContent, options?: StoreWriteOptions): Promise<void> {
        calls.push([path, options]);
        await this.write(path, await change(null));
      }
    }
    await updateThroughStore(new OwnUpdate(), { path: "f", change: append("x"), mode: 0o644, expectedSha256: null });
    expect(calls).toEqual([["f", { mode: 0o644, expectedSha256: null }]]);
  });

  test("content in pieces is joined for every store but a workspace's own", async () => {
    const given: unknown[] = [];
    class Watched extends InMemoryFileStore {
      override update(path: string, change: UpdateContent, options?: StoreUpdateOptions): Promise<void> {
        return super.update(
          path,
          async (current) => given[given.push(await change(current)) - 1] as Uint8Array,
          options,
        );
      }
    }
    const pieces = [encoder.encode("one "), encoder.encode("two")];
    for (const store of [new MinimalStore(), new ConditionalStore(), new InMemoryFileStore(), new Watched()]) {
      const hashes: string[] = [];
      const onWritten = (sha256: string): number => hashes.push(sha256);
      await updateThroughStore(store, { path: "f", change: () => pieces, onWritten });
      await updateThroughStore(store, { path: "g", change: async () => pieces });
      expect([await readString(store, "f"), await readString(store, "g")]).toEqual(["one two", "one two"]);
      expect(hashes).toEqual([await contentSha256(encoder.encode("one two"))]);
    }
    expect(given).toEqual([encoder.encode("one two"), encoder.encode("one two")]);
  });
});

describe("the hash of what was written", () => {
  class OwnUpdate extends MinimalStore {
    async update(path: string, change: UpdateContent): Promise<void> {
      await this.write(path, await change(await this.read(path)));
    }
  }

  class TellingUpdate extends MinimalStore {
    async update(path: string, change: UpdateContent, options?: StoreUpdateOptions): Promise<void> {
      await this.write(path, await change(await this.read(path)));
      options?.onWritten?.("told by the store");
    }
  }

  async function hashesOf(store: FileStore): Promise<readonly string[]> {
    const hashes: string[] = [];
    const onWritten = (sha256: string): void => {
      hashes.push(sha256);
    };
    await updateThroughStore(store, { path: "f", change: append("one"), onWritten });
    return hashes;
  }

  test.each([
    ["with four methods", new MinimalStore()],
    ["with conditional writes", new ConditionalStore()],
    ["with an update that does not tell it", new OwnUpdate()],
    ["in memory", new InMemoryFileStore()],
  ])("of a store %s is told once", async (_what, store) => {
    expect(await hashesOf(store)).toEqual([await contentSha256(encoder.encode("one"))]);
  });

  test("is taken from a store that tells it", async () => {
    expect(await hashesOf(new TellingUpdate())).toEqual(["told by the store"]);
  });

  test("is told before the next update begins", async () => {
    const store = new MinimalStore();
    const events: string[] = [];
    const update = (name: string): Promise<void> =>
      updateThroughStore(store, {
        path: "f",
        change: recordRun(events, name),
        onWritten: () => events.push(`${name} written`),
      });
    await Promise.all([update("one"), update("two")]);
    expect(events).toEqual(["one", "one written", "two", "two written"]);
  });

  test("is not told when nothing was written", async () => {
    const hashes: string[] = [];
    const refusal = new Error("no");
    const failing = updateThroughStore(new MinimalStore(), {
      path: "f",
      change: () => Promise.reject(refusal),
      onWritten: (sha256) => hashes.push(sha256),
    });
    await expect(failing).rejects.toBe(refusal);
    expect(hashes).toEqual([]);
  });
});

describe("abort", () => {
  test("while waiting: rejects at once with the reason, the change never runs, others go on", async () => {
    const store = new MinimalStore();
    const held = createHeldChange();
    const first = updateThroughStore(store, { path: "f", change: held.change });
    await held.begun;
    const abort = new AbortController();
    const reason = new Error("gave up");
    const waiting = updateThroughStore(store, { path: "f", change: append("never"), signal: abort.signal });
    const last = updateThroughStore(store, { path: "f", change: append("last") });
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    held.end();
    await Promise.all([first, last]);
    expect(await readString(store, "f")).toBe("held last");
  });

  test("before the call: rejects with the reason", async () => {
    const reason = new Error("gave up");
    const update = { path: "f", change: append("never"), signal: AbortSignal.abort(reason) };
    await expect(updateThroughStore(new MinimalStore(), update)).rejects.toBe(reason);
  });

  test("during the change: nothing is written", async () => {
    const store = new MinimalStore();
    const abort = new AbortController();
    const reason = new Error("gave up");
    const change: UpdateContent = () => {
      abort.abort(reason);
      return encoder.encode("never");
    };
    await expect(updateThroughStore(store, { path: "f", change, signal: abort.signal })).rejects.toBe(reason);
    expect(await store.read("f")).toBeNull();
  });
});

describe("conflicts", () => {
  test("the mode of the file is kept and a given one is set", async () => {
    const store = new MinimalStore();
    await updateThroughStore(store, { path: "f", change: append("1"), mode: 0o755 });
    await updateThroughStore(store, { path: "f", change: append("2") });
    expect((await store.stat("f"))?.mode).toBe(0o755);
  });

  test("the right expected hash lets the update through", async () => {
    const store = new MinimalStore();
    await store.write("f", encoder.encode("one"));
    const expectedSha256 = await contentSha256(encoder.encode("one"));
    await updateThroughStore(store, { path: "f", change: append(" two"), expectedSha256 });
    expect(await readString(store, "f")).toBe("one two");
  });

  test.each([
    ["a wrong hash", "0".repeat(64), "hash_mismatch"],
    ["null for an existing file", null, "file_already_exists"],
  ] as const)("%s: the change never runs", async (_what, expectedSha256, kind) => {
    const store = new MinimalStore();
    await store.write("f", encoder.encode("one"));
    const changes: string[] = [];
    await expect(
      updateThroughStore(store, { path: "f", change: recordRun(changes, "ran"), expectedSha256 }),
    ).rejects.toMatchObject({ kind });
    expect(changes).toEqual([]);
  });

  test("a write by somebody else during the change is hash_mismatch and is kept", async () => {
    const store = new MinimalStore();
    await store.write("f", encoder.encode("one"));
    const change: UpdateContent = async (current) => {
      await store.write("f", encoder.encode("theirs"));
      return append("mine")(current);
    };
    await expect(updateThroughStore(store, { path: "f", change })).rejects.toMatchObject({ kind: "hash_mismatch" });
    expect(await readString(store, "f")).toBe("theirs");
  });

  test("a creation by somebody else during the change is file_already_exists", async () => {
    const store = new MinimalStore();
    const change: UpdateContent = async () => {
      await store.write("f", encoder.encode("theirs"));
      return encoder.encode("mine");
    };
    await expect(updateThroughStore(store, { path: "f", change })).rejects.toMatchObject({
      kind: "file_already_exists",
    });
  });

  test("a change that works in place is not taken for somebody else's write", async () => {
    const store = new MinimalStore();
    await store.write("f", encoder.encode("one"));
    await updateThroughStore(store, { path: "f", change: (current) => (current ?? new Uint8Array()).fill(120) });
    expect(await readString(store, "f")).toBe("xxx");
  });

  test("a store with conditional writes is given the hash of what was read, null for nothing", async () => {
    const store = new ConditionalStore();
    await updateThroughStore(store, { path: "f", change: append("one") });
    await updateThroughStore(store, { path: "f", change: append(" two") });
    expect(store.expectations).toEqual([null, await contentSha256(encoder.encode("one"))]);
  });
});
