// The backend of deepagents for a directory. It finds rg in PATH and edits without a diff.

import type { OpenPeer } from "./peer.js";

interface Answered {
  readonly error?: string;
}

function requireSuccess<Result extends Answered>(result: Result): Result {
  if (result.error !== undefined) throw new Error(result.error);
  return result;
}

/** Opens the backend of deepagents. */
export async function openDeepAgents(directory: string): Promise<OpenPeer> {
  const { FilesystemBackend } = await import("deepagents");
  const backend = new FilesystemBackend({ rootDir: directory, virtualMode: true });
  const read = async (path: string, offset: number, limit: number): Promise<string> => {
    const { content } = requireSuccess(await backend.read(`/${path}`, offset, limit));
    return typeof content === "string" ? content : "";
  };
  return {
    abilities: {
      readLines: (path, firstLine, lines) => read(path, firstLine - 1, lines),
      readWhole: (path) => read(path, 0, Number.MAX_SAFE_INTEGER),
      grep: async (literal) => {
        const { matches = [] } = requireSuccess(await backend.grep(literal, "/"));
        return matches.map(({ text }) => text);
      },
      glob: async (pattern) => {
        const { files = [] } = requireSuccess(await backend.glob(pattern, "/"));
        return files.map(({ path }) => path.slice(1));
      },
      edit: async (path, oldText, newText) => void requireSuccess(await backend.edit(`/${path}`, oldText, newText)),
      write: async (path, content) => void requireSuccess(await backend.write(`/${path}`, content)),
    },
    close: async () => {},
  };
}
