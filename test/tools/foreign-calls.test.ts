import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMcpServer } from "../../src/mcp/index.js";
import { createCommandTools } from "../../src/tools/commands/command-tools.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createFileTool } from "../../src/tools/file.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace } from "./workspaces.js";

const workspace = createInMemoryWorkspace({ files: { "a.ts": "one\ntwo\nTwo\nthree\n" }, trusted: true });
const { read_output } = createCommandTools({ workspace });
const file = createFileTool({ workspace, allowRecursiveDelete: true });
const tools = { ...createFileTools({ workspace }), file, read_output };
type Name = keyof typeof tools;

function resolve(tool: Name, input: unknown): unknown {
  return tools[tool].inputSchema.resolve(input);
}

const ab = { oldText: "a", newText: "b" };
const PATH = { path: "a.ts" };
const SHA = "0".repeat(64);

/** A call as a model writes it, and as the tool reads it. */
type Row = readonly [tool: Name, input: unknown, meaning: unknown];

const READS: readonly Row[] = [
  ["read", { file_path: "a.ts" }, PATH],
  ["read", { filePath: "a.ts" }, PATH],
  ["read", { FilePath: "a.ts" }, PATH],
  ["read", { filename: "a.ts" }, PATH],
  ["read", { file: "a.ts" }, PATH],
  ["read", { absolute_path: "a.ts" }, PATH],
  ["read", { absolutePath: "a.ts" }, PATH],
  ["read", { AbsolutePath: "a.ts" }, PATH],
  ["read", { target_file: "a.ts", should_read_entire_file: true, explanation: "look" }, PATH],
  ["read", { relative_workspace_path: "a.ts" }, PATH],
  ["read", { paths: ["a.ts"] }, PATH],
  ["read", { file_paths: '["a.ts"]' }, PATH],
  ["read", { notebook_path: "a.ipynb" }, { path: "a.ipynb" }],
  ["read", { ...PATH, offset: "3", limit: "2" }, { ...PATH, offset: 3, limit: 2 }],
  ["read", { ...PATH, offset: 3.0, limit: "2.0" }, { ...PATH, offset: 3, limit: 2 }],
  ["read", { ...PATH, start_line: 3 }, { ...PATH, offset: 3 }],
  ["read", { ...PATH, start_line: 3, end_line: 5 }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, startLine: "3", endLine: "5" }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, StartLine: 3, EndLine: 3 }, { ...PATH, offset: 3, limit: 1 }],
  ["read", { ...PATH, line_start: 3, line_end: 5 }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, start: 3, end: 5 }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, from_line: 3, to_line: 5 }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, from: 3, to: 5 }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, begin: 3, end: 5 }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { from: "a.ts" }, PATH],
  [
    "read",
    {
      target_file: "a.ts",
      start_line_one_indexed: 3,
      end_line_one_indexed_inclusive: 5,
      should_read_entire_file: false,
    },
    { ...PATH, offset: 3, limit: 3 },
  ],
  ["read", { ...PATH, start_line: 3, end_line: -1 }, { ...PATH, offset: 3 }],
  ["read", { ...PATH, start_line: 0, end_line: 5 }, { ...PATH, offset: 0, limit: 5 }],
  ["read", { ...PATH, start_line: -5, end_line: -2 }, { ...PATH, offset: -5, limit: 4 }],
  ["read", { ...PATH, end_line: 5 }, { ...PATH, limit: 5 }],
  ["read", { ...PATH, start_line: 3, end_line: 500, limit: 10 }, { ...PATH, offset: 3, limit: 10 }],
  ["read", { ...PATH, offset: 3, start_line: "3" }, { ...PATH, offset: 3 }],
  ["read", { command: "view", ...PATH, view_range: [3, 5] }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, view_range: [3, -1] }, { ...PATH, offset: 3 }],
  ["read", { ...PATH, view_range: "[3, 5]" }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, viewRange: ["3", "5"] }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, line_range: "3-5" }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, lines: "3:5" }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, range: { start: 3, end: 5 } }, { ...PATH, offset: 3, limit: 3 }],
  ["read", { ...PATH, lines: 40 }, { ...PATH, limit: 40 }],
  ["read", { ...PATH, line: 7 }, { ...PATH, offset: 7 }],
  ["read", { ...PATH, line_number: "7", limit: 1 }, { ...PATH, offset: 7, limit: 1 }],
  ["read", { ...PATH, head: 10 }, { ...PATH, limit: 10 }],
  ["read", { ...PATH, tail: 10 }, { ...PATH, offset: -10 }],
  ["read", { ...PATH, max_lines: 10 }, { ...PATH, limit: 10 }],
  ["read", { ...PATH, num_lines: 10 }, { ...PATH, limit: 10 }],
  ["read", { ...PATH, byte_offset: 10 }, { ...PATH, byteOffset: 10 }],
  ["read", { ...PATH, encoding: "utf-8" }, PATH],
  ["read", { ...PATH, mode: "slice", offset: 1, limit: 5 }, { ...PATH, offset: 1, limit: 5 }],
  ["read", { ...PATH, offset: null, limit: null, pages: null }, PATH],
  ["read", '{"file_path": "a.ts", "start_line": 2}', { ...PATH, offset: 2 }],
];

