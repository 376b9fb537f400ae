// The operation that lets a caller read one version of a file as it needs. Nothing is read here.

import { isFsError } from "../../errors.js";
import type { Gate } from "../gate/gate.js";
import { CallbackFailure } from "../gate/operation-record.js";
import type { CallOptions, HeldFile, UseFile } from "../interfaces/workspace-files.js";
import { useHeldFile } from "./held-file.js";
import { withFile } from "./read-operations.js";

/** Holds the regular file at a path open while a function reads from it. */
export async function holdFile<Result>(
  gate: Gate,
  path: string,
  { use, signal }: CallOptions & { readonly use: UseFile<Result> },
): Promise<Result> {
  const useIt = async (held: HeldFile): Promise<Result> => {
    try {
      return await use(held);
    } catch (error) {
      if (isFsError(error) || signal?.aborted === true) throw error;
      throw new CallbackFailure(error);
    }
  };
  return withFile(gate, { path, intent: "read", signal }, (file, { place, facts }) => {
    const onRead = (bytes: number): void => {
      facts.bytesRead = (facts.bytesRead ?? 0) + bytes;
    };
    return useHeldFile({ file, path: place.path, notes: gate.parts.fileNotes, onRead, signal }, useIt);
  });
}
