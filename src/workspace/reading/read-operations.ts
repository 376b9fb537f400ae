// Operations that look at one path: what is there, and its bytes.

import { READ_FILE_SIZE_CAP } from "../../limits.js";
import { sha256Of } from "../../text/sha256.js";
import type { NodeStat, OpenFile } from "../directories/directory.js";
import { createErrno, createNotFileErrno } from "../directories/errno.js";
import { assertOneOf, resolveWholeNumber } from "../gate/call-arguments.js";
import type { Access, AccessRequest, Gate } from "../gate/gate.js";
import type {
  CallOptions,
  Intent,
  ReadBytesOptions,
  ReadBytesResult,
  ReadChunksOptions,
  ResolvedPath,
  WorkspaceStat,
} from "../interfaces/workspace.js";
import { assertNewName, createNotFoundError } from "../paths/not-found.js";
import { joinPath } from "../paths/paths.js";
import type { Place } from "../paths/walk-path.js";
import { readRange, readWholeFile, readWindow } from "./read-file.js";

const INTENTS: readonly Intent[] = ["read", "write", "edit", "list", "glob", "stat"];

/** Intents that may name something which does not exist yet. */
const MAY_BE_MISSING: ReadonlySet<Intent> = new Set<Intent>(["write", "stat"]);

/** Answers the canonical absolute path of a place. */
export async function resolvePath(
  gate: Gate,
  path: string,
  request: { readonly intent: Intent } & CallOptions,
): Promise<ResolvedPath> {
  const { intent, signal } = request;
  return gate.access({ path, intent, signal }, ({ place }) => {
    assertOneOf("intent", intent, INTENTS);
    if (place.node === null && !MAY_BE_MISSING.has(intent)) throw createNotFoundError(place);
    if (intent === "write") assertNewName(place);
    return joinPath(place.root.path, place.components) as ResolvedPath;
  });
}

function toWorkspaceStat(place: Place, node: NodeStat): WorkspaceStat {
  const { components, path, root } = place;
  const { type, size, mode, mtimeMs: mtime } = node;
  return {
    path,
    ...(root.within === undefined ? {} : { pathFromRoot: components.join("/") }),
    type,
    size,
    mode,
    mtime,
    ...(node.special === undefined ? {} : { special: node.special }),
  };
}

/** Describes what is at a path; a link that leads nowhere is described itself. */
export async function statPath(gate: Gate, path: string, options: CallOptions): Promise<WorkspaceStat | null> {
  const request = { path, intent: "stat", signal: options.signal } as const;
  return gate.access({ ...request, keepLastLink: true }, ({ place }) => {
    if (place.node?.type !== "symlink") return place.node === null ? null : toWorkspaceStat(place, place.node);
    const target = gate.enterSecond(request);
    try {
      return toWorkspaceStat(target.node === null ? place : target, target.node ?? place.node);
    } finally {
      target.release();
    }
  });
}

/** Opens the regular file at a place; the caller closes it. */
export function openPlaceFile(place: Place): OpenFile {
  if (place.node === null) throw createNotFoundError(place);
  if (place.name === "" || place.node.type === "dir") throw createErrno("EISDIR");
  if (place.node.type === "other") throw createNotFileErrno(place.node);
  return place.held?.openFile() ?? place.parent.openFile(place.name);
}

/** Runs an operation on the regular file at a path. */
export async function withFile<Result>(
  gate: Gate,
  request: AccessRequest,
  operation: (file: OpenFile, access: Access) => Promise<Result>,
): Promise<Result> {
  let hasBegun = false;
  const run = (): Promise<Result> => {
    hasBegun = true;
    return gate.access({ ...request, opens: true }, async (access) => {
      const file = openPlaceFile(access.place);
      try {
        return await operation(file, access);
      } finally {
        file.close();
      }
    });
  };
  try {
    return await gate.parts.readLanes.run(request.signal, run);
  } catch (error) {
    if (hasBegun) throw error;
    // Aborted while it waited: the gate says so, and keeps it in the audit log.
    return run();
  }
}

/** Reads a whole file for an adapter that has to buffer. */
export async function readFile(gate: Gate, path: string, options: CallOptions): Promise<Uint8Array> {
  return withFile(gate, { path, intent: "read", signal: options.signal }, async (file, { place, facts }) => {
    const maxBytes = Math.min(gate.parts.limits.readFileSizeCap, READ_FILE_SIZE_CAP);
    const whole = await readWholeFile(file, { path: place.path, maxBytes, signal: options.signal });
    facts.bytesRead = whole.bytes.length;
    return whole.bytes;
  });
}

/** Reads a window of bytes. */
export async function readBytes(gate: Gate, path: string, options: ReadBytesOptions): Promise<ReadBytesResult> {
  return withFile(gate, { path, intent: "read", signal: options.signal }, async (file, { place, facts }) => {
    const cap = gate.parts.limits.maxReadBytes;
    const start = resolveWholeNumber({ name: "offset", value: options.offset, least: 0 }, 0);
    const wanted = Math.min(resolveWholeNumber({ name: "length", value: options.length, least: 0 }, cap), cap);
    const { size } = file.stat();
    if (start === 0 && size <= wanted) {
      const whole = await readWholeFile(file, { path: place.path, maxBytes: wanted, signal: options.signal });
      facts.bytesRead = whole.bytes.length;
      return { bytes: whole.bytes, offset: 0, sizeBytes: whole.bytes.length, sha256: sha256Of(whole.bytes) };
    }
    const length = Math.max(0, Math.min(wanted, size - start));
    const bytes = await readWindow(file, { start, length });
    facts.bytesRead = bytes.length;
    return { bytes, offset: start, sizeBytes: size };
  });
}

async function* streamFile(
  { place, facts }: Access,
  options: ReadChunksOptions,
): AsyncGenerator<Uint8Array, void, void> {
  const start = resolveWholeNumber({ name: "start", value: options.start, least: 0 }, 0);
  const end = resolveWholeNumber({ name: "end", value: options.end, least: 0 }, Number.MAX_SAFE_INTEGER);
  const file = openPlaceFile(place);
  try {
    facts.bytesRead = 0;
    const range = { start, end: Math.min(end, file.stat().size) };
    for await (const bytes of readRange(file, range, options.signal)) {
      facts.bytesRead += bytes.length;
      yield bytes;
    }
  } finally {
    file.close();
  }
}

/** Waits for its turn to stream; `null` when that was aborted, which the gate is to say. */
async function enterStream({ parts }: Gate, signal: AbortSignal | undefined): Promise<(() => void) | null> {
  try {
    return await parts.streamLanes.enter(signal);
  } catch (error) {
    if (signal?.aborted === true) return null;
    throw error;
  }
}

/** Streams a file or a range of it, all from the file that was there when the stream began: when its first piece was due. */
export async function* readChunks(
  gate: Gate,
  path: string,
  options: ReadChunksOptions,
): AsyncGenerator<Uint8Array, void, void> {
  const leave = await enterStream(gate, options.signal);
  try {
    yield* gate.stream({ path, intent: "read", opens: true, signal: options.signal }, (access) =>
      streamFile(access, options),
    );
  } finally {
    leave?.();
  }
}
