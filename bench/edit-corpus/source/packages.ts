// The published packages whose versions are compared. Each ships its sources; nothing of them is kept in the repository.

/** Names two versions of a package whose differences are real edits. */
export interface PackagePair {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Lists the pairs: TypeScript and JavaScript (spaces and tabs), Python, Markdown, JSON, style sheets and Makefiles. */
export const PACKAGE_PAIRS: readonly PackagePair[] = [
  { name: "zod", before: "4.0.0", after: "4.1.12" },
  { name: "effect", before: "3.15.0", after: "3.19.0" },
  { name: "svelte", before: "5.20.0", after: "5.40.0" },
  { name: "rxjs", before: "7.4.0", after: "7.8.1" },
  { name: "node-gyp", before: "10.0.0", after: "11.5.0" },
  { name: "pyright", before: "1.1.390", after: "1.1.405" },
  { name: "bootstrap", before: "5.2.0", after: "5.3.8" },
  { name: "bulma", before: "0.9.2", after: "0.9.4" },
  { name: "mdn-data", before: "2.12.0", after: "2.21.0" },
  { name: "@mariozechner/pi-coding-agent", before: "0.60.0", after: "0.73.1" },
  { name: "node-sass", before: "4.9.0", after: "4.14.1" },
  { name: "debug", before: "2.2.0", after: "2.6.9" },
  { name: "socket.io", before: "1.0.0", after: "1.4.8" },
  { name: "superagent", before: "0.18.0", after: "1.8.0" },
];
