// The lock file as `npm ci` needs it on every platform, also where npm wrote it on one that lacks some packages.

import { expect, test } from "vitest";
import { readRepositoryFile } from "../support/source-tree.js";

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readRepositoryFile("package-lock.json")) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

test("the lock file holds the packages of every platform", () => {
  const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/"))));
  const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  );
  expect(optional.length).toBeGreaterThan(50);
  expect(optional.filter((name) => !locked.has(`node_modules/${name}`))).toEqual([]);
});

test("the lock file names no server", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.includes("://") === true)).toEqual([]);
});
