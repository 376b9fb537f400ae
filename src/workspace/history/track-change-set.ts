// Many changes as the history sees them: the directories that are made, the files, and the directories that go.

import type { Gate } from "../gate/gate.js";
import type { Place } from "../paths/walk-path.js";
import { createFileVersion } from "./capture.js";
import type { ChangeSetParts, DirectoryTarget } from "./change-request.js";
import type { ChangeTarget, KeptVersion } from "./change-target.js";
import { trackNewDirectories } from "./track.js";
import { createPlainVersion, type TrackedChange, type Version } from "./transaction.js";

function trackMissing(place: Place, names: readonly string[]): readonly TrackedChange[] {
  const depth = place.components.length - 1 - place.missingParents.length;
  return trackNewDirectories(
    place.root,
    names.map((_, index) => place.components.slice(0, depth + index + 1)),
  );
}

function trackDirectory({ isWanted, place }: DirectoryTarget): readonly TrackedChange[] {
  if (isWanted) return place.node === null ? trackMissing(place, [...place.missingParents, place.name]) : [];
  if (place.node?.type !== "dir") return [];
  const { components, path, root } = place;
  const before = createPlainVersion("dir", place.node.mode);
  return [{ root: root.path, components, path, before, after: null }];
}

function trackFile(gate: Gate, target: ChangeTarget): TrackedChange {
  const toVersion = (version: KeptVersion | null): Version | null =>
    version === null ? null : createFileVersion(gate.parts.log, version.content, version.mode);
  const { components, path, root } = target.place;
  return {
    root: root.path,
    components,
    path,
    before: toVersion(target.before),
    after: toVersion(target.after),
    temporaryName: target.temporaryName,
    movedFrom: target.change.movedFrom,
  };
}

/** Describes what a change set does, in the order in which it does it; each directory once. */
export function trackChangeSet(gate: Gate, { directories, targets }: ChangeSetParts): readonly TrackedChange[] {
  if (gate.parts.log.isOff) return [];
  const parents = targets.flatMap(({ after, place }) =>
    after === null ? [] : trackMissing(place, place.missingParents),
  );
  const made = [...parents, ...directories.filter(({ isWanted }) => isWanted).flatMap(trackDirectory)];
  const distinct = new Map(made.map((change) => [JSON.stringify([change.root, ...change.components]), change]));
  return [
    ...distinct.values(),
    ...targets.map((target) => trackFile(gate, target)),
    ...directories.filter(({ isWanted }) => !isWanted).flatMap(trackDirectory),
  ];
}
