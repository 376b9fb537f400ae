// The names under which models trained on other tools give arguments, and what they mean here. Data only; what reads it
// is coerce-input.ts. A row holds in every tool that has its field.

/** How the value behind another name is read. Of words by value, an empty one and what is mapped to `undefined` say nothing. */
export type ArgumentReading =
  /** `true` stands for `false`, and the reverse. */
  | "opposite"
  /** A list of one stands for the one. */
  | "only"
  /** A list, or a text with commas, stands for any of the globs in it. */
  | "any-glob"
  /** As `any-glob`, for files to leave out. */
  | "not-glob"
  /** A number of lines before the end of the file. */
  | "from-end"
  /** Holds for a number only; another value is looked for in the rows below. */
  | "if-number"
  /** Where several names give a number, the greatest holds. */
  | "most"
  /** 0 stands for no limit. */
  | "unless-zero"
  /** Seconds; the field has milliseconds. */
  | "seconds"
  /** Milliseconds; below 100 nobody means them, and they are seconds. */
  | "milliseconds-or-seconds"
  /** A group whose members stand for themselves. */
  | "group"
  | Readonly<Record<string, unknown>>;

/** Other names of one field. */
export interface OtherNames {
  readonly field: string;
  /** With blanks between them; case, `_` and `-` do not count, but the case of a flag of one letter does. */
  readonly names: string;
  /** Absent: the value is taken as it is. */
  readonly reads?: ArgumentReading;
}

/** Names that ask for what a tool does anyway. */
export interface NeutralNames {
  readonly names: string;
  /** The values that ask for it, in small letters; absent: any. Another value is refused. */
  readonly says?: readonly string[];
  /** Only in a tool that has one of these fields. */
  readonly beside?: string;
  /** What to do where another value is refused, as a sentence. */
  readonly instead?: string;
}

const FILE_TYPES: Readonly<Record<string, string>> = {
  bash: "*.{sh,bash,zsh}",
  c: "*.{c,h}",
  cpp: "*.{cpp,cc,cxx,hpp,hh,hxx,h}",
  cs: "*.cs",
  csharp: "*.cs",
  css: "*.{css,scss}",
  dart: "*.dart",
  go: "*.go",
  html: "*.{html,htm}",
  java: "*.java",
  javascript: "*.{js,jsx,mjs,cjs,vue}",
  js: "*.{js,jsx,mjs,cjs,vue}",
  json: "*.json",
  jsx: "*.jsx",
  kotlin: "*.{kt,kts}",
  kt: "*.{kt,kts}",
  lua: "*.lua",
  markdown: "*.{md,mdx,markdown}",
  md: "*.{md,mdx,markdown}",
  mdx: "*.mdx",
  php: "*.php",
  py: "*.{py,pyi}",
  python: "*.{py,pyi}",
  rb: "*.rb",
  rs: "*.rs",
  ruby: "*.rb",
  rust: "*.rs",
  scss: "*.scss",
  sh: "*.{sh,bash,zsh}",
  sql: "*.sql",
  svelte: "*.svelte",
  swift: "*.swift",
  toml: "*.toml",
  ts: "*.{ts,tsx,mts,cts}",
  tsx: "*.tsx",
  txt: "*.txt",
  typescript: "*.{ts,tsx,mts,cts}",
  vue: "*.vue",
  xml: "*.xml",
  yaml: "*.{yaml,yml}",
  yml: "*.{yaml,yml}",
};

