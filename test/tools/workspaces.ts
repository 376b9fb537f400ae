// The workspaces that tool tests run over: one on the disk, one in memory, with the same files.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { OpenWorkspaceOptions, Workspace } from "../../src/workspace/interfaces/workspace.js";
import { openWorkspace } from "../../src/workspace/open-workspace.js";

export type Files = Readonly<Record<string, string | Uint8Array>>;
export type WorkspaceOptions = Omit<OpenWorkspaceOptions, "root">;

/** Opens a trusted workspace over a new directory that goes away with the test. */
export async function openDiskWorkspace(files: Files, options: WorkspaceOptions = {}): Promise<Workspace> {
  const root = await mkdtemp(join(tmpdir(), "ai-file-tools-"));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const workspace = await openWorkspace({ root, trusted: true, ...options });
  onTestFinished(async () => {
    await workspace.close();
    await rm(root, { recursive: true, force: true });
  });
  return workspace;
}

/** The kinds of workspace, by name. */
export const WORKSPACES: readonly (readonly [name: string, open: (files: Files) => Promise<Workspace>])[] = [
  ["on the disk", (files) => openDiskWorkspace(files)],
  ["in memory", async (files) => createInMemoryWorkspace({ files, trusted: true })],
];

/** Reads a whole file as text, byte by byte, without any of the package's decoding. */
export async function readRaw(workspace: Workspace, path: string): Promise<string> {
  return Buffer.from(await workspace.fs.readFile(path)).toString("latin1");
}
