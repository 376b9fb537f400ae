// Chooses where a workspace on the disk remembers its changes, and takes back what killed processes left half done.

import type { StateDirectory } from "../directories/state-directory.js";
import type { HistoryOptions } from "../interfaces/workspace-history.js";
import { canonicalizeWorkspace, splitPath, startsWithComponents } from "../paths/paths.js";
import { resolveHistoryBudget } from "./history-budget.js";
import { createKillSafeLog, recoverKilledChanges } from "./kill-safe-log.js";
import { createHistoryInMemory } from "./memory-log.js";
import { recoverJournal } from "./recover.js";
import type { RecoveryScope } from "./recovered-place.js";
import type { TransactionLog } from "./transaction.js";

/** What a history is opened over. */
export interface HistoryPlace {
  readonly state: StateDirectory;
  readonly scope: RecoveryScope;
  readonly lockTimeoutMs: number;
}

/**
 * Answers the canonical directory of a history that lasts; `undefined` for one that does not.
 * @throws {TypeError} when it does not exist, or lies in a root
 */
export function resolveHistoryDirectory(
  options: HistoryOptions | false | undefined,
  rootPaths: readonly string[],
): string | undefined {
  if (options === false || options?.directory === undefined) return undefined;
  const directory = canonicalizeWorkspace(options.directory, "history.directory");
  const components = splitPath(directory);
  if (!rootPaths.some((root) => startsWithComponents(components, splitPath(root)))) return directory;
  throw new TypeError("history.directory must lie outside every root, where no tool can write to it");
}

async function openInDirectory(
  directory: string,
  options: HistoryOptions,
  place: HistoryPlace,
): Promise<TransactionLog> {
  const { DirectoryLog } = await import("./directory-log.js");
  const log = new DirectoryLog(directory, resolveHistoryBudget(options), place.lockTimeoutMs);
  try {
    await log.locked(async () => {
      await recoverJournal(log.journal, place.scope);
      await log.retention.sweep();
    });
    return log;
  } catch (error) {
    log.close();
    throw error;
  }
}

/** Opens the history of a workspace; `false` remembers nothing. */
export async function openHistory(
  options: HistoryOptions | false | undefined,
  directory: string | undefined,
  place: HistoryPlace,
): Promise<TransactionLog> {
  await recoverKilledChanges(place.state, place.scope);
  if (options === false) return createHistoryInMemory(false);
  if (directory !== undefined) return openInDirectory(directory, options ?? {}, place);
  return createKillSafeLog(createHistoryInMemory(options), place.state);
}