const WRITES: readonly Row[] = [
  ["write", { file_path: "n", content: "x" }, { path: "n", content: "x" }],
  ["write", { filePath: "n", content: "" }, { path: "n", content: "" }],
  ["write", { command: "create", path: "n", file_text: "x" }, { path: "n", content: "x" }],
  ["write", { path: "n", contents: "x", line_count: 1 }, { path: "n", content: "x" }],
  ["write", { path: "n", text: "x" }, { path: "n", content: "x" }],
  ["write", { path: "n", content: 42 }, { path: "n", content: "42" }],
  ["write", { path: "n", content: "x", overwrite: true, encoding: "UTF-8" }, { path: "n", content: "x" }],
  ["write", { path: "n", content: "x", append: false, mode: "overwrite" }, { path: "n", content: "x" }],
  ["write", { path: "n", content: "x", create_directories: "true" }, { path: "n", content: "x" }],
  [
    "write",
    { path: "n", content: "x", expected_sha256: `SHA256:${SHA}` },
    { path: "n", content: "x", expectedSha256: SHA },
  ],
  ["edit", { file_path: "n", old_string: "a", new_string: "b" }, { path: "n", edits: [ab] }],
  ["edit", { edits: { old_string: "a", new_string: "b", file_path: "n" } }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", changes: { old_string: "a", new_string: "b" } }, { path: "n", edits: [ab] }],
  ["edit", { filePath: "n", oldString: "a", newString: "b" }, { path: "n", edits: [ab] }],
  ["edit", { command: "str_replace", path: "n", old_str: "a", new_str: "b" }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", search: "a", replace: "b" }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", find: "a", replacement: "b" }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: [{ old_string: "a", new_string: "b" }] }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", replacements: [{ old_text: "a", new_text: "b" }] }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: [{ ...ab, reason: "why" }], instruction: "do it" }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: JSON.stringify([ab]) }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: '[{"old_str":"a","new_str":"b"}]' }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: JSON.stringify({ ...ab }) }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: ab }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: [JSON.stringify(ab)] }, { path: "n", edits: [ab] }],
  ["edit", { edits: [{ filePath: "n", oldString: "a", newString: "b" }] }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: [{ path: "n", ...ab }, ab] }, { path: "n", edits: [ab, ab] }],
  ["edit", { path: "n", ...ab, replace_all: "true" }, { path: "n", edits: [{ ...ab, replaceAll: true }] }],
  ["edit", { path: "n", ...ab, allow_multiple: false }, { path: "n", edits: [{ ...ab, replaceAll: false }] }],
  ["edit", { path: "n", ...ab, expected_replacements: 1 }, { path: "n", edits: [ab] }],
  ["edit", { path: "n", edits: [ab], replace_all: true }, { path: "n", edits: [{ ...ab, replaceAll: true }] }],
  ["edit", { path: "n", edits: [ab], dry_run: "True" }, { path: "n", edits: [ab], dryRun: true }],
  ["edit", { path: "n", edits: [ab], preview: false }, { path: "n", edits: [ab], dryRun: false }],
  ["apply_patch", { input: "p" }, { patch: "p" }],
  ["apply_patch", { command: ["apply_patch", "*** Begin Patch"] }, { patch: "*** Begin Patch" }],
  ["apply_patch", { command: '["apply_patch","*** Begin Patch\\n"]' }, { patch: "*** Begin Patch\n" }],
  ["apply_patch", { patch: ["apply_patch", "p"] }, { patch: "p" }],
  ["apply_patch", { cmd: "p" }, { patch: "p" }],
  ["apply_patch", { patchText: "p" }, { patch: "p" }],
  ["apply_patch", { patch_text: "p", explanation: "x" }, { patch: "p" }],
  ["apply_patch", { diff: "p", dry_run: "false" }, { patch: "p", dryRun: false }],
];

