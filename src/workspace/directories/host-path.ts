// Paths as node:fs takes them: as bytes where a name in them is no UTF-8.

import type { PathLike } from "node:fs";
import { encodeName } from "../../text/name-bytes.js";

/** Answers a path, whose names are as `decodeName` reads them, in the form that reaches the same file. */
export function toHostPath(path: string): PathLike {
  return path.isWellFormed() ? path : encodeName(path);
}
