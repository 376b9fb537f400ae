// Joins the sources behind each entry point into few files, since Node takes longer to find many small files than to
// read one large one. What several entry points share, and what is imported late, goes into parts. Packages that a user
// installs stay outside.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { bundleThread } from "./bundle-thread.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
const packageJson = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const built = Object.values(packageJson.exports).flatMap((target) => target.default ?? []);
const library = fileURLToPath(new URL("../src/index.ts", import.meta.url));

/**
 * Lets the faces, and what is imported late, reach all of the library, which they are never without, so that it stays in
 * one piece instead of falling apart into as many as there are ways to share it: an import waits for each of them. The
 * contract of stores runs anywhere and stays by itself.
 */
const wholeLibrary = {
  name: "whole-library",
  setup({ onLoad, onResolve }) {
    const users = new Set([...built.map(toSource).filter(isFace), ...findLateSources()]);
    onResolve({ filter: /^whole-library$/ }, () => ({ path: library }));
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      users.has(path) ? { contents: `${readFileSync(path, "utf8")}\nimport "whole-library";\n`, loader: "ts" } : null,
    );
  },
};

function toSource(builtPath) {
  return join(repository, builtPath.replace("./dist/", "src/").replace(/\.js$/, ".ts"));
}

function isFace(source) {
  return source !== library && source !== toSource("./dist/testing/index.js");
}

/** Finds the sources that others import when they need them. */
function findLateSources() {
  const directory = join(repository, "src");
  const sources = readdirSync(directory, { recursive: true }).filter((name) => name.endsWith(".ts"));
  return sources.flatMap((name) => {
    const imports = readFileSync(join(directory, name), "utf8").matchAll(/await import\("(\.[^"]+)\.js"\)/g);
    return [...imports].map(([, path]) => join(directory, dirname(name), `${path}.ts`));
  });
}

const { outputFiles } = await build({
  absWorkingDir: repository,
  entryPoints: built.map(toSource),
  outbase: "src",
  outdir: "dist",
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "es2023",
  external: Object.keys({ ...packageJson.dependencies, ...packageJson.peerDependencies }),
  legalComments: "none",
  plugins: [wholeLibrary],
  // The import of the whole library serves to place files, and does nothing when it runs.
  logOverride: { "ignored-bare-import": "silent" },
  logLevel: "warning",
  write: false,
});

for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, toAscii(text));
}
await bundleThread(join(repository, "dist/scan-thread.js"));

/** A single character beyond makes the whole of a file take twice the memory. In literals both spellings mean the same. */
function toAscii(text) {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
