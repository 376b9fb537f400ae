// The tools of pi. They run rg and fd, and look for both in PATH.

import type { OpenPeer } from "./peer.js";

interface PiResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

type Execute = (callId: string, input: object) => Promise<PiResult>;

const EVERY_PATH = 1_000_000;

/** Opens the tools of pi-coding-agent. */
export async function openPi(directory: string): Promise<OpenPeer> {
  const pi = await import("@mariozechner/pi-coding-agent");
  const call = async (tool: { readonly execute: unknown }, input: object): Promise<string> => {
    const { content } = await (tool.execute as Execute)("call", input);
    return content.map(({ text }) => text ?? "").join("\n");
  };
  const read = pi.createReadTool(directory);
  const grep = pi.createGrepTool(directory);
  const find = pi.createFindTool(directory);
  const edit = pi.createEditTool(directory);
  const write = pi.createWriteTool(directory);
  return {
    abilities: {
      readLines: (path, offset, limit) => call(read, { path, offset, limit }),
      readWhole: (path) => call(read, { path }),
      grep: async (pattern, limit) => {
        const text = await call(grep, { pattern, literal: true, limit });
        return text.split("\n").filter((line) => line.includes(pattern));
      },
      glob: async (pattern) => {
        const text = await call(find, { pattern, limit: EVERY_PATH });
        return text.split("\n").filter((line) => line !== "" && !line.startsWith("["));
      },
      edit: async (path, oldText, newText) => void (await call(edit, { path, edits: [{ oldText, newText }] })),
      write: async (path, content) => void (await call(write, { path, content })),
    },
    close: async () => {},
  };
}
