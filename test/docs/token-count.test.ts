// The count of tokens needs packages of its own; a new clone is told so.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

it("says in one line what to install", () => {
  const directory = mkdtempSync(join(tmpdir(), "token-count-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  copyFileSync("bench/tokens/run.ts", join(directory, "run.mts"));
  const tokens = spawnSync(process.execPath, ["--import", "tsx", join(directory, "run.mts")], { encoding: "utf8" });
  expect([tokens.status, tokens.stdout, tokens.stderr]).toEqual([
    1,
    "",
    "The tokenizer and the other packages are not installed: npm ci --prefix bench/tokens\n",
  ]);
});
