// The least that an atomic and durable write has to do: a temporary file, a flush, a rename, a flush of the directory.

import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Replaces a file. */
export async function writeRawAtomically(path: string, content: string): Promise<void> {
  const temporaryPath = `${path}.temporary`;
  const file = await open(temporaryPath, "w", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, path);
  await flushDirectory(dirname(path));
}
