// Joins the sources behind each entry point into few files, since Node takes longer to find many small files than to
// read one large one. What several entry points share, and what is imported late, goes into parts; packages stay outside.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const repository = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const built = Object.values(exports).flatMap((target) => target.default ?? []);

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
  logLevel: "warning",
});
