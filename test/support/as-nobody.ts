// Statements that run as a user without rights, wherever the sources lie: everything is loaded before the user is switched,
// and what is started afterwards lies in a copy that anybody may read.

import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { expect, onTestFinished } from "vitest";

/** The user and the group that own nothing. Source: the Linux Standard Base and the overflow ids of the kernel. */
const NOBODY = 65_534;

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** Tells whether this process may become another user. */
export const MAY_SWITCH_USER: boolean = process.getuid?.() === 0;

function bundleSources(directory: string): string {
  const { peerDependencies } = JSON.parse(readFileSync(join(REPOSITORY, "package.json"), "utf8"));
  const outfile = join(directory, "sources.mjs");
  buildSync({
    stdin: {
      contents: `export * from "./src/index.ts"; export * from "./src/shell/ripgrep/ripgrep.ts";`,
      resolveDir: REPOSITORY,
    },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    external: [...Object.keys(peerDependencies), "@vscode/ripgrep"],
    logLevel: "warning",
  });
  cpSync(join(REPOSITORY, "node_modules/@vscode"), join(directory, "node_modules/@vscode"), { recursive: true });
  return outfile;
}

/**
 * Runs statements as nobody and answers what they put into `found`. They see `sources`, which are all public names and
 * those of the room for ripgrep.
 */
export function askAsNobody(statements: string): unknown {
  const directory = mkdtempSync(join(tmpdir(), "as-nobody-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  chmodSync(directory, 0o755);
  const script = `
    const sources = await import(${JSON.stringify(pathToFileURL(bundleSources(directory)).href)});
    process.setgroups([]); process.setgid(${NOBODY}); process.setuid(${NOBODY});
    const found = [];
    ${statements}
    console.log(JSON.stringify(found));`;
  const args = ["--input-type=module", "-e", script];
  const { stderr, stdout } = spawnSync(process.execPath, args, { encoding: "utf8", cwd: directory });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}
