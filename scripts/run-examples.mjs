// Runs every example of the built package with its scripted model, one after the other; the first that fails ends it.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const examples = readdirSync(new URL("../examples/", import.meta.url)).filter((name) => name.endsWith(".ts"));

for (const name of examples.sort()) {
  process.stdout.write(`\n# examples/${name}\n`);
  const tsx = fileURLToPath(new URL("../node_modules/tsx/dist/cli.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [tsx, "--tsconfig", "examples/tsconfig.json", `examples/${name}`], {
    cwd: repository,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 120_000,
  });
  if (status !== 0) {
    process.stdout.write(`examples/${name} failed\n`);
    process.exit(1);
  }
}
