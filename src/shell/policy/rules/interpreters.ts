// Programs that run a script: which options they may have before it. Data only.

import { PYTHON_MODULES } from "./python-modules.js";

/** Says how an interpreter is told what to run. */
export interface Interpreter {
  readonly programs: readonly string[];
  /** Options that change nothing about what runs; a pattern, since many take a value. Every other one is refused. */
  readonly harmless: RegExp;
  /** The same, for options whose value is the next word. */
  readonly valueFlags?: readonly string[];
  /** Options whose value is a package to load first; a file or an address is refused. */
  readonly packageFlags?: readonly string[];
  /** Options whose value is a file of the workspace. */
  readonly fileFlags?: readonly string[];
  /** Options whose value, also in their own word, is a list of directories of the workspace with colons between them. */
  readonly pathFlags?: readonly string[];
  /** Addresses that are taken for a script. */
  readonly schemes?: RegExp;
  /** Options and subcommands with which no script is needed. */
  readonly complete: RegExp;
  /** An option whose next word is the name of a module, and the modules that are let through. */
  readonly module?: { readonly flag: RegExp; readonly names: RegExp };
}

const VERSION = /^(?:-v|-V|--version|-h|--help)$/;

const NODE_HARMLESS =
  /^(?:-v|-h|-c|--version|--help|--check|--test|--test-only|--test-update-snapshots|--test-force-exit|--watch|--run|--no-warnings|--enable-source-maps|--trace-(?:warnings|deprecation|uncaught|exit)|--throw-deprecation|--expose-gc|--experimental-(?:strip-types|transform-types|test-coverage|test-snapshots|vm-modules|sqlite)|--max[-_]old[-_]space[-_]size=\d+|--stack-size=\d+|--unhandled-rejections=\w+|--test-(?:concurrency|timeout|shard)=[\d/]+|--test-isolation=\w+|--test-name-pattern=.*|--test-reporter=(?:spec|tap|dot|junit|lcov)|--disable-warning=\w+|--conditions=[\w-]+|--stack-trace-limit=\d+|--max-http-header-size=\d+|--cpu-prof|--heap-prof|--preserve-symlinks|--no-deprecation|--(?:no-)?experimental-(?:require-module|detect-module|json-modules|websocket|global-customevent|specifier-resolution=node|default-type=module))$/;
const NODE_VALUES = ["--test-name-pattern", "--run"];
const NODE_COMPLETE = /^(?:-v|--version|-h|--help|--test|--run)$/;
const NODE_LOADERS = ["-r", "--require", "--import", "--loader", "--experimental-loader"];

const TYPESCRIPT_RUNNERS: readonly Interpreter[] = [
  {
    programs: ["tsx"],
    harmless: new RegExp(`^(?:watch|--no-cache|--clear-screen=false)$|${NODE_HARMLESS.source}`),
    valueFlags: NODE_VALUES,
    packageFlags: NODE_LOADERS,
    fileFlags: ["--tsconfig"],
    complete: NODE_COMPLETE,
  },
  {
    programs: ["ts-node", "ts-node-esm", "ts-node-script", "ts-node-transpile-only"],
    harmless: /^(?:-T|--transpile-?[oO]nly|--files|--esm|--swc|--pretty|--prefer-?[tT]s-?[eE]xts)$/,
    packageFlags: NODE_LOADERS,
    fileFlags: ["-P", "--project"],
    complete: VERSION,
  },
  {
    programs: ["vite-node", "zx"],
    harmless: /^(?:-w|--watch|--quiet|--verbose|--script)$/,
    fileFlags: ["-c", "--config", "-r", "--root", "--cwd"],
    complete: VERSION,
  },
];

