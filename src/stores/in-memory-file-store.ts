// A store without a disk: a workspace in memory behind the same gate, so that it answers as the disk does.

import { createInMemoryWorkspace } from "../workspace/in-memory-workspace.js";
import { WorkspaceFileStore } from "./workspace-file-store.js";

/** Files that live in memory for as long as the store does; nothing is protected. */
export class InMemoryFileStore extends WorkspaceFileStore {
  /**
   * @param files content by path; text is stored as UTF-8, bytes are copied
   * @throws {TypeError} when a file lies at an impossible path, a content is neither, or an option is given: there are none
   */
  constructor(files?: Readonly<Record<string, string | Uint8Array>>, options?: Readonly<Record<string, never>>) {
    super(createInMemoryWorkspace({ files, trusted: true, protectedPaths: [] }), options);
  }
}
