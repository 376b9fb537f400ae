// Rows of the attack table with symbolic links: out, in, dangling, chained, in loops.

import type { AttackCase } from "./attack-case.js";
import { DIRECTORY, ESCAPE, EXISTING_FILE, linkTo, MISSING } from "./attack-expectations.js";

function chain(length: number, end: string): Readonly<Record<string, string>> {
  const names = Array.from({ length }, (_, index) => `link${index}`);
  return Object.fromEntries(names.map((name, index) => [name, names[index + 1] ?? end]));
}

export const LINKS: readonly AttackCase[] = [
  {
    name: "link out",
    links: { link: "../outside/secret" },
    path: "link",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "absolute link out",
    links: { link: "OUTSIDE/secret" },
    path: "link",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "link to the prefixed sibling",
    links: { link: "../ws-evil/secret" },
    path: "link",
    expected: ESCAPE,
    control: "reads outside",
  },
  ...["link", "link/", "link/.", "link//", "./link/./"].map(
    (path): AttackCase => ({
      name: `link to a directory outside, as ${path}`,
      links: { link: "../outside" },
      path,
      expected: ESCAPE,
      control: "lists outside",
    }),
  ),
  {
    name: "below a link out",
    links: { link: "../outside" },
    path: "link/secret",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "new name below a link out",
    links: { link: "../outside" },
    path: "link/new",
    expected: ESCAPE,
    control: "writes outside",
  },
  {
    name: "up from a link out",
    links: { link: "../outside/dir" },
    path: "link/../secret",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "dangling link out",
    links: { link: "../outside/new" },
    path: "link",
    expected: ESCAPE,
    control: "writes outside",
  },
  {
    name: "chain out",
    links: { a: "dir/b", "dir/b": "../c", c: "../outside/secret" },
    path: "a",
    expected: ESCAPE,
    control: "reads outside",
  },
  {
    name: "link to the root of everything",
    links: { link: "/" },
    path: "link/etc/passwd",
    expected: ESCAPE,
  },
  { name: "link into procfs", links: { link: "/proc/self/environ" }, path: "link", expected: ESCAPE },
  {
    name: "link that leaves and comes back",
    links: { link: "../ws/file" },
    path: "link",
    expected: ESCAPE,
    control: "reads inside",
  },
  { name: "link to itself", links: { link: "link" }, path: "link", expected: ESCAPE },
  { name: "loop", links: { a: "b", b: "a" }, path: "a", expected: ESCAPE },
  { name: "loop on the way", links: { a: "b", b: "a" }, path: "a/file", expected: ESCAPE },
  { name: "nine links", links: chain(9, "file"), path: "link0", expected: ESCAPE, control: "reads inside" },
  {
    name: "eight links",
    links: chain(8, "file"),
    path: "link0",
    expected: linkTo(EXISTING_FILE),
    control: "reads inside",
  },
  {
    name: "link inside",
    links: { link: "dir/file" },
    path: "link",
    expected: linkTo(EXISTING_FILE),
    control: "reads inside",
  },
  {
    name: "absolute link inside",
    links: { link: "ROOT/file" },
    path: "link",
    expected: linkTo(EXISTING_FILE),
    control: "reads inside",
  },
  {
    name: "link up that stays inside",
    links: { "dir/link": "../file" },
    path: "dir/link",
    expected: linkTo(EXISTING_FILE),
    control: "reads inside",
  },
  { name: "link to a directory inside", links: { link: "dir" }, path: "link", expected: linkTo(DIRECTORY) },
  {
    name: "below a link inside",
    links: { link: "dir" },
    path: "link/file",
    expected: EXISTING_FILE,
    control: "reads inside",
  },
  { name: "new name below a link inside", links: { link: "dir" }, path: "link/new", expected: MISSING },
  {
    name: "dangling link inside",
    links: { link: "dir/missing" },
    path: "link",
    expected: { ...linkTo(MISSING), search: "path_not_found", list: "path_not_found", exec: "path_not_found" },
  },
];