const P = { pattern: "x" };
const SEARCHES: readonly Row[] = [
  ["grep", { query: "x" }, P],
  ["grep", { search_term: "x", dir: "src" }, { ...P, path: "src" }],
  ["grep", { ...P, path: "" }, P],
  ["grep", { ...P, dir_path: "src" }, { ...P, path: "src" }],
  ["grep", { ...P, "-i": true }, { ...P, ignoreCase: true }],
  ["grep", { ...P, case_insensitive: true }, { ...P, ignoreCase: true }],
  ["grep", { ...P, CaseInsensitive: "true" }, { ...P, ignoreCase: true }],
  ["grep", { ...P, case_sensitive: true }, { ...P, ignoreCase: false }],
  ["grep", { ...P, case_sensitive: "false" }, { ...P, ignoreCase: true }],
  ["grep", { ...P, case_sensitive: true, ignoreCase: false }, { ...P, ignoreCase: false }],
  ["grep", { ...P, include: "*.ts" }, { ...P, glob: "*.ts" }],
  ["grep", { ...P, include_pattern: "*.ts" }, { ...P, glob: "*.ts" }],
  ["grep", { ...P, includePattern: "*.ts,*.tsx" }, { ...P, glob: "{*.ts,*.tsx}" }],
  ["grep", { ...P, Includes: ["*.ts", "*.tsx"] }, { ...P, glob: "{*.ts,*.tsx}" }],
  ["grep", { ...P, includes: '["*.ts"]' }, { ...P, glob: "*.ts" }],
  ["grep", { ...P, file_pattern: "*.{ts,tsx}" }, { ...P, glob: "*.{ts,tsx}" }],
  ["grep", { ...P, exclude_pattern: "*.test.ts" }, { ...P, glob: "!*.test.ts" }],
  ["grep", { ...P, include: "**/*", exclude: "*.d.ts" }, { ...P, glob: "!*.d.ts" }],
  ["glob", { pattern: "**/*", exclude: ["*.d.ts", "dist/**"] }, { pattern: "!{*.d.ts,dist/**}" }],
  ["glob", { exclude: "*.d.ts" }, { pattern: "!*.d.ts" }],
  ["grep", { ...P, exclude: ["a.ts", "b.ts"] }, { ...P, glob: "!{a.ts,b.ts}" }],
  ["grep", { ...P, type: "py" }, { ...P, glob: "*.{py,pyi}" }],
  [
    "grep",
    { path: "src", regex: "fn\\s", file_pattern: "*.rs" },
    { path: "src", pattern: "fn\\s", regex: true, glob: "*.rs" },
  ],
  ["grep", { regexp: "a|b" }, { pattern: "a|b", regex: true }],
  ["grep", { ...P, regex: "true" }, { ...P, regex: true }],
  ["grep", { ...P, isRegexp: true }, { ...P, regex: true }],
  ["grep", { ...P, is_regex: "false" }, { ...P, regex: false }],
  ["grep", { ...P, fixed_strings: true }, { ...P, regex: false }],
  ["grep", { ...P, "-F": false }, { ...P, regex: true }],
  ["grep", { ...P, "-E": true }, { ...P, regex: true }],
  ["grep", { ...P, "-C": 2 }, { ...P, context: 2 }],
  ["grep", { ...P, "-A": "3", "-B": 1 }, { ...P, context: 3 }],
  ["grep", { ...P, context_lines: 2 }, { ...P, context: 2 }],
  ["grep", { ...P, contextLines: 2, after: 5 }, { ...P, context: 5 }],
  ["grep", { ...P, output_mode: "content", "-n": true }, { ...P, mode: "content" }],
  ["grep", { ...P, output_mode: "files_with_matches" }, { ...P, mode: "files" }],
  ["grep", { ...P, output_mode: "count" }, { ...P, mode: "count" }],
  ["grep", { ...P, "-l": true }, { ...P, mode: "files" }],
  ["grep", { ...P, names_only: "true" }, { ...P, mode: "files" }],
  ["grep", { ...P, "-c": true }, { ...P, mode: "count" }],
  ["grep", { ...P, "-c": false }, P],
  ["grep", { ...P, "-U": true }, { ...P, multiline: true }],
  ["grep", { ...P, head_limit: 5 }, { ...P, limit: 5 }],
  ["grep", { ...P, head_limit: "0", type: "", output_mode: "" }, P],
  ["grep", { ...P, maxResults: "5" }, { ...P, limit: 5 }],
  ["grep", { ...P, max_count: 5, skip: 5 }, { ...P, limit: 5, offset: 5 }],
  ["grep", { ...P, recursive: true, "-n": false }, P],
  ["grep", { ...P, respect_git_ignore: true, hidden: true }, { ...P, respectGitIgnore: true }],
  ["grep", { ...P, no_ignore: false, whole_word: false }, { ...P, respectGitIgnore: true }],
  ["grep", { ...P, respect_git_ignore: false, limit: 0 }, { ...P, respectGitIgnore: false }],
  ["grep", { ...P, no_ignore: true, type: "tsx" }, { ...P, respectGitIgnore: false, glob: "*.tsx" }],
  ["glob", { pattern: "**/*", respect_git_ignore: false }, { pattern: "**/*", respectGitIgnore: false }],
  ["read", { ...PATH, offset: 0, limit: 0, security_risk: "LOW" }, { ...PATH, offset: 0 }],
  ["grep", { ...P, description: "find", thought: "hm" }, P],
  ["grep", '{"pattern":"x","output_mode":"files_with_matches","-i":true}', { ...P, mode: "files", ignoreCase: true }],
  ["glob", { pattern: "*.ts", limit: "5" }, { pattern: "*.ts", limit: 5 }],
  ["glob", { glob_pattern: "*.ts", target_directory: "src" }, { pattern: "*.ts", path: "src" }],
  ["glob", { glob: "*.ts", cwd: "src" }, { pattern: "*.ts", path: "src" }],
  ["glob", { query: "*.ts", max_results: 3 }, { pattern: "*.ts", limit: 3 }],
  ["glob", { file_pattern: "*.ts", head_limit: 3 }, { pattern: "*.ts", limit: 3 }],
  ["glob", { pattern: "*.ts", recursive: true }, { pattern: "**/*.ts" }],
  ["glob", { pattern: "**/*.ts", recursive: "true" }, { pattern: "**/*.ts" }],
  ["glob", { pattern: "*.ts", recursive: false }, { pattern: "*.ts" }],
  [
    "glob",
    { pattern: "*.ts", case_sensitive: true, respect_git_ignore: true },
    { pattern: "*.ts", respectGitIgnore: true },
  ],
  ["glob", { pattern: "*.ts", dir_path: "src", respect_gemini_ignore: true }, { pattern: "*.ts", path: "src" }],
  ["list", {}, {}],
  ["list", { directory: "src" }, { path: "src" }],
  ["list", { dir_path: "src", depth: "2" }, { path: "src", depth: 2 }],
  ["list", { path: "src", respect_git_ignore: false }, { path: "src", respectGitIgnore: false }],
  [
    "list",
    { path: "src", file_filtering_options: { respect_git_ignore: false } },
    { path: "src", respectGitIgnore: false },
  ],
  ["list", { path: "src", include_ignored: true }, { path: "src", respectGitIgnore: false }],
  ["list", { path: "src", ignore_globs: ["*.log"] }, { path: "src", ignore: ["*.log"] }],
  ["list", { path: "src", ignore: "*.log" }, { path: "src", ignore: ["*.log"] }],
  ["list", { path: "src", exclude: '["*.log"]' }, { path: "src", ignore: ["*.log"] }],
  ["list", { path: "src", recursive: true }, { path: "src", depth: 64 }],
  ["list", { path: "src", recursive: true, max_depth: 3 }, { path: "src", depth: 3 }],
  ["list", { path: "src", recursive: false }, { path: "src" }],
  ["list", { target_directory: "src", limit: 5, offset: "5" }, { path: "src", limit: 5, offset: 5 }],
  ["list", { path: "src", show_hidden: true, explanation: "x" }, { path: "src" }],
];

