// What `npm pack` puts into the package: the built files and four documents, nothing that strayed in, and not too much.

import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { REPOSITORY } from "../support/source-tree.js";

interface PackedPackage {
  readonly files: readonly { readonly path: string }[];
  readonly size: number;
  readonly unpackedSize: number;
}

const DOCUMENTS = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"];
/** Of the packages whose code is in the program, and in the library. */
const LICENSES = ["dist/cli/LICENSES.txt"];
/** A quarter of both is the program, which holds what of the optional packages it needs. */
const MAX_PACKED_BYTES = 840 * 1024;
const MAX_UNPACKED_BYTES = 2.7 * 1024 * 1024;

describe("the package", () => {
  let packed: PackedPackage;
  let names: readonly string[];
  beforeAll(() => {
    const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--silent"], {
      cwd: REPOSITORY,
      encoding: "utf8",
    });
    [packed] = JSON.parse(output) as [PackedPackage];
    names = packed.files.map(({ path }) => path);
  });

  test("holds the documents, and otherwise only built files", () => {
    expect(names.filter((name) => !name.startsWith("dist/")).sort()).toEqual(DOCUMENTS);
    expect(names.filter((name) => name.startsWith("dist/") && !/\.(?:js|d\.ts)$/.test(name))).toEqual(LICENSES);
  });

  test("holds every entry point with its types", () => {
    for (const entry of [
      "dist/index",
      "dist/acp/index",
      "dist/anthropic/index",
      "dist/openai/index",
      "dist/http/index",
      "dist/mcp/index",
      "dist/testing/index",
    ]) {
      expect(names).toEqual(expect.arrayContaining([`${entry}.js`, `${entry}.d.ts`]));
    }
  });

  test("is small", () => {
    expect(packed.size).toBeLessThan(MAX_PACKED_BYTES);
    expect(packed.unpackedSize).toBeLessThan(MAX_UNPACKED_BYTES);
  });
});
