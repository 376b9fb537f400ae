// Takes the declaration files out of dist that no entry point leads to: the compiler writes one for every source.

import { readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const packageJson = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
const reached = new Set();

for (const { types } of Object.values(packageJson.exports)) if (types !== undefined) follow(join(repository, types));

function follow(path) {
  if (reached.has(path)) return;
  reached.add(path);
  for (const [, target] of readFileSync(path, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)\.js"/g))
    follow(join(dirname(path), `${target}.d.ts`));
}

/** Answers whether the directory is empty afterwards. */
function prune(directory) {
  const kept = readdirSync(directory, { withFileTypes: true }).filter((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return !prune(path);
    const isUnreached = path.endsWith(".d.ts") && !reached.has(path);
    if (isUnreached) rmSync(path);
    return !isUnreached;
  });
  if (kept.length === 0) rmdirSync(directory);
  return kept.length === 0;
}

prune(join(repository, "dist"));
