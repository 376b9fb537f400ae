// Stores that break a promise about write, its conditions, updates, or paths.

import { FsError } from "../../src/errors.js";
import { contentSha256 } from "../../src/stores/content-sha256.js";
import { type BrokenStore, breakStore } from "./break-store.js";

export const BROKEN_WRITING: readonly BrokenStore[] = [
  {
    fault: "keeps the array that was written",
    caughtBy: { name: "write: the store keeps a copy", message: "after the written bytes were changed" },
    create: () =>
      breakStore((sound) => {
        const kept = new Map<string, Uint8Array>();
        return {
          read: async (path, options) => kept.get(path)?.slice() ?? (await sound.read(path, options)),
          write: async (path, bytes, options) => {
            await sound.write(path, bytes, options);
            kept.set(path, bytes);
          },
        };
      }),
  },
  {
    fault: "writes the whole buffer below a view",
    caughtBy: { name: "write: only the view is written", message: "expected 6 bytes, got 19" },
    create: () =>
      breakStore((sound) => ({
        write: (path, bytes, options) => sound.write(path, new Uint8Array(bytes.buffer), options),
      })),
  },
  {
    fault: "forgets the mode on an overwrite",
    caughtBy: { name: "write: the mode of an existing file is kept", message: "expected 493, got 384" },
    create: () =>
      breakStore((sound) => ({
        write: (path, bytes, options) => sound.write(path, bytes, { mode: 0o600, ...options }),
      })),
  },
  {
    fault: "does not truncate",
    caughtBy: { name: "write: shorter content replaces all", message: "expected 5 bytes, got 20" },
    create: () =>
      breakStore((sound) => ({
        write: async (path, bytes, options) => {
          const old = (await sound.read(path, options)) ?? new Uint8Array();
          const merged = new Uint8Array(Math.max(bytes.length, old.length));
          merged.set(old);
          merged.set(bytes);
          await sound.write(path, merged, options);
        },
      })),
  },
  {
    fault: "writes in two steps that others can come between",
    caughtBy: { name: "write: parallel writes leave one whole content", message: "read after parallel writes" },
    create: () =>
      breakStore((sound) => ({
        write: async (path, bytes, options) => {
          const half = Math.floor(bytes.length / 2);
          await sound.write(path, bytes.subarray(0, half), options);
          const head = (await sound.read(path)) ?? new Uint8Array();
          await sound.write(path, Uint8Array.from([...head, ...bytes.subarray(half)]), options);
        },
      })),
  },
  {
    fault: "is deaf to an abort",
    caughtBy: { name: "write: an abort before the call", message: "but it succeeded" },
    create: () =>
      breakStore((sound) => ({
        write: (path, bytes, options) => sound.write(path, bytes, { ...options, signal: undefined }),
      })),
  },
  {
    fault: "says that it honours expected hashes, and does not",
    caughtBy: { name: "conditional write: a wrong hash", message: "kind hash_mismatch, but it succeeded" },
    create: () => breakStore(() => ({ supportsConditionalWrite: true })),
  },
  {
    fault: "takes null as no expectation",
    caughtBy: { name: "conditional write: null refuses an existing file", message: "but it succeeded" },
    create: () =>
      breakStore((sound) => ({
        supportsConditionalWrite: true,
        write: async (path, bytes, options) => {
          const expected = options?.expectedSha256 ?? null;
          const current = (await sound.read(path)) ?? new Uint8Array();
          if (expected !== null && expected !== (await contentSha256(current))) {
            throw new FsError("hash_mismatch", `${path} changed.`);
          }
          await sound.write(path, bytes, options);
        },
      })),
  },
  {
    fault: "compares the hash too long before it writes",
    caughtBy: {
      name: "conditional write: of parallel writes from one hash one succeeds",
      message: "expected 1, got 8",
    },
    create: () =>
      breakStore((sound) => ({
        supportsConditionalWrite: true,
        write: async (path, bytes, options) => {
          const current = await sound.read(path);
          const actual = current === null ? null : await contentSha256(current);
          const expected = options?.expectedSha256;
          if (expected === null && actual !== null) throw new FsError("file_already_exists", `${path} exists.`);
          if (expected !== undefined && expected !== actual) throw new FsError("hash_mismatch", `${path} changed.`);
          await sound.write(path, bytes, options);
        },
      })),
  },
  {
    fault: "loses updates",
    caughtBy: { name: "update: parallel updates lose nothing", message: "letters after 20 parallel updates" },
    create: () =>
      breakStore((sound) => ({
        update: async (path, change) => sound.write(path, await change(await sound.read(path))),
      })),
  },
  {
    fault: "drops `..` from paths",
    caughtBy: { name: "paths: ../outside.txt is path_outside_workspace", message: "stat of" },
    create: () =>
      breakStore((sound) => ({
        stat: (path, options) =>
          sound.stat(
            path
              .split("/")
              .filter((name) => name !== "..")
              .join("/"),
            options,
          ),
      })),
  },
  {
    fault: "cuts long names",
    caughtBy: {
      name: "paths: a very long name is refused or kept",
      message: "stat of the long name less one character",
    },
    create: () =>
      breakStore((sound) => ({
        stat: (path, options) => sound.stat(path.slice(0, 255), options),
        read: (path, options) => sound.read(path.slice(0, 255), options),
        write: (path, bytes, options) => sound.write(path.slice(0, 255), bytes, options),
      })),
  },
  {
    fault: "normalises names to NFC when it writes",
    caughtBy: { name: "-decomposed.txt", message: "expected something to be there, got null" },
    create: () =>
      breakStore((sound) => ({
        write: (path, bytes, options) => sound.write(path.normalize("NFC"), bytes, options),
      })),
  },
];
