// Starts the count of tokens once the packages that it needs are there: `npm run tokens -- [--write] [--show]`.

import { existsSync } from "node:fs";

if (existsSync(new URL("node_modules", import.meta.url))) await import("./compare.js");
else {
  console.error("The tokenizer and the other packages are not installed: npm ci --prefix bench/tokens");
  process.exitCode = 1;
}