/** Every interpreter whose options are known. */
export const INTERPRETERS: readonly Interpreter[] = [
  ...TYPESCRIPT_RUNNERS,
  {
    programs: ["node", "nodejs"],
    harmless: NODE_HARMLESS,
    valueFlags: NODE_VALUES,
    packageFlags: NODE_LOADERS,
    complete: NODE_COMPLETE,
  },
  {
    programs: ["python", "pypy"],
    harmless:
      /^(?:-[uBOEsSIvqbdVh]+|--version|--help|-W\w+|-X(?:importtime|dev|utf8|faulthandler|tracemalloc)(?:=\d+)?)$/,
    valueFlags: ["-W"],
    complete: VERSION,
    module: { flag: /^-[uBOEsSIvqbd]*m$/, names: PYTHON_MODULES },
  },
  {
    programs: ["cProfile", "profile"],
    harmless: /^$/,
    valueFlags: ["-s", "--sort"],
    complete: VERSION,
    module: { flag: /^-m$/, names: PYTHON_MODULES },
  },
  { programs: ["perl"], harmless: /^(?:-[wTtcvVW]+|--version|--help)$/, complete: VERSION },
  {
    programs: ["ruby"],
    harmless: /^(?:-[wcvh]+|-W\w*|--version|--help|--yjit)$/,
    pathFlags: ["-I"],
    complete: VERSION,
  },
  {
    programs: ["php"],
    harmless:
      /^(?:-[vlimnh]+|--version|--help|--ini|-d(?:memory_limit|max_execution_time|display_errors|error_reporting|zend\.assertions)=[\w-]+)$/,
    complete: /^(?:-[vimh]|--version|--help|--ini)$/,
  },
  {
    programs: [
      ...["lua", "luajit", "tclsh", "wish", "Rscript", "julia", "groovy", "elixir", "iex", "escript", "scala"],
      ...[
        ...["babel-node", "esno", "esmo", "jiti", "coffee", "lsc", "electron", "swc-node", "ts-node-dev"],
        "ipython",
        "bpython",
        "ptpython",
        "guile",
        "racket",
        "sbcl",
        "swipl",
        "jshell",
        "runghc",
        "runhaskell",
        "raku",
      ],
    ],
    harmless: new RegExp(`${VERSION.source}|^--project=\\.$`),
    complete: VERSION,
  },
  {
    programs: ["deno"],
    harmless:
      /^(?:run|serve|--version|-V|--help|-h|-A|--allow-[a-z]+(?:=[\w.,:/-]*)?|--no-(?:check|lock|prompt|config)|--quiet|-q|--check|--watch|--cached-only|--frozen|--unstable[a-z-]*|--node-modules-dir(?:=\w+)?)$/,
    valueFlags: ["--ext", "--port"],
    fileFlags: ["-c", "--config", "--import-map", "--env-file", "--lock"],
    schemes: /^(?:npm|jsr):/,
    complete: /^(?:--version|-V|--help|-h|test|lint|fmt|check|task|info|bench|doc|types)$/,
  },
  {
    programs: ["bun"],
    harmless: /^(?:run|--version|-v|--help|-h|--watch|--hot|--smol|--silent|--bun|-b)$/,
    complete: /^(?:--version|-v|--help|-h|test|run|install|add|remove|build|pm|update|outdated)$/,
  },
  {
    programs: ["sh", "bash", "dash", "zsh", "ksh", "ash", "fish"],
    harmless: /^(?:-[euxnvl]+|-[eux]*o|--version|--help|--posix|--norc|--noprofile|--login)$/,
    valueFlags: ["-o", "-eo", "-euo", "-euxo", "-uo", "-xo"],
    complete: /^(?:--version|--help)$/,
  },
  { programs: ["source", "."], harmless: /^$/, complete: /^$/ },
];

/** Subcommands of runtimes that take code as an argument or read it from their input. */
export const CODE_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  deno: ["eval", "repl", "jupyter", "lsp", "x"],
  bun: ["exec", "repl"],
  node: ["inspect", "debug"],
  nodejs: ["inspect", "debug"],
};

/** Programs that read commands from a pipe although they take other arguments. */
export const PIPED_INTERPRETERS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  "sqlite3 psql mysql mariadb dc irb pry ghci mongosh redis-cli gdb lldb R gnuplot ssh jshell".split(" "),
);
