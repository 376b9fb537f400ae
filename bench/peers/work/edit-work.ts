// Changing one file there and back. After each call the file must be as it should be, whatever the tool said.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EditTask } from "../../harness/task.js";
import type { Abilities } from "../peer.js";
import { defineWork, type PeerWork } from "./peer-work.js";

type Edit = NonNullable<Abilities["edit"]>;

async function planChanges({ directory, file, changes, exactChanges }: EditTask, edit: Edit): Promise<PeerWork> {
  const path = join(directory, file);
  const [there, back] = changes;
  const [exact] = exactChanges;
  const before = await readFile(path, "utf8");
  const after = before.replace(exact.oldText, () => exact.newText);
  let isChanged = false;
  return defineWork(
    async () => {
      const { oldText, newText } = isChanged ? back : there;
      await edit(file, oldText, newText);
      isChanged = !isChanged;
      return isChanged ? after : before;
    },
    async (expected) => ((await readFile(path, "utf8")) === expected ? null : "wrong: changed more than was asked for"),
  );
}

function planMiss({ file, changes: [{ oldText, newText }] }: EditTask, edit: Edit): PeerWork {
  return defineWork(
    () =>
      edit(file, oldText, newText).then(
        () => false,
        () => true,
      ),
    (isRefused) => (isRefused ? null : "wrong: did not refuse"),
  );
}

/** Plans the changes of a task; `null` where the package can't edit. */
export async function planEdit(task: EditTask, { edit }: Abilities): Promise<PeerWork | null> {
  if (!edit) return null;
  return task.isMiss ? planMiss(task, edit) : planChanges(task, edit);
}
