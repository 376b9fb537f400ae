// Which files are read for edits, and what the report calls their language.

import { basename, extname } from "node:path";

const LANGUAGES: Readonly<Record<string, string>> = {
  ".ts": "typescript",
  ".tsx": "typescript",
  ".mts": "typescript",
  ".js": "javascript",
  ".mjs": "javascript",
  ".vue": "vue",
  ".svelte": "svelte",
  ".py": "python",
  ".pyi": "python",
  ".md": "markdown",
  ".json": "json",
  ".css": "styles",
  ".scss": "styles",
  ".mk": "make",
  ".php": "php",
  ".rs": "rust",
  ".go": "go",
  ".java": "java",
  ".kt": "kotlin",
  ".swift": "swift",
  ".c": "c",
  ".h": "c",
  ".cc": "c",
  ".cpp": "c",
  ".m": "c",
  ".mm": "c",
  ".proto": "proto",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".toml": "toml",
  ".xml": "markup",
  ".html": "markup",
  ".sh": "shell",
};

const BUILT = /(?:^|\/)(?:dist|build|build-module|node_modules|lib\/(?:internal|commonjs|module))\//;

/** Answers the language of a file by its path; `null` for what is built, minified or of no known language. */
export function languageOf(path: string): string | null {
  if (BUILT.test(path) || /\.min\.|\.d\.ts$/.test(path)) return null;
  return basename(path) === "Makefile" ? "make" : (LANGUAGES[extname(path)] ?? null);
}
