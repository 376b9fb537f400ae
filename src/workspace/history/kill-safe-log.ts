// A history in memory that still leaves no change of several files half done when its process is killed: until such a
// change is over, what it replaces lies in the private state directory.

import { randomBytes } from "node:crypto";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { identifyThisProcess, isProcessAlive, type StateDirectory } from "../directories/state-directory.js";
import { DiskJournal } from "./disk-journal.js";
import { recoverJournal } from "./recover.js";
import type { RecoveryScope } from "./recovered-place.js";
import type { PendingTransaction, TransactionDraft, TransactionLog } from "./transaction.js";

/** Directory of a change that is happening: root, process, its start, and a number of its own. */
const NAME = /^(?<root>[0-9a-f]{64})-(?<processId>\d+)-(?<startedAt>\d*)-[0-9a-f]{24}\.(?<state>change|over)$/;

interface ChangeDirectory {
  readonly path: string;
  readonly rootName: string;
  readonly isOver: boolean;
  readonly isOwnerAlive: boolean;
}

function createName(state: StateDirectory, root: string): string {
  const { processId, startedAt } = identifyThisProcess();
  return `${state.nameFor(root)}-${processId}-${startedAt}-${randomBytes(12).toString("hex")}`;
}

function parseName(state: StateDirectory, name: string): readonly ChangeDirectory[] {
  const groups = NAME.exec(name)?.groups;
  if (groups === undefined) return [];
  const owner = { processId: Number(groups["processId"]), startedAt: groups["startedAt"] ?? "" };
  return [
    {
      path: join(state.path, name),
      rootName: groups["root"] ?? "",
      isOver: groups["state"] === "over",
      isOwnerAlive: isProcessAlive(owner),
    },
  ];
}

/** Ends a change by one rename, and removes what it had kept. */
function endChange(path: string): void {
  renameSync(`${path}.change`, `${path}.over`);
  rmSync(`${path}.over`, { recursive: true, force: true });
}

/** Lets a log be safe against the death of the process; NOT against the loss of power: nothing waits for the disk. */
export function createKillSafeLog(log: TransactionLog, state: StateDirectory): TransactionLog {
  const begin = async (draft: TransactionDraft): Promise<PendingTransaction> => {
    const pending = await log.begin(draft);
    const [first] = draft.changes;
    if (first === undefined || draft.isOfSeveral !== true) return pending;
    const path = join(state.path, createName(state, first.root));
    await new DiskJournal(`${path}.change`, false).begin(draft);
    return {
      id: pending.id,
      commit: async () => {
        endChange(path);
        await pending.commit();
      },
      abort: async (outcome) => {
        endChange(path);
        await pending.abort(outcome);
      },
    };
  };
  return {
    isOff: log.isOff,
    maxContentBytes: log.maxContentBytes,
    begin,
    newestFirst: (search) => log.newestFirst(search),
    mark: () => log.mark(),
    close: () => log.close(),
  };
}

async function recoverChange({ isOver, path }: ChangeDirectory, scope: RecoveryScope): Promise<void> {
  const isDone = isOver || (await recoverJournal(new DiskJournal(path, false), scope));
  if (isDone) rmSync(path, { recursive: true, force: true });
}

/** Takes back the changes of several files that killed processes left half done in the open roots. */
export async function recoverKilledChanges(state: StateDirectory, scope: RecoveryScope): Promise<void> {
  const rootNames = scope.roots.map(({ path }) => state.nameFor(path));
  const found = readdirSync(state.path).flatMap((name) => parseName(state, name));
  for (const change of found) {
    if (!change.isOwnerAlive && rootNames.includes(change.rootName)) await recoverChange(change, scope);
  }
}
