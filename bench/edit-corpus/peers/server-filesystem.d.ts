// The part of the MCP server that the benchmark calls; the package has no types of its own.

declare module "@modelcontextprotocol/server-filesystem/dist/lib.js" {
  export function applyFileEdits(
    path: string,
    edits: readonly { readonly oldText: string; readonly newText: string }[],
  ): Promise<string>;
}
