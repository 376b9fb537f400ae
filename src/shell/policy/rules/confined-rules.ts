// Programs that take no path outside the workspace, wherever it stands. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE } from "./argument-rule.js";

/** Options of test runners and builders whose value is a name, a pattern or a part of an address. */
const TEXT_FLAGS: readonly string[] = [
  ...["-t", "-k", "-m", "-g", "--grep", "--filter", "--title", "--message", "--body", "--url", "--raw", "--selector"],
  ...[
    "--testNamePattern",
    "--test-name-pattern",
    "--testPathPattern",
    "--testPathPatterns",
    "--testPathIgnorePatterns",
  ],
  ...[
    "--base",
    "--basePath",
    "--base-path",
    "--public-path",
    "--publicPath",
    "--base-href",
    "--public-url",
    "--build-arg",
    "--label",
  ],
];

/** Subcommands of deno and bun that write, fetch or load what their operands name. */
const RUNTIME_SUBCOMMANDS: readonly string[] = [
  ...["test", "bench", "check", "cache", "compile", "install", "bundle", "doc", "coverage", "fmt", "lint", "init"],
  ...["vendor", "task", "upgrade", "add", "build", "link", "create"],
];

/** Subcommands of git whose operands are patterns, revisions or texts. */
const GIT_TEXT_SUBCOMMANDS: readonly string[] = ["log", "show", "grep", "rev-list", "shortlog", "rev-parse", "config"];

const GIT_TEXT_FLAGS: readonly string[] = [
  ...["-m", "--message", "-S", "-G", "-L", "-e", "--grep", "--author", "--format", "--pretty", "--trailer", "-C"],
];

/** A program that no table knows. */
export const TOOL_RULE: ArgumentRule = {
  programs: [],
  confined: true,
  textFlags: TEXT_FLAGS,
  // Switches as Windows writes them.
  textPattern: /^\/(?:p|property|t|target|v|verbosity|m|maxcpucount|nologo|restore|bl|clp)(?::[^/~]*|$)/,
  untilDashes: true,
  effect: OUTSIDE,
};

/** Rules of programs that take no path outside. */
export const CONFINED_RULES: readonly ArgumentRule[] = [
  { ...TOOL_RULE, programs: ["cargo", "npm"] },
  {
    ...TOOL_RULE,
    programs: ["kubectl"],
    textFlags: ["-p", "--patch", "-l", "--raw"],
    colonIsRemote: true,
    exceptSubcommands: ["exec", "run"],
  },
  { ...TOOL_RULE, programs: ["gh"], textFlags: [...TEXT_FLAGS, "-b", "-q", "--jq"], exceptSubcommands: ["api"] },
  ...["build", "install", "fmt", "generate", "vet", "mod", "work", "list", "get"].map((firstWord) => ({
    ...TOOL_RULE,
    programs: ["go"],
    firstWord,
    textFlags: ["-ldflags", "-gcflags", "-asmflags", "-tags", "-run", "-f"],
  })),
  { ...TOOL_RULE, programs: ["aws"], firstWord: "s3" },
  { ...TOOL_RULE, programs: ["rspec"], textFlags: ["-e", "--example"] },
  { ...TOOL_RULE, programs: ["terraform", "gradle", "gradlew", "mvn", "mvnw", "task"], textFlags: [] },
  ...["save", "export", "load", "import", "build", "buildx", "cp", "init", "secret", "config", "stack"].map(
    (firstWord) => ({ ...TOOL_RULE, programs: ["docker", "podman"], firstWord, colonIsRemote: true as const }),
  ),
  ...["deno", "bun"].flatMap((program) =>
    RUNTIME_SUBCOMMANDS.map((subcommand) => ({ ...TOOL_RULE, programs: [program], firstWord: subcommand })),
  ),
  {
    programs: ["git"],
    confined: true,
    textFlags: GIT_TEXT_FLAGS,
    exceptSubcommands: GIT_TEXT_SUBCOMMANDS,
    effect: OUTSIDE,
  },
];
