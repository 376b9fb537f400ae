// Builds the package unless dist is already what the sources give: both are compared by their contents, so that a changed
// or half-written dist is built anew.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const INPUTS = ["src", "scripts", "package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];
const RECORD = join(REPOSITORY, "node_modules/.cache/ai-file-tools/built.json");

function digest(names) {
  const hash = createHash("sha256").update(process.version);
  for (const name of names.flatMap(listFiles).sort())
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(REPOSITORY, name)))
      .update("\0");
  return hash.digest("hex");
}

function listFiles(name) {
  const path = join(REPOSITORY, name);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path).flatMap((entry) => listFiles(join(name, entry)));
}

function describe() {
  return JSON.stringify({ inputs: digest(INPUTS), outputs: digest(["dist"]) });
}

if (!existsSync(RECORD) || readFileSync(RECORD, "utf8") !== describe()) {
  execFileSync("npm", ["run", "--silent", "build"], { cwd: REPOSITORY, stdio: ["ignore", 2, 2] });
  mkdirSync(dirname(RECORD), { recursive: true });
  writeFileSync(RECORD, describe());
}
