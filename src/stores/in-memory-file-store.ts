// A store without a disk: a workspace in memory behind the same gate, so that it answers as the disk does.

import { createInMemoryWorkspace } from "../workspace/in-memory-workspace.js";
import { WorkspaceFileStore } from "./workspace-file-store.js";

/** Files that live in memory for as long as the store does; nothing is protected. */
export class InMemoryFileStore extends WorkspaceFileStore {
  /**
   * @param files content by path; text is stored as UTF-8, bytes are copied
   * @throws {TypeError} when a file lies at an impossible path
   */
  constructor(files?: Readonly<Record<string, string | Uint8Array>>) {
    super(createInMemoryWorkspace({ files, trusted: true, protectedPaths: [] }));
  }
}