const COMMANDS: readonly Row[] = [
  ["exec", { cmd: "ls", workdir: "src" }, { command: "ls", cwd: "src" }],
  ["exec", { command: "ls", description: "Lists files" }, { command: "ls" }],
  ["exec", { command: ["bash", "-lc", "ls | wc"] }, { command: "ls | wc" }],
  ["exec", { command: '["bash","-lc","ls | wc"]' }, { command: "ls | wc" }],
  ["exec", { command: ["ls", "-la", "my dir"] }, { command: "ls -la 'my dir'" }],
  ["exec", { commands: ["ls -la"] }, { command: "ls -la" }],
  ["exec", { CommandLine: "ls", Cwd: "src" }, { command: "ls", cwd: "src" }],
  ["exec", { command: "ls", directory: "src" }, { command: "ls", cwd: "src" }],
  ["exec", { command: "ls", working_directory: "src" }, { command: "ls", cwd: "src" }],
  ["exec", { command: "ls", timeout: 5000 }, { command: "ls", timeoutMs: 5000 }],
  ["exec", { command: "ls", timeout: "120000" }, { command: "ls", timeoutMs: 120_000 }],
  ["exec", { command: "ls", timeout: 30 }, { command: "ls", timeoutMs: 30_000 }],
  ["exec", { command: "ls", timeout_ms: 5000 }, { command: "ls", timeoutMs: 5000 }],
  ["exec", { command: "ls", timeoutMs: 20 }, { command: "ls", timeoutMs: 20 }],
  ["exec", { command: "ls", timeoutMs: 0 }, { command: "ls" }],
  ["exec", { command: "ls", timeout: "0" }, { command: "ls" }],
  ["exec", { cmd: "ls", yield_time_ms: 1000, max_output_tokens: 2000 }, { command: "ls" }],
  ["read_output", { session_id: "1", chars: "", yield_time_ms: 500 }, { id: "1" }],
  ["exec", { command: "ls", timeout_seconds: 2 }, { command: "ls", timeoutMs: 2000 }],
  ["exec", { command: "ls", run_in_background: false, is_background: "false" }, { command: "ls" }],
  ["exec", { command: "ls", requires_approval: false }, { command: "ls" }],
  ["exec", { cmd: "ls", login: true, tty: false, justification: "x" }, { command: "ls" }],
  ["exec", { command: "ls", sandbox_permissions: "use_default", shell: "bash" }, { command: "ls" }],
  ["read_output", { bash_id: "1" }, { id: "1" }],
  ["read_output", { task_id: 1 }, { id: "1" }],
];

