// Stores that break a promise about stat, read or readChunks.

import { FsError } from "../../src/errors.js";
import { type BrokenStore, breakStore } from "./break-store.js";

const CHUNK_BYTES = 64 * 1024;

export const BROKEN_READING: readonly BrokenStore[] = [
  {
    fault: "hands out one buffer for every read",
    caughtBy: {
      name: "read: the bytes are the caller's own",
      message: "after the bytes of an earlier read were changed",
    },
    create: () =>
      breakStore((sound) => {
        const shared = new Map<string, Uint8Array>();
        return {
          read: async (path, options) => {
            const bytes = shared.get(path) ?? (await sound.read(path, options));
            if (bytes !== null) shared.set(path, bytes);
            return bytes;
          },
        };
      }),
  },
  {
    fault: "reads a missing file as empty",
    caughtBy: { name: "read: nothing there answers null", message: "read of a missing file" },
    create: () =>
      breakStore((sound) => ({
        read: async (path, options) => (await sound.read(path, options)) ?? new Uint8Array(),
      })),
  },
  {
    fault: "reads an empty file as missing",
    caughtBy: { name: "read: an empty file is empty bytes", message: "expected something to be there, got null" },
    create: () =>
      breakStore((sound) => ({
        read: async (path, options) => {
          const bytes = await sound.read(path, options);
          return bytes?.length === 0 ? null : bytes;
        },
      })),
  },
  {
    fault: "reads a directory as an empty file",
    caughtBy: { name: "read: a directory is not_a_file", message: "kind not_a_file, but it succeeded" },
    create: () =>
      breakStore((sound) => ({
        read: async (path, options) =>
          (await sound.stat(path))?.type === "dir" ? new Uint8Array() : sound.read(path, options),
      })),
  },
  {
    fault: "fails with an error of the platform",
    caughtBy: { name: "read: a directory is not_a_file", message: "got Error: EISDIR" },
    create: () =>
      breakStore((sound) => ({
        read: async (path, options) => {
          if ((await sound.stat(path))?.type === "dir") throw new Error("EISDIR: illegal operation on a directory");
          return sound.read(path, options);
        },
      })),
  },
  {
    fault: "wraps the reason of an abort",
    caughtBy: {
      name: "read: an abort before the call",
      message: "rejection with Error: the caller gave up, got FsError",
    },
    create: () =>
      breakStore((sound) => ({
        read: async (path, options) => {
          if (options?.signal?.aborted === true) throw new FsError("io_error", "The read was aborted.");
          return sound.read(path, options);
        },
      })),
  },
  {
    fault: "drops the last part of a stream when it is no full chunk",
    caughtBy: { name: "readChunks: the chunks of 65537 bytes join", message: "expected 65537 bytes, got 65536" },
    create: () =>
      breakStore((sound) => ({
        readChunks: async function* (path, range, options) {
          for await (const bytes of sound.readChunks(path, range, options)) {
            yield bytes.subarray(0, CHUNK_BYTES);
            for (let start = CHUNK_BYTES; start + CHUNK_BYTES <= bytes.length; start += CHUNK_BYTES) {
              yield bytes.subarray(start, start + CHUNK_BYTES);
            }
          }
        },
      })),
  },
  {
    fault: "reuses one buffer for every chunk",
    caughtBy: { name: "readChunks: the chunks of 1048576 bytes join", message: "they differ from byte 0 on" },
    create: () =>
      breakStore((sound) => ({
        readChunks: async function* (path, range, options) {
          const buffer = new Uint8Array(CHUNK_BYTES);
          for await (const bytes of sound.readChunks(path, range, options)) {
            for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
              const part = bytes.subarray(start, start + CHUNK_BYTES);
              buffer.set(part);
              yield buffer.subarray(0, part.length);
            }
          }
        },
      })),
  },
  {
    fault: "streams nothing for a missing file",
    caughtBy: { name: "readChunks: nothing there is path_not_found", message: "but it succeeded" },
    create: () =>
      breakStore((sound) => ({
        readChunks: async function* (path, range, options) {
          if ((await sound.stat(path, options)) !== null) yield* sound.readChunks(path, range, options);
        },
      })),
  },
  {
    fault: "takes the end of a range as inclusive",
    caughtBy: { name: "range: start is inclusive, end is exclusive", message: "expected 3 bytes, got 4" },
    create: () =>
      breakStore((sound) => ({
        readChunks: (path, range = {}, options) =>
          sound.readChunks(path, { ...range, end: range.end === undefined ? undefined : range.end + 1 }, options),
      })),
  },
  {
    fault: "ignores ranges without saying so",
    caughtBy: { name: "range: one byte", message: "expected 1 bytes, got 100000" },
    create: () =>
      breakStore((sound) => ({ readChunks: (path, _range, options) => sound.readChunks(path, undefined, options) })),
  },
  {
    fault: "gives mtime in seconds",
    caughtBy: { name: "stat: mtime is in milliseconds", message: "mtime of a file written just now" },
    create: () =>
      breakStore((sound) => ({
        stat: async (path, options) => {
          const stat = await sound.stat(path, options);
          return stat === null ? null : { ...stat, mtime: stat.mtime / 1000 };
        },
      })),
  },
  {
    fault: "answers the whole file for a range",
    caughtBy: {
      name: "readChunks: a range is kept to",
      message: "of a readChunks with two parameters and without supportsRanges: false",
    },
    create: () =>
      breakStore((sound) => ({
        readChunks: (path, _range, options) => sound.readChunks(path, undefined, options),
      })),
  },
];
