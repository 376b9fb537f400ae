// Everything below a directory that is about to be removed, as changes that the history can keep, within a budget.

import { MAX_HISTORY_TREE_ENTRIES } from "../../limits.js";
import type { Directory, NodeEntry } from "../directories/directory.js";
import type { Gate } from "../gate/gate.js";
import { showPath } from "../paths/scope.js";
import type { Place } from "../paths/walk-path.js";
import { captureCurrent } from "./capture.js";
import { createLostContent, createPlainVersion, type TrackedChange, type Version } from "./transaction.js";

interface TreeCapture {
  readonly gate: Gate;
  readonly place: Place;
  readonly changes: TrackedChange[];
  bytes: number;
}

/** Stands for a directory of which not everything was kept. */
function describeLostTree(mode: number): Version {
  return { type: "other", mode: mode & 0o777, content: createLostContent(0, null) };
}

function isOverBudget({ gate, changes, bytes }: TreeCapture): boolean {
  return changes.length > MAX_HISTORY_TREE_ENTRIES || bytes > gate.parts.log.maxContentBytes;
}

function track({ place, changes }: TreeCapture, components: readonly string[], before: Version | null): void {
  const path = showPath(place.root, components);
  changes.push({ root: place.root.path, components, path, before, after: null });
}

async function captureEntry(
  capture: TreeCapture,
  directory: Directory,
  { entry, components }: { readonly entry: NodeEntry; readonly components: readonly string[] },
): Promise<void> {
  const path = showPath(capture.place.root, components);
  const target = { parent: directory, name: entry.name, components, path };
  const { version } = await captureCurrent(capture.gate.parts.log, target, undefined);
  capture.bytes += version?.content.isKept === true ? version.content.size : 0;
  track(capture, components, version);
  if (entry.type !== "dir") return;
  const below = directory.openDirectory(entry.name);
  try {
    await captureBelow(capture, below, components);
  } finally {
    below.close();
  }
}

async function captureBelow(capture: TreeCapture, directory: Directory, above: readonly string[]): Promise<void> {
  for (const entry of directory.entries()) {
    if (isOverBudget(capture)) return;
    await captureEntry(capture, directory, { entry, components: [...above, entry.name] });
  }
}

/**
 * Captures a directory with everything below it, parents before what they hold. Over the budget of the history, one
 * change stands for all, and says that it cannot be undone.
 */
export async function captureTree(gate: Gate, place: Place): Promise<readonly TrackedChange[]> {
  const capture: TreeCapture = { gate, place, changes: [], bytes: 0 };
  const mode = place.node?.mode ?? 0;
  track(capture, place.components, createPlainVersion("dir", mode));
  const directory = place.parent.openDirectory(place.name);
  try {
    await captureBelow(capture, directory, place.components);
  } finally {
    directory.close();
  }
  if (!isOverBudget(capture)) return capture.changes;
  capture.changes.length = 0;
  track(capture, place.components, describeLostTree(mode));
  return capture.changes;
}
