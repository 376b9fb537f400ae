// Joins what runs in a thread of its own into one file: a thread loads nothing of the library that it does not use.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Writes what the threads of the library, and of the program, begin with; the engine stays outside, as for both. */
export async function bundleThread(outfile) {
  await build({
    entryPoints: [fileURLToPath(new URL("../src/workspace/threads/scan-thread.ts", import.meta.url))],
    outfile,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "es2023",
    external: ["re2js"],
    charset: "ascii",
    logLevel: "warning",
  });
}
