// The names that users may import. A name that goes or changes its nature breaks them: it is meant to be noticed here.

import ts from "typescript";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import * as acp from "../../src/acp/index.js";
import * as anthropic from "../../src/anthropic/index.js";
import * as http from "../../src/http/index.js";
import * as api from "../../src/index.js";
import * as mcp from "../../src/mcp/index.js";
import * as openai from "../../src/openai/index.js";
import * as testing from "../../src/testing/index.js";
import { readRepositoryFile } from "../support/source-tree.js";

interface PublicName {
  readonly name: string;
  readonly isType: boolean;
}

function readPublicNames(path: string): readonly PublicName[] {
  const source = ts.createSourceFile(path, readRepositoryFile(path), ts.ScriptTarget.Latest);
  return source.statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, isTypeOnly, moduleSpecifier }) => {
      if (exportClause === undefined) return readPublicNames(resolveRoomIndex(path, moduleSpecifier));
      if (!ts.isNamedExports(exportClause)) throw new Error(`${path} has an unnamed export`);
      return exportClause.elements.map((one) => ({ name: one.name.text, isType: isTypeOnly || one.isTypeOnly }));
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Only the list of a whole room may be taken without naming what is in it. */
function resolveRoomIndex(path: string, specifier: ts.Expression | undefined): string {
  const target = specifier !== undefined && ts.isStringLiteral(specifier) ? specifier.text : "";
  if (path === "src/index.ts" && /^\.\/\w+\/index\.js$/.test(target)) return `src/${target.slice(2, -3)}.ts`;
  throw new Error(`${path} has an unnamed export`);
}

const ENTRY_POINTS = [
  { name: "ai-file-tools", path: "src/index.ts", values: api },
  { name: "ai-file-tools/acp", path: "src/acp/index.ts", values: acp },
  { name: "ai-file-tools/anthropic", path: "src/anthropic/index.ts", values: anthropic },
  { name: "ai-file-tools/http", path: "src/http/index.ts", values: http },
  { name: "ai-file-tools/mcp", path: "src/mcp/index.ts", values: mcp },
  { name: "ai-file-tools/openai", path: "src/openai/index.ts", values: openai },
  { name: "ai-file-tools/testing", path: "src/testing/index.ts", values: testing },
] as const;

test.for(ENTRY_POINTS)("$name exports the values that it names, and no others", ({ path, values }) => {
  const named = readPublicNames(path).filter(({ isType }) => !isType);
  expect(named.map(({ name }) => name)).toEqual(Object.keys(values).sort());
});

test("the public names are those of public-api.txt", async () => {
  const lines = ENTRY_POINTS.flatMap(({ name, path }) => [
    `${name}`,
    ...readPublicNames(path).map((one) => `  ${one.isType ? "type " : "value"} ${one.name}`),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("public-api.txt");
});

test("every entry point of the package is checked here", () => {
  const names = Object.keys(packageJson.exports).filter((name) => name !== "./package.json");
  expect(names.map((name) => `ai-file-tools${name.slice(1)}`)).toEqual(ENTRY_POINTS.map(({ name }) => name));
});