const OPERATIONS: readonly Row[] = [
  ["file", { command: "view", path: "n", view_range: [2, 3] }, { operation: "read", path: "n", offset: 2, limit: 2 }],
  [
    "file",
    { operation: "search", path: ".", query: "x", respect_git_ignore: false },
    { operation: "search", path: ".", query: "x", respectGitIgnore: false },
  ],
  ["file", { op: "mv", from: "a", to: "b" }, { operation: "move", path: "a", targetPath: "b" }],
  ["file", { action: "rename", source: "a", destination: "b" }, { operation: "move", path: "a", targetPath: "b" }],
  ["file", { operation: "mkdir", path: "d", recursive: true }, { operation: "mkdir", path: "d" }],
  [
    "file",
    { operation: "rmdir", path: "d", recursive: "true" },
    { operation: "delete_empty_dir", path: "d", recursive: true },
  ],
  ["file", { operation: "ls" }, { operation: "list_dir", path: "." }],
  [
    "file",
    { operation: "grep", pattern: "x", "-i": true },
    { operation: "search", query: "x", path: ".", ignoreCase: true },
  ],
  ["file", { operation: "read_file", file_path: "n", start_line: "2" }, { operation: "read", path: "n", offset: 2 }],
  [
    "file",
    { operation: "create", path: "n", file_text: "", parents: true },
    { operation: "write", path: "n", content: "", createParents: true },
  ],
  [
    "file",
    { operation: "search", search_term: "x", head_limit: 3 },
    { operation: "search", query: "x", path: ".", limit: 3 },
  ],
  ["file", { operation: "delete", absolute_path: "n", reason: "old" }, { operation: "delete_file", path: "n" }],
];

