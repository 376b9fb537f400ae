// The one way to change many files: everything is let through and locked before anything is looked at or written.

import { FsError } from "../../errors.js";
import { toFsError } from "../directories/errno.js";
import { assertExpectedSha256 } from "../gate/call-arguments.js";
import type { Access, Gate } from "../gate/gate.js";
import { enforceWriteSize } from "../gate/policy.js";
import type { ChangedFile, ChangesResult } from "../interfaces/file-changes.js";
import { assertNewName } from "../paths/not-found.js";
import { assertParentExists } from "../writing/write-target.js";
import type { ChangesRequest } from "./change-request.js";
import { ChangeSet } from "./change-set.js";
import { ChangeTarget } from "./change-target.js";

function atTarget<Result>(path: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw toFsError(error, path);
  }
}

function assertDistinct(accesses: readonly Access[]): void {
  const seen = new Set<string>();
  for (const { place } of accesses) {
    const key = JSON.stringify([place.root.path, ...place.components]);
    if (seen.has(key)) {
      throw new FsError("parse_error", `${place.path}: the file is named twice`, {
        path: place.path,
        hint: "Name each file once, with the content that it has in the end.",
      });
    }
    seen.add(key);
  }
}

function createTargets(gate: Gate, request: ChangesRequest, accesses: readonly Access[]): readonly ChangeTarget[] {
  const maxBytes = request.maxBytes ?? gate.parts.limits.maxWriteBytes;
  return request.changes.flatMap((change, index) => {
    const place = accesses[index]?.place;
    if (place === undefined) return [];
    assertExpectedSha256(change.expectedSha256);
    if (change.content !== null && request.reverts === undefined) assertNewName(place);
    if (request.options.createParents !== true) assertParentExists(place);
    enforceWriteSize(change.content?.length ?? 0, place.path, maxBytes);
    return [atTarget(place.path, () => new ChangeTarget(place, change, gate.parts.journalFor(place.root.path)))];
  });
}

function createChangeSet(gate: Gate, request: ChangesRequest, accesses: readonly Access[]): ChangeSet {
  assertDistinct(accesses);
  const targets = createTargets(gate, request, accesses);
  const coming = targets.filter(({ change }) => change.content !== null).map(({ place }) => place);
  gate.parts.protection.assertUnprotectedTogether(coming);
  const places = accesses.slice(targets.length).map(({ place }) => place);
  const directories = places.map((place, index) => ({
    place,
    isWanted: request.directories?.[index]?.isWanted === true,
  }));
  return new ChangeSet(gate, request, { targets, directories });
}

function describeTarget(target: ChangeTarget): ChangedFile {
  const [before, after] = [target.describeBefore(), target.describeAfter()];
  const written = before === null ? "create" : "update";
  const { movedFrom } = target.change;
  return {
    path: target.place.path,
    operation: after === null ? "remove" : written,
    before,
    after,
    ...(movedFrom === undefined ? {} : { movedFrom }),
  };
}

function noteFacts(accesses: readonly Access[], files: readonly ChangedFile[]): void {
  files.forEach(({ after }, index) => {
    const facts = accesses[index]?.facts;
    if (after === null || facts === undefined) return;
    facts.bytesWritten = after.size;
    if (after.sha256 !== null) facts.sha256 = after.sha256;
  });
}

/** Changes many files: all of them, or none. */
export async function applyChanges(gate: Gate, request: ChangesRequest): Promise<ChangesResult> {
  const { changes, directories = [], options } = request;
  const { signal } = options;
  const wanted = [...changes, ...directories].map(({ path }) => ({ path, intent: "write", signal }) as const);
  return gate.accessAll(wanted, async (accesses) => {
    const set = createChangeSet(gate, request, accesses);
    const transactionId = await gate.alone(set.lockKeys, signal, () => set.run());
    const files = set.targets.map(describeTarget);
    noteFacts(accesses, files);
    return { ...(transactionId === undefined ? {} : { transactionId }), files };
  });
}
