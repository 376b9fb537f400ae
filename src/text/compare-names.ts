// The one order of names: that of their bytes on a disk, which for well-formed names is that of code points.

import { encodeName } from "./name-bytes.js";

/** A unit that UTF-16 orders otherwise than the bytes do: half of a character beyond U+FFFF, or one that comes behind these halves. */
const OUT_OF_ORDER = /[\ud800-\uffff]/;

/** Compares two names, or two paths within one directory, for a sort. Takes a plain comparison where only one has such a unit. */
export function compareNames(left: string, right: string): number {
  if (OUT_OF_ORDER.test(left) && OUT_OF_ORDER.test(right)) return Buffer.compare(encodeName(left), encodeName(right));
  return left < right ? -1 : Number(left > right);
}