/** Of a name with several rows, the first whose field the tool has holds. */
export const OTHER_NAMES: readonly OtherNames[] = [
  { field: "startLine", names: "from begin", reads: "if-number" },
  { field: "endLine", names: "to until", reads: "if-number" },
  {
    field: "path",
    names:
      "file_path filename file file_name src absolute_path absolute_file_path relative_path target_file source_path source from " +
      "old_path old_file_path dir_path directory_path directory dir folder folder_path target_directory relative_workspace_path search_path " +
      "search_dir search_directory base_path base_dir root_path root cwd notebook_path",
  },
  { field: "path", names: "paths files file_paths", reads: "only" },
  { field: "targetPath", names: "destination dest dst new_path target to destination_path new_file_path" },
  { field: "createParents", names: "create_parent_dirs create_directories create_dirs make_parents parents mkdirs" },
  { field: "operation", names: "op action command" },

  // A part of a file.
  {
    field: "startLine",
    names:
      "start_line line line_number line_start from_line first_line start start_line_number start_line_one_indexed " +
      "line_offset begin_line",
  },
  { field: "startLine", names: "tail last_lines", reads: "from-end" },
  {
    field: "endLine",
    names:
      "end_line line_end to_line last_line end end_line_number end_line_one_indexed_inclusive " +
      "end_line_one_indexed end_line_inclusive stop_line",
  },
  { field: "lineRange", names: "view_range line_range range lines" },
  { field: "limit", names: "max_lines num_lines number_of_lines line_count line_limit head" },

  // Pages of results.
  { field: "limit", names: "head_limit", reads: "unless-zero" },
  {
    field: "limit",
    names:
      "max_results max_count -m max_matches max_hits max_entries max_files max_items total_max_matches " +
      "num_results result_limit page_size top_k",
  },
  { field: "offset", names: "skip" },

  // What is written.
  { field: "content", names: "file_text content_text contents text file_content new_content body" },
  { field: "edits", names: "replacements changes edit_list" },
  { field: "oldText", names: "old_string old_str old search find search_text original original_text old_content" },
  {
    field: "newText",
    names: "new_string new_str new replace replacement replace_text replace_with replacement_text new_content",
  },
  { field: "replaceAll", names: "allow_multiple all_occurrences global" },
  { field: "patch", names: "input patch_text diff patch_content unified_diff command cmd" },
  { field: "dryRun", names: "preview" },
  { field: "expectedSha256", names: "sha256 expected_hash" },

  // Searches.
  { field: "pattern", names: "query search search_term search_pattern search_text search_query keyword term needle" },
  { field: "query", names: "pattern search search_term search_pattern search_text keyword term" },
  { field: "regex", names: "is_regex is_regexp use_regex regexp regex_pattern regex_mode extended_regexp -E -P" },
  { field: "regex", names: "fixed_strings fixed_string fixed literal is_literal literal_search -F", reads: "opposite" },
  { field: "ignoreCase", names: "-i case_insensitive insensitive no_case case_insensitive_search" },
  { field: "ignoreCase", names: "case_sensitive match_case is_case_sensitive", reads: "opposite" },
  { field: "multiline", names: "multi_line -U" },
  {
    field: "glob",
    names: "-g include includes include_pattern include_patterns file_pattern file_glob glob_pattern globs file_filter",
    reads: "any-glob",
  },
  { field: "pattern", names: "glob glob_pattern file_pattern include include_pattern name file_name_pattern" },
  { field: "glob", names: "exclude excludes exclude_pattern exclude_patterns exclude_glob", reads: "not-glob" },
  { field: "glob", names: "type file_type -t", reads: FILE_TYPES },
  {
    field: "context",
    names:
      "context_lines lines_of_context num_context_lines -A -B -C after before after_context before_context " +
      "lines_after lines_before",
    reads: "most",
  },
  {
    field: "mode",
    names: "output_mode output format",
    reads: {
      content: "content",
      lines: "content",
      files: "files",
      files_with_matches: "files",
      filenames: "files",
      count: "count",
      counts: "count",
    },
  },
  {
    field: "mode",
    names: "-l files_with_matches files_only names_only filenames_only",
    reads: { true: "files", false: undefined },
  },
  { field: "mode", names: "-c count count_only", reads: { true: "count", false: undefined } },

  // Directories.
  { field: "depth", names: "max_depth levels max_levels" },
  { field: "ignore", names: "ignore_globs ignore_patterns exclude excludes exclude_patterns" },
  {
    field: "pattern",
    names: "exclude excludes exclude_pattern exclude_patterns exclude_glob ignore ignore_globs ignore_patterns",
    reads: "not-glob",
  },
  { field: "respectGitIgnore", names: "git_ignore use_gitignore" },
  {
    field: "respectGitIgnore",
    names: "no_ignore include_ignored show_ignored include_ignored_files",
    reads: "opposite",
  },
  { field: "", names: "file_filtering_options", reads: "group" },

  // Commands.
  { field: "command", names: "cmd command_line script shell_command bash_command" },
  { field: "command", names: "commands", reads: "only" },
  { field: "cwd", names: "workdir work_dir working_directory working_dir directory dir dir_path folder" },
  { field: "timeoutMs", names: "timeout_millis timeout_milliseconds" },
  { field: "timeoutMs", names: "timeout", reads: "milliseconds-or-seconds" },
  { field: "timeoutMs", names: "timeout_seconds timeout_secs timeout_sec timeout_s", reads: "seconds" },
  { field: "background", names: "run_in_background is_background in_background detached" },
  { field: "id", names: "bash_id shell_id task_id command_id process_id session_id job_id pid" },
];

