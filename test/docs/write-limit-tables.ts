// Writes the tables of limits into the documents: "npm run docs:limits".

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "../support/source-tree.js";
import { LIMITS_DOCUMENTS, readLimits, replaceTable } from "./limits-table.js";

for (const { path, createTable } of LIMITS_DOCUMENTS) {
  const file = join(REPOSITORY, path);
  writeFileSync(file, replaceTable(readFileSync(file, "utf8"), createTable(readLimits())));
}
