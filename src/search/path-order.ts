// The order of paths in a result: that of their components, by bytes.

import { encodeName } from "../text/name-bytes.js";

/** Makes the order of components out of the order of bytes: the end of a component comes before every character. */
export function orderKey(path: string): Buffer {
  return encodeName(path.replaceAll("/", "\0"));
}

/** Puts files in the order of their paths. */
export function sortByPath<File extends { readonly path: string }>(files: readonly File[]): readonly File[] {
  const keyed = files.map((file) => ({ file, key: orderKey(file.path) }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ file }) => file);
}
