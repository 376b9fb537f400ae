// The path of a remembered change in the form that every operation takes. No I/O.

import { showName, showNames } from "../../text/shown-name.js";
import { joinPath } from "../paths/paths.js";
import type { RootedPath } from "./transaction.js";

/** Answers the absolute path, with names that could mislead in their quoted form. */
export function toGivenPath({ components, root }: RootedPath): string {
  return joinPath(showNames(root), components.map(showName));
}

/** Answers the key of a path; what lies below it begins with the key and a `/`. */
export function keyOf({ components, root }: RootedPath): string {
  return `${root}\0${components.join("/")}`;
}