/** A call that is refused, and words of the refusal. */
const REFUSED: readonly Row[] = [
  [
    "read",
    { ...PATH, colour: 1 },
    'Unknown argument "colour"; of the arguments path, offset, limit, byteOffset the nearest is',
  ],
  ["read", { ...PATH, from: 2, start: 3 }, 'start is 3, but "startLine" has another value'],
  ["read", { ...PATH, max_bytes: 9 }, 'Unknown argument "max_bytes"; of the arguments path,'],
  ["read", { ...PATH, offset_line: 9 }, 'Unknown argument "offset_line"; did you mean "offset"?'],
  ["read", JSON.parse('{"path":"a","__proto__":{"limit":1}}'), 'Unknown argument "__proto__";'],
  ["read", { ...PATH, constructor: 1, toString: 2 }, 'Unknown argument "constructor";'],
  ["read", { ...PATH, offsett: 1 }, 'Unknown argument "offsett"; did you mean "offset"?'],
  ["read", { ...PATH, limits: 1 }, 'Unknown argument "limits"; did you mean "limit"?'],
  [
    "read",
    { fil: "a.ts" },
    'path is missing, wanted a string (given: fil). Unknown argument "fil"; did you mean "path"?',
  ],
  ["read", { ...PATH, pages: "1-5" }, 'Unknown argument "pages";'],
  ["read", { ...PATH, encoding: "latin1" }, 'encoding is "latin1", which this tool does not support'],
  ["read", { ...PATH, file_path: "b.ts" }, 'file_path is "b.ts", but "path" has another value'],
  ["read", { ...PATH, paths: ["a", "b"] }, 'paths is ["a","b"], but "path" has another value'],
  ["read", { paths: ["a", "b"] }, 'path is ["a","b"], wanted a string'],
  ["read", { ...PATH, offset: 2, start_line: 3 }, "the first line is given as 2 and as 3"],
  ["read", { ...PATH, start_line: 5, end_line: 3 }, "no lines lie between a first line 5 and a last line 3"],
  ["read", { ...PATH, start_line: -5, end_line: 3 }, "no lines lie between"],
  ["read", { ...PATH, view_range: [1, 2, 3] }, "the range of lines is [1,2,3], wanted [first, last]"],
  ["read", { ...PATH, view_range: "all" }, 'the range of lines is "all"'],
  ["read", { ...PATH, start_line: "top" }, 'offset is "top", wanted an integer'],
  ["read", { ...PATH, end_line: "last" }, 'limit is "last", wanted an integer'],
  ["write", { path: "n", content: "x", append: true }, "append is true, which this tool does not support"],
  ["write", { path: "n", content: "x", mode: "append" }, 'mode is "append", which this tool does not support'],
  ["write", { path: "n", content: "x", overwrite: false }, "overwrite is false, which this tool does not support"],
  ["write", { path: "n", content: "x", permissions: 644 }, 'Unknown argument "permissions";'],
  [
    "edit",
    { path: "n", edits: [{ ...ab, colour: 1 }] },
    'Unknown argument "edits[0].colour"; of the arguments oldText, newText, replaceAll the nearest is',
  ],
  ["edit", { path: "n", old_sting: "a", newText: "b" }, 'Unknown argument "old_sting"; did you mean "oldText"?'],
  [
    "edit",
    { path: "n", edits: [{ ...ab, old_string: "c" }] },
    'edits[0].old_string is "c", but "oldText" has another value',
  ],
  ["edit", { path: "n", ...ab, expected_replacements: 3 }, "expected_replacements is 3"],
  ["edit", { path: "n", edits: [{ path: "m", ...ab }] }, 'Unknown argument "edits[0].path"'],
  ["edit", { path: "n", ...ab, occurrence: 2 }, "give more of the lines around it in oldText."],
  ["edit", { path: "n", ...ab, insert_line: 2 }, "To insert lines, give the line beside them as oldText,"],
  ["edit", { path: "n", edits: [{ insert_line: 2, newText: "x" }] }, "To insert lines, give the line beside them"],
  ["edit", { command: "insert", path: "n", insert_line: 2, insert_text: "x" }, "To insert lines, give the line beside"],
  ["edit", { path: "n", ...ab, regex: true }, "Give oldText as it stands in the file."],
  ["apply_patch", { path: "a", diff: "x" }, 'Unknown argument "path"; did you mean "patch"?'],
  ["grep", { ...P, ignore_case: "yes" }, 'ignoreCase is "yes", wanted true or false'],
  ["grep", { ...P, query: "y" }, 'query is "y", but "pattern" has another value'],
  ["grep", { ...P, include: "*.ts", exclude: "a.ts" }, 'exclude is "a.ts", but "glob" has another value'],
  [
    "glob",
    { pattern: "**/*.ts", exclude: "*.d.ts" },
    'exclude is "*.d.ts", but "pattern" has another value; give only one of them (one that begins with ! takes all other files)',
  ],
  [
    "grep",
    { ...P, case_sensitive: true, ignoreCase: true },
    'case_sensitive is true, but "ignoreCase" has another value',
  ],
  ["grep", { ...P, type: "cobol" }, 'type is "cobol", wanted one of bash, c, cpp,'],
  ["grep", { ...P, output_mode: "json" }, 'output_mode is "json", wanted one of content,'],
  ["grep", { ...P, invert: true }, "invert is true, which this tool does not support"],
  ["grep", { ...P, recursive: false }, "recursive is false, which this tool does not support"],
  ["grep", { ...P, igoreCase: true }, 'Unknown argument "igoreCase"; did you mean "ignoreCase"?'],
  ["glob", { pattern: "*.ts", case_sensitive: false }, "case_sensitive is false, which this tool does not support"],
  ["glob", { pattern: "**/*.ts", recursive: false }, "recursive is false"],
  ["list", { path: "src", recursive: false, depth: 3 }, "recursive is false"],
  ["list", { path: "src", sort: "size" }, 'Unknown argument "sort";'],
  ["exec", { command: "ls", timeoutMs: -1 }, "timeoutMs is -1, wanted an integer of at least 1"],
  ["exec", { command: "ls", timeout: -1 }, "timeoutMs is -1, wanted an integer of at least 1"],
  ["exec", { command: "ls", run_in_background: true }, "run_in_background is true, which this tool does not support"],
  ["exec", { command: "ls", requires_approval: true }, "requires_approval is true, which this tool does not support"],
  ["exec", { command: "ls", with_escalated_permissions: true }, "with_escalated_permissions is true, which"],
  ["exec", { command: "ls", env: { A: "b" } }, "Set variables in the command, as in NAME=value command."],
  ["exec", { command: "ls", stdin: "y" }, "Commands run without input; write it in the command,"],
  ["exec", { command: "ls", args: ["-l"] }, "Write all words in command."],
  ["grep", { ...P, "-w": true }, "Set regex, and put \\b before and behind the word."],
  ["grep", { ...P, "-e": true }, 'Unknown argument "-e"; of the arguments pattern, path, regex,'],
  ["exec", { command: "  " }, "The command is empty."],
  ["exec", { command: [] }, "The command is empty."],
  ["exec", { commands: ["a", "b"], colour: 1 }, 'Unknown argument "colour";'],
  ["file", { operation: "move", path: "a", targetPath: "b", to: "c" }, 'to is "c", but "targetPath" has another value'],
  ["file", { operation: "stat", path: "a", follow: true }, 'Unknown argument "follow";'],
];

