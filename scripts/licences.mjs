// The licences of packages whose code goes into built files.

import { readFileSync } from "node:fs";

/** Answers the licences of the packages that esbuild put into its output, by what it says of it. */
export function collectLicences(metafile) {
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const names = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort().map(readLicence).join("\n");
}

function readLicence(name) {
  const directory = new URL(`../node_modules/${name}/`, import.meta.url);
  const { version } = JSON.parse(readFileSync(new URL("package.json", directory), "utf8"));
  const text = readFileSync(new URL("LICENSE", directory), "utf8").trim();
  return `${name} ${version}\n\n${text}\n`;
}
