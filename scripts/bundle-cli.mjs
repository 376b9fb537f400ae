// Joins the program into files of its own, with the packages in them that are optional for everybody else: whoever runs
// "npx ai-file-tools mcp" has installed none of them.

import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { collectLicences } from "./licences.mjs";

const repository = fileURLToPath(new URL("..", import.meta.url));
const packageJson = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const program = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

/** Optional packages whose code goes into the program, since its servers need them. */
const INSIDE = ["@hono/node-server", "@modelcontextprotocol/sdk", "hono"];

/** Packages that stay outside: what every installation has, and what no command uses. */
const OUTSIDE = [
  ...Object.keys(packageJson.dependencies),
  ...Object.keys(packageJson.peerDependencies).filter((name) => !INSIDE.includes(name)),
];

/** The validator of forms that a server may show; ours shows none, and it is larger than all the rest of the protocol. */
const WITHOUT_VALIDATOR = {
  name: "without-validator",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/ajv-provider\.js$/ }, ({ path }) => ({ path, namespace: "left-out" }));
    onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: "export class AjvJsonSchemaValidator {}" }));
  },
};

const { metafile } = await build({
  absWorkingDir: repository,
  entryPoints: ["src/cli/main.ts"],
  outdir: "dist/cli",
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "es2023",
  external: OUTSIDE,
  plugins: [WITHOUT_VALIDATOR],
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
});

writeFileSync(new URL("../dist/cli/LICENSES.txt", import.meta.url), collectLicences(metafile));
writeFileSync(program, `#!/usr/bin/env node\n${readFileSync(program, "utf8")}`);
chmodSync(program, 0o755);

// The demo is an example like any other; as a command it uses the package by its name, as everybody's program does.
await build({
  absWorkingDir: repository,
  entryPoints: ["examples/demo/run-demo.ts"],
  outdir: "dist/demo",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "es2023",
  packages: "external",
  // Without the paths of the repository's configuration, which lead to the sources.
  tsconfigRaw: {},
  logLevel: "warning",
});