/** Names that change nothing where they have one of these values. They are asked for after the fields. */
export const NEUTRAL_NAMES: readonly NeutralNames[] = [
  // Words for people.
  {
    names:
      "description explanation reason reasoning rationale justification thought thoughts thinking why title purpose " +
      "goal intent instruction instructions comment summary note notes task_progress tool_summary tool_action security_risk",
  },
  // How an answer looks.
  { names: "-n line_numbers show_line_numbers include_line_numbers with_line_numbers", beside: "path" },
  { names: "should_read_entire_file read_entire_file", beside: "byteOffset" },
  { names: "mode", says: ["slice"], beside: "byteOffset" },
  { names: "line_count num_lines", beside: "content" },
  { names: "encoding charset", says: ["utf-8", "utf8", "utf_8", "auto"], beside: "path" },
  // What is found.
  { names: "recursive -r -R", says: ["true"], beside: "mode" },
  { names: "recursive", says: [], beside: "path" },
  {
    names: "respect_git_ignore respect_gitignore respect_gemini_ignore respect_qwen_ignore use_default_excludes",
    says: ["true"],
    beside: "path",
  },
  { names: "no_ignore include_ignored include_ignored_files", says: ["false"], beside: "path" },
  { names: "include_hidden show_hidden hidden all -a dot", says: ["true"], beside: "path" },
  { names: "case_sensitive match_case", says: ["true"], beside: "pattern" },
  { names: "-i case_insensitive ignore_case no_case", says: ["false"], beside: "pattern" },
  {
    names: "-w word whole_word word_match",
    says: ["false"],
    beside: "mode",
    instead: "Set regex, and put \\b before and behind the word.",
  },
  { names: "-v invert invert_match -o only_matching", says: ["false"], beside: "mode" },
  // What is written.
  { names: "overwrite create_parents create_directories create_dirs", says: ["true"], beside: "content" },
  {
    names: "append create_only",
    says: ["false"],
    beside: "content",
    instead: "To add to a file, use edit with its last line as oldText.",
  },
  {
    names: "mode",
    says: ["overwrite", "write", "w"],
    beside: "content",
    instead: "To add to a file, use edit with its last line as oldText.",
  },
  {
    names: "insert_line insert_text insert_at insert_after insert_before after_line before_line",
    says: [],
    beside: "oldText edits",
    instead: "To insert lines, give the line beside them as oldText, and that line with them as newText.",
  },
  {
    names: "line line_number start_line end_line occurrence",
    says: [],
    beside: "oldText edits",
    instead: "To say which of several places is meant, give more of the lines around it in oldText.",
  },
  {
    names: "regex is_regex use_regex",
    says: ["false"],
    beside: "oldText edits",
    instead: "Give oldText as it stands in the file.",
  },
  { names: "expected_replacements expected_occurrences", says: ["1"], beside: "oldText" },
  { names: "expected_replacements expected_occurrences", says: [], beside: "edits" },
  { names: "command", says: ["view"], beside: "byteOffset" },
  { names: "command", says: ["create"], beside: "content" },
  { names: "command", says: ["str_replace"], beside: "edits" },
  // Where and how a command runs.
  { names: "shell", says: ["true", "sh", "bash", "/bin/sh", "/bin/bash"], beside: "command" },
  { names: "login", says: ["true", "false"], beside: "command" },
  {
    names:
      "background run_in_background is_background in_background detached restart tty interactive is_input requires_approval " +
      "require_user_approval with_escalated_permissions dangerously_disable_sandbox",
    says: ["false"],
    beside: "command",
  },
  { names: "sandbox_permissions", says: ["use_default"], beside: "command" },
  // The whole output comes, when it is there.
  { names: "yield_time_ms max_output_tokens", beside: "command id" },
  {
    names: "env environment",
    says: [],
    beside: "command",
    instead: "Set variables in the command, as in NAME=value command.",
  },
  { names: "args arguments", says: [], beside: "command", instead: "Write all words in command." },
  {
    names: "stdin chars",
    says: [],
    beside: "command id",
    instead: "Commands run without input; write it in the command, as in printf %s text | command.",
  },
];
