// The published packages whose versions are compared. Each ships its sources; nothing of them is kept in the repository.

/** Names two versions of a package whose differences are real edits. */
export interface PackagePair {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Lists the pairs the engine was improved on: TypeScript, JavaScript, Python, Markdown, JSON, style sheets, Makefiles. */
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

/**
 * Lists other pairs, to tell rules that hold from rules that fit the first list: other authors and other languages (Vue,
 * Svelte, PHP, Rust, Java, Kotlin, Swift, C, YAML and others). Which failures of theirs were looked at, the results tell.
 */
export const HELD_OUT_PAIRS: readonly PackagePair[] = [
  { name: "@wordpress/block-library", before: "8.24.1", after: "10.2.0" },
  { name: "@temporalio/core-bridge", before: "1.8.4", after: "1.11.5" },
  { name: "@autorest/python", before: "6.13.0", after: "6.19.0" },
  { name: "date-holidays", before: "3.13.1", after: "3.19.0" },
  { name: "element-ui", before: "2.4.9", after: "2.15.14" },
  { name: "react-native-screens", before: "3.24.0", after: "4.3.0" },
  { name: "carbon-components-svelte", before: "0.68.0", after: "0.79.0" },
  { name: "tree-sitter", before: "0.20.6", after: "0.21.1" },
  { name: "mocha", before: "1.3.0", after: "1.8.2" },
  { name: "serverless", before: "1.74.0", after: "2.37.1" },
  { name: "express", before: "3.0.0", after: "3.4.8" },
  { name: "expo-file-system", before: "18.0.7", after: "19.0.16" },
];
