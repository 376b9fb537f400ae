// What a new tool or a new store needs besides its file. Each complaint names the step that is missing.

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { REPOSITORY, readRepositoryFile, type SourceFile } from "../support/source-tree.js";

/** The places in which a tool or a store must appear. */
export interface WiringPlaces {
  readonly index: string;
  readonly readme: string;
  readonly toolTable: string;
  readonly contractStores: string;
  /** Names of the files in test/tools. */
  readonly toolTests: readonly string[];
}

/** Reads the places as they are in the repository. */
export function readWiringPlaces(): WiringPlaces {
  return {
    index: readRepositoryFile("src/index.ts") + readRepositoryFile("src/tools/index.ts"),
    readme: readRepositoryFile("README.md"),
    toolTable: readRepositoryFile("src/tools/create-file-tools.ts"),
    contractStores: readRepositoryFile("test/contract/stores.ts"),
    toolTests: readdirSync(join(REPOSITORY, "test/tools")),
  };
}

interface Part {
  readonly name: string;
  readonly path: string;
}

function findExports(files: readonly SourceFile[], room: string, pattern: RegExp): readonly Part[] {
  return files
    .filter((file) => file.room === room)
    .flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([, name = ""]) => ({ name, path })));
}

/** Finds the factories of single tools. */
export function findToolFactories(files: readonly SourceFile[]): readonly Part[] {
  return findExports(files, "tools", /^export function (create\w+Tool)\b/gm);
}

/** Finds the stores. */
export function findStores(files: readonly SourceFile[]): readonly Part[] {
  return findExports(files, "stores", /^export class (\w+Store)\b/gm);
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}

/** Complains about tools that are not wired, documented and tested. */
export function findUnwiredTools(files: readonly SourceFile[], places: WiringPlaces): readonly string[] {
  return findToolFactories(files).flatMap(({ name, path }) => {
    const subject = basename(path, ".ts");
    const isTested = places.toolTests.some((test) => test.endsWith(".test.ts") && test.split(/[.-]/).includes(subject));
    return [
      ...(mentions(places.index, name) ? [] : [`${name}: export it from src/tools/index.ts`]),
      ...(mentions(places.toolTable, name) ? [] : [`${name}: add it to WIRING in src/tools/create-file-tools.ts`]),
      ...(isTested ? [] : [`${name}: add test/tools/${subject}.test.ts`]),
      ...(hasRow(places.readme, name) ? [] : [`${name}: add a row to the table of tools in README.md`]),
    ];
  });
}

/** Complains about stores that are not exported, documented and held to the contract. */
export function findUnwiredStores(files: readonly SourceFile[], places: WiringPlaces): readonly string[] {
  return findStores(files).flatMap(({ name }) => [
    ...(mentions(places.index, name) ? [] : [`${name}: export it from src/index.ts`]),
    ...(mentions(places.contractStores, name) ? [] : [`${name}: add it to STORES in test/contract/stores.ts`]),
    ...(hasRow(places.readme, name) ? [] : [`${name}: add a row to the table of stores in README.md`]),
  ]);
}

function hasRow(markdown: string, name: string): boolean {
  return markdown.split("\n").some((line) => line.startsWith("|") && mentions(line, name));
}