const CALLS = [...READS, ...WRITES, ...SEARCHES, ...COMMANDS, ...OPERATIONS];

describe("calls as models of other tools write them", () => {
  it.each(CALLS)("%s %j", (tool, input, meaning) => {
    expect(resolve(tool, input)).toEqual(meaning);
    // What the SDK has read is read again by the tool.
    expect(resolve(tool, resolve(tool, input))).toEqual(meaning);
  });

  it.each(REFUSED)("%s refuses %j", (tool, input, message) => {
    expect(() => resolve(tool, input)).toThrow(
      expect.objectContaining({ kind: "parse_error", message: expect.stringContaining(String(message)) }),
    );
  });

  it("are many", () => {
    expect(CALLS.length + REFUSED.length).toBeGreaterThanOrEqual(150);
  });

  it("are not in what the model is shown", () => {
    for (const { inputSchema } of Object.values(tools)) {
      const text = JSON.stringify(inputSchema["~standard"].jsonSchema.input({ target: "draft-07" }));
      expect(text).not.toMatch(/hidden|start_line|case_sensitive|head_limit/);
    }
  });
});

describe("a name that no tool knows", () => {
  const NAMES = Object.keys(tools) as Name[];
  const REQUIRED: Partial<Record<Name, object>> = {
    read: PATH,
    write: { ...PATH, content: "x" },
    edit: { ...PATH, edits: [ab] },
    grep: P,
    glob: P,
    list: {},
    exec: { command: "ls" },
    apply_patch: { patch: "x" },
    file: { operation: "stat", ...PATH },
    read_output: { id: "1" },
  };

  it("is refused with the nearest one, or with all that are known, whatever it is", () => {
    const name = fc.string({ minLength: 2, maxLength: 12 }).map((text) => `zq${text}`);
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), name, fc.jsonValue(), (tool, unknown, value) => {
        fc.pre(value !== null);
        const input = { ...REQUIRED[tool], [unknown]: value };
        const known = Object.keys(
          tools[tool].inputSchema["~standard"].jsonSchema.input({ target: "draft-07" })["properties"] ?? {},
        );
        try {
          resolve(tool, input);
          return false;
        } catch (error) {
          const { kind, message } = error as { kind?: string; message: string };
          const nearest = /did you mean "(\w+)"\?$/.exec(message)?.[1];
          if (nearest !== undefined) return kind === "parse_error";
          const listed = /; of the arguments (.+) the nearest is/.exec(message)?.[1]?.split(", ");
          expect(listed).toEqual(known);
          return kind === "parse_error";
        }
      }),
    );
  });

  it("is cut where it is long, and the list of them where it is", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => [`${"x".repeat(500)}${index}`, "y"] as const);
    const fields = expect.objectContaining({ length: 20 });
    const refusal = { kind: "parse_error", details: { fields } };
    expect(() => resolve("read", { ...PATH, ...Object.fromEntries(names) })).toThrow(expect.objectContaining(refusal));
    expect(() => resolve("read", { ...PATH, ["x".repeat(1_000_000)]: 1 })).toThrow(/^Unknown argument "x{60}…"; /);
  });
});

