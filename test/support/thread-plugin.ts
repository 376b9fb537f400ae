// Lets the sources start their thread under the tests: Node starts none from TypeScript.

import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import type { Plugin } from "vitest/config";

function buildThread(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL("../../src/workspace/threads/scan-thread.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  return Buffer.from(outputFiles[0]?.contents ?? "").toString("base64");
}

/** Puts what stands in a file of its own in the built package into the address of the thread. */
export function createThreadPlugin(): Plugin {
  const address = `data:text/javascript;base64,${buildThread()}`;
  return {
    name: "thread",
    transform: (code, id) =>
      id.endsWith("/src/workspace/threads/thread.ts")
        ? code.replace('new URL("../scan-thread.js", import.meta.url)', `new URL(${JSON.stringify(address)})`)
        : null,
  };
}
