// Reading and overwriting many small files.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReadFilesTask, WriteFilesTask } from "../../harness/task.js";
import type { Abilities } from "../peer.js";
import { defineWork, type PeerWork } from "./peer-work.js";

async function inTurn<Output>(files: readonly string[], call: (file: string) => Promise<Output>): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const file of files) outputs.push(await call(file));
  return outputs;
}

/** Tools may number the lines and say something of their own around them. */
function holdsLines(text: string, content: string): boolean {
  let position = 0;
  return content
    .trimEnd()
    .split("\n")
    .every((line) => {
      const start = text.indexOf(line, position);
      position = start + line.length;
      return start !== -1;
    });
}

/** Plans the reading of all files; `null` where the package can't. */
export function planReadFiles({ files, content, atOnce }: ReadFilesTask, { readWhole }: Abilities): PeerWork | null {
  if (!readWhole) return null;
  return defineWork(
    () => (atOnce ? Promise.all(files.map(readWhole)) : inTurn(files, readWhole)),
    (texts) => {
      const right = texts.filter((text) => holdsLines(text, content)).length;
      return right === files.length ? null : `wrong: ${right} of ${files.length} files`;
    },
  );
}

/** Plans the overwriting of all files, each time with another content; `null` where the package can't. */
export function planWriteFiles({ directory, files, contentOf }: WriteFilesTask, { write }: Abilities): PeerWork | null {
  if (!write) return null;
  let version = 0;
  return defineWork(
    async () => {
      const content = contentOf(++version);
      await inTurn(files, (file) => write(file, content));
      return content;
    },
    async (content) => {
      const texts = await inTurn(files, (file) => readFile(join(directory, file), "utf8"));
      const right = texts.filter((text) => text === content).length;
      return right === files.length ? null : `wrong: ${right} of ${files.length} files`;
    },
  );
}
