// What `npm pack` puts into the package: the built files and the documents, nothing that strayed in, and not too much.

import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { REPOSITORY, readRepositoryFile } from "../support/source-tree.js";

interface PackedPackage {
  readonly files: readonly { readonly path: string }[];
  readonly size: number;
  readonly unpackedSize: number;
}

const DOCUMENTS = ["CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "package.json"];
/** Of the packages whose code is in the program, and in the library. */
const LICENSES = ["dist/cli/LICENSES.txt"];
/** A quarter is the program, which holds what it needs of the optional packages; a tenth the documents. */
const MAX_PACKED_BYTES = 960 * 1024;
const MAX_UNPACKED_BYTES = 3.25 * 1024 * 1024;

function pack(directory: string, ...flags: readonly string[]): PackedPackage {
  const flagsOfNpm = ["pack", "--dry-run", "--json", "--silent", ...flags];
  const [packed] = JSON.parse(execFileSync("npm", flagsOfNpm, { cwd: directory, encoding: "utf8" })) as [PackedPackage];
  return packed;
}

/** Names of built files, without what a bundler makes of the place in which it runs. */
function builtNames({ files }: PackedPackage): readonly string[] {
  const built = files.map(({ path }) => path).filter((path) => path.startsWith("dist/"));
  return built.map((path) => path.replace(/-[A-Z0-9]{8}\.js$/, ".js")).sort();
}

describe("the package", () => {
  let packed: PackedPackage;
  let names: readonly string[];
  beforeAll(() => {
    // Without the build before it: other tests use what is built.
    packed = pack(REPOSITORY, "--ignore-scripts");
    names = packed.files.map(({ path }) => path);
  });

  test("holds documents, examples and built files, and nothing else", () => {
    const others = names.filter((name) => !/^(?:dist|docs|examples|bench)\//.test(name));
    expect(others.sort()).toEqual(DOCUMENTS);
    const odd = names.filter((name) => !/^(?:dist\/.*\.(?:js|d\.ts)|(?:docs|bench)\/.*\.md|examples\/.*)$/.test(name));
    expect(odd.filter((name) => name.includes("/"))).toEqual(LICENSES);
  });

  test("holds whatever its documents link to, examples that the README names included", () => {
    const documents = names.filter((name) => name.endsWith(".md"));
    const linked = documents.flatMap((name) =>
      Array.from(readRepositoryFile(name).matchAll(/\]\((?!https?:)([^)#\s]+)/g), ([, target = ""]) =>
        posix.join(dirname(name), target),
      ),
    );
    const named = Array.from(readRepositoryFile("README.md").matchAll(/`(examples\/[^`]+)`/g), ([, path = ""]) => path);
    expect(linked.length).toBeGreaterThan(40);
    expect(named.length).toBeGreaterThan(2);
    expect([...linked, ...named].filter((name) => !names.includes(name))).toEqual([]);
  });

  test("holds no declarations that no entry point leads to", () => {
    const declarations = names.filter((name) => name.endsWith(".d.ts"));
    const imported = declarations.flatMap((name) =>
      Array.from(readRepositoryFile(name).matchAll(/(?:from |import\()"(\.[^"]+)\.js"/g), ([, target = ""]) =>
        posix.join(dirname(name), `${target}.d.ts`),
      ),
    );
    const entries = declarations.filter((name) => /^dist\/(?:\w+\/)?index\.d\.ts$/.test(name));
    expect(new Set([...imported, ...entries])).toEqual(new Set(declarations));
  });

  test("is built when it is packed from a clone that was never built", async () => {
    const clone = await mkdtemp(join(tmpdir(), "ai-file-tools-clone-"));
    try {
      const tops = ["src", "scripts", "examples", "package.json", "tsconfig.json", "tsconfig.build.json"];
      for (const top of tops) await cp(join(REPOSITORY, top), join(clone, top), { recursive: true });
      await symlink(join(REPOSITORY, "node_modules"), join(clone, "node_modules"));
      expect(builtNames(pack(clone))).toEqual(builtNames(packed));
    } finally {
      await rm(clone, { recursive: true });
    }
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
