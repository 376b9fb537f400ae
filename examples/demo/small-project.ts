// A project for the demo where this repository is not at hand: just enough to search, read and change.

/** Contents by path. */
export const SMALL_PROJECT: Readonly<Record<string, string>> = {
  "README.md": "# Runner\n\nRuns commands and stops those that take too long. See `docs/limits.md`.\n",
  "package.json": '{ "name": "runner", "version": "1.0.0", "type": "module", "private": true }\n',
  "docs/limits.md": "# Limits\n\nEach limit stands in `src/limits.ts` with its unit and where it comes from.\n",
  "src/limits.ts": [
    "// Every default number, with its unit and where it comes from.",
    "",
    "/** Milliseconds after which a command is stopped. Source: a test suite of a small project. */",
    "export const EXEC_TIMEOUT_MS = 60_000;",
    "",
    "/** Bytes of output that are kept. Source: what fits on a few screens. */",
    "export const MAX_OUTPUT_BYTES = 32_768;",
    "",
  ].join("\n"),
  "src/run-command.ts": [
    'import { execFile } from "node:child_process";',
    'import { EXEC_TIMEOUT_MS, MAX_OUTPUT_BYTES } from "./limits.js";',
    "",
    "export function runCommand(command: string, done: (output: string) => void): void {",
    "  const options = { timeout: EXEC_TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES };",
    '  execFile("sh", ["-c", command], options, (_error, stdout) => done(stdout));',
    "}",
    "",
  ].join("\n"),
};
