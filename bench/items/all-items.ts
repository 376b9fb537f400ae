// Every item, in the order of the table.

import type { WorkItem } from "../harness/work-item.js";
import { COMMAND_ITEMS } from "./commands.js";
import { EDIT_ITEMS } from "./edit.js";
import { HISTORY_ITEMS } from "./history.js";
import { LARGE_FILE_ITEMS } from "./large-files.js";
import { LISTING_ITEMS } from "./listing.js";
import { SEARCH_ITEMS } from "./search.js";
import { SEARCH_KIND_ITEMS } from "./search-kinds.js";
import { SMALL_FILE_ITEMS } from "./small-files.js";
import { START_ITEMS } from "./start.js";

/** Every item; a position in this list is how the process that measures is told which one. */
export const ALL_ITEMS: readonly WorkItem[] = [
  ...LARGE_FILE_ITEMS,
  ...SEARCH_ITEMS,
  ...SEARCH_KIND_ITEMS,
  ...EDIT_ITEMS,
  ...SMALL_FILE_ITEMS,
  ...START_ITEMS,
  ...HISTORY_ITEMS,
  ...COMMAND_ITEMS,
  ...LISTING_ITEMS,
].toSorted((a, b) => a.number - b.number);
