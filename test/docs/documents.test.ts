// The documents against the code: a kind, a limit, a dependency or a file that only one of them knows is a failure.

import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { FS_ERROR_KINDS, FsError } from "../../src/errors.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { REPOSITORY, readRepositoryFile } from "../support/source-tree.js";
import {
  changeableLimitNames,
  exportedLimitNames,
  extractTable,
  formatLimit,
  LIMITS_DOCUMENTS,
  readLimits,
} from "./limits-table.js";

function headings(markdown: string, level: 2 | 3): readonly string[] {
  const marks = "#".repeat(level);
  return Array.from(markdown.matchAll(new RegExp(`^${marks} (.+)$`, "gm")), ([, heading = ""]) => heading);
}

describe("docs/errors.md", () => {
  const document = readRepositoryFile("docs/errors.md");

  test("has one heading for each kind, in their order", () => {
    expect(headings(document, 2)).toEqual(FS_ERROR_KINDS);
  });

  test.for(FS_ERROR_KINDS)("tells status and retry of %s, what it means and what to do", (kind) => {
    const section = document.split(/^## /m).find((text) => text.startsWith(`${kind}\n`)) ?? "";
    const { status, retry } = new FsError(kind, "");
    expect(section).toMatch(new RegExp(`^- Status ${status}\\b`, "m"));
    expect(section).toContain(`retry \`${retry}\``);
    expect(section).toMatch(/^- Meaning: \S/m);
    expect(section).toMatch(/^- Do: \S/m);
  });
});

describe("limits", () => {
  const all = readLimits();

  test("are all read from the file, with their values", () => {
    expect(all.map(({ name }) => name).sort()).toEqual(exportedLimitNames());
    expect(all.filter(({ value }) => !(value > 0))).toEqual([]);
    expect(exportedLimitNames()).toEqual(expect.arrayContaining([...changeableLimitNames()]));
  });

  test("have an option in the documents for each limit of a workspace", () => {
    const table = LIMITS_DOCUMENTS[0]?.createTable(all) ?? "";
    const names = Object.keys(createInMemoryWorkspace().limits);
    expect(names.filter((name) => !table.includes(`\`limits.${name}\``))).toEqual([]);
  });

  test("are written with units", () => {
    const limit = { source: "" };
    expect([
      formatLimit({ ...limit, name: "A_MS", value: 60_000, meaning: "Milliseconds" }),
      formatLimit({ ...limit, name: "B_MS", value: 250, meaning: "Milliseconds" }),
      formatLimit({ ...limit, name: "C", value: 3.5 * 1024 * 1024, meaning: "Bytes" }),
      formatLimit({ ...limit, name: "D", value: 64, meaning: "Bytes" }),
      formatLimit({ ...limit, name: "E", value: 2000, meaning: "Lines" }),
    ]).toEqual(["60 s", "250 ms", "3.5 MiB", "64 bytes", "2 000"]);
  });

  test.for(LIMITS_DOCUMENTS)('stand in $path as the code has them; else run "npm run docs:limits"', (document) => {
    expect(extractTable(readRepositoryFile(document.path))).toBe(document.createTable(all));
  });
});

describe("docs/dependencies.md", () => {
  const document = readRepositoryFile("docs/dependencies.md");
  const names = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.peerDependencies)];

  test("has one heading for each dependency of the built package", () => {
    expect([...headings(document, 2)].sort()).toEqual(names.sort());
  });

  test.for(names)("says why %s is used, its size, what else there was, and the risk", (name) => {
    const section = document.split(/^## /m).find((text) => text.startsWith(`${name}\n`)) ?? "";
    for (const word of ["Why", "Size", "Instead of", "Risk"])
      expect(section).toMatch(new RegExp(`^- ${word}: \\S`, "m"));
  });
});

const PAGES = readdirSync(join(REPOSITORY, "docs")).filter((name) => name.endsWith(".md"));

describe.for(["README.md", "SECURITY.md", "CONTRIBUTING.md", ...PAGES.map((name) => `docs/${name}`)])("%s", (path) => {
  const document = readRepositoryFile(path);

  test("names only files that exist", () => {
    const inCode = Array.from(document.matchAll(/`((?:src|test|docs|examples|scripts|bench)\/[\w./-]+)`/g));
    const linked = Array.from(document.matchAll(/\]\((?!https?:|#)([^)#]+)/g));
    const named = [...inCode.map(([, name = ""]) => name), ...linked.map(([, name = ""]) => join(dirname(path), name))];
    const missing = named.filter((name) => !name.includes("NAME") && !existsSync(join(REPOSITORY, name)));
    expect(missing).toEqual([]);
  });

  test("names no script that package.json lacks", () => {
    const builtIn = ["ci", "test", "install", "view"];
    const scripts = Array.from(document.matchAll(/(?:^|`|&& )npm (?:run )?([a-z][\w:-]*)/gm), ([, name = ""]) => name);
    expect(scripts.filter((name) => !builtIn.includes(name) && !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });
});

test("SECURITY.md gives each defence a file, a test and what is not covered", () => {
  const [, threats = ""] = readRepositoryFile("SECURITY.md").split(/^## Threats$/m);
  const [table = ""] = threats.split(/^## /m);
  const rows = table
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\|(?:[-|]+$| Vector )/.test(line))
    .map((line) => line.split("|").slice(1, -1));
  expect(rows.length).toBeGreaterThan(15);
  for (const [vector = "", defence = "", file = "", tests = "", uncovered = "", ...rest] of rows) {
    expect(rest, vector).toEqual([]);
    expect(file, vector).toMatch(/`src\/[^`]+`/);
    expect(tests, vector).toMatch(/`test\/[^`]+`/);
    for (const cell of [vector, defence, uncovered]) expect(cell.trim(), vector).not.toBe("");
  }
});