describe("the whole way", () => {
  const files = { "a.ts": "one\ntwo\nTwo\nthree\n", "b.txt": "two\n", ".gitignore": "c.ts\n", "c.ts": "two\n" };

  it.each<[string, object, string]>([
    ["grep", { pattern: "TWO", case_insensitive: true, include: "*.ts" }, "a.ts\n2\ttwo\n3\tTwo"],
    ["read", { file_path: "a.ts", view_range: [2, 3] }, "2\ttwo\n3\tTwo\n[lines 2-3 of 4; cont"],
    [
      "list",
      { path: ".", respect_git_ignore: false, limit: 2 },
      ".gitignore\t5 bytes\na.ts\t18 bytes\n[more exist; continue with offset: 2]",
    ],
    ["glob", { pattern: "*.t*", head_limit: 1 }, "b.txt\n[more exist; continue with offset: 1]"],
    ["exec", { command: "sleep 60", timeout: 200 }, "[timed out after"],
    ["read", { path: "a.ts", start: 1, colour: "red" }, 'parse_error: Unknown argument "colour";'],
    ["exec", { command: "echo hi", envv: {} }, 'parse_error: Unknown argument "envv";'],
  ])("of %s %j through the SDK and through MCP", async (tool, input, expected) => {
    const own = await openDiskWorkspace(files);
    // Files that are written right after one another may have the same time.
    await utimes(join(own.root, "b.txt"), 2e9, 2e9);
    const { sent } = await runTool(createFileTools({ workspace: own }), { tool, input });
    expect(shownText(sent).slice(0, expected.length)).toBe(expected);
    const client = new Client({ name: "test", version: "1" });
    const [here, there] = InMemoryTransport.createLinkedPair();
    await Promise.all([createMcpServer({ workspace: own }).connect(there), client.connect(here)]);
    const result = await client.callTool({ name: tool, arguments: { ...input } });
    const [part] = result.content as { text: string }[];
    expect(part?.text.slice(0, expected.length)).toBe(expected);
    await client.close();
  });
});

describe("a list of globs with commas", () => {
  it.each([
    ["grep", { pattern: "one", glob: "*.py,*.ts" }],
    ["glob", { pattern: "*.py, *.ts" }],
  ] as const)("stands for any of them in %s", async (tool, input) => {
    const workspace = createInMemoryWorkspace({
      files: { "a.ts": "one\n", "b.py": "one\n", "c.md": "one\n" },
      trusted: true,
    });
    const { output } = await runTool(createFileTools({ workspace }), { tool, input });
    expect(JSON.stringify(output)).toContain("a.ts");
    expect(JSON.stringify(output)).toContain("b.py");
    expect(JSON.stringify(output)).not.toContain("c.md");
  });
});
