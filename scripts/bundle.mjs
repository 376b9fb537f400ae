// Joins the sources behind each entry point into few files, since Node takes longer to find many small files than to
// read one large one. What several entry points share, and what is imported late, goes into parts; packages stay outside.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const repository = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const built = Object.values(exports).flatMap((target) => target.default ?? []);
const library = fileURLToPath(new URL("../src/index.ts", import.meta.url));

/**
 * Lets the faces reach all of the library, which they are never without, so that it stays in one piece instead of falling
 * apart into as many as there are ways to share it. The contract of stores runs anywhere and stays by itself.
 */
const wholeLibrary = {
  name: "whole-library",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^whole-library$/ }, () => ({ path: library }));
    onLoad({ filter: /\/src\/[\w-]+\/index\.ts$/ }, ({ path }) => {
      const name = path.slice(repository.length + "src/".length, -".ts".length);
      const isFace = name !== "testing/index" && built.includes(`./dist/${name}.js`);
      return isFace ? { contents: `${readFileSync(path, "utf8")}\nimport "whole-library";\n`, loader: "ts" } : null;
    });
  },
};

await build({
  absWorkingDir: repository,
  entryPoints: built.map((path) => path.replace("./dist/", "src/").replace(/\.js$/, ".ts")),
  outbase: "src",
  outdir: "dist",
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "es2023",
  packages: "external",
  legalComments: "none",
  plugins: [wholeLibrary],
  // The import of the whole library serves to place files, and does nothing when it runs.
  logOverride: { "ignored-bare-import": "silent" },
  logLevel: "warning",
});
