// Every store that is broken on purpose. A fault that no case catches means that the contract lacks a case.

import type { BrokenStore } from "./break-store.js";
import { BROKEN_POWERS } from "./broken-powers.js";
import { BROKEN_READING } from "./broken-reading.js";
import { BROKEN_WRITING } from "./broken-writing.js";

export const BROKEN_STORES: readonly BrokenStore[] = [...BROKEN_READING, ...BROKEN_WRITING, ...BROKEN_POWERS];
