// The blocks of code in a document: each names its file in its first line, and may be followed by what it prints.

export interface CodeBlock {
  readonly fileName: string;
  readonly code: string;
  /** The block of text right after it; `null` when the document shows no output. */
  readonly output: string | null;
}

const BLOCK = /^```ts\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```\n)?/gm;

/** Answers the blocks of TypeScript of a document, in their order. */
export function extractBlocks(markdown: string): readonly CodeBlock[] {
  return Array.from(markdown.matchAll(BLOCK), ([, code = "", output]) => ({
    fileName: /^\/\/ ([\w-]+\.ts)\n/.exec(code)?.[1] ?? "",
    code,
    output: output ?? null,
  }));
}
