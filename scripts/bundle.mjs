// Joins the sources behind each entry point into one file, since Node takes longer to find many small files than to read
// one large one. What is imported late goes into files of its own; packages stay outside. The faces share no files with
// the library proper, which would otherwise fall apart into as many pieces as there are ways to share it.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const LIBRARY = ["./dist/index.js", "./dist/testing/index.js"];

const repository = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const built = Object.values(exports).flatMap((target) => target.default ?? []);
const faces = built.filter((path) => !LIBRARY.includes(path));

for (const paths of [LIBRARY, faces]) {
  await build({
    absWorkingDir: repository,
    entryPoints: paths.map((path) => path.replace("./dist/", "src/").replace(/\.js$/, ".ts")),
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
}
