// The server that is measured, in a process of its own: a directory of many small files behind the built routes.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "ai-file-tools";
import { serveFileRoutes } from "ai-file-tools/http";

const DIRECTORIES = 20;
const FILES_EACH = 100;

const root = await mkdtemp(join(tmpdir(), "bench-http-"));
for (let directory = 0; directory < DIRECTORIES; directory += 1) {
  const path = join(root, `src-${directory}`);
  await mkdir(path);
  for (let file = 0; file < FILES_EACH; file += 1) {
    await writeFile(join(path, `file-${file}.ts`), `export const value = ${file};\n`.repeat(40));
  }
}
const workspace = await openWorkspace({ root, trusted: true });
const server = await serveFileRoutes({ workspace, trustLoopback: true });
process.stdout.write(`${server.url}\n`);
process.stdin.resume();
process.stdin.once("end", async () => {
  await server.close();
  await workspace.close();
  await rm(root, { recursive: true });
});
