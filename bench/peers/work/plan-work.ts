// From what a task asks for to what is done: the one place that knows every kind of task.

import type { Task } from "../../harness/task.js";
import type { Abilities } from "../peer.js";
import { planEdit } from "./edit-work.js";
import type { PeerWork } from "./peer-work.js";
import { planPages, planRead } from "./read-work.js";
import { planGlob, planGrep } from "./search-work.js";
import { planReadFiles, planWriteFiles } from "./small-files-work.js";

/** Plans a task; `null` where the package has no tool for it. */
export async function planWork(task: Task, abilities: Abilities): Promise<PeerWork | null> {
  switch (task.kind) {
    case "read":
      return planRead(task, abilities);
    case "page":
      return planPages(task, abilities);
    case "grep":
      return planGrep(task, abilities);
    case "glob":
      return planGlob(task, abilities);
    case "edit":
      return planEdit(task, abilities);
    case "read files":
      return planReadFiles(task, abilities);
    case "write files":
      return planWriteFiles(task, abilities);
  }
}
