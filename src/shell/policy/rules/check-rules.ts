// Arguments of linters, type checkers and test runners, and of clients of databases. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE, RUNS, WRITES } from "./argument-rule.js";

/** Options with which these programs load settings or code from a file; inside the workspace they do so anyway. */
const LOADERS: Readonly<Record<string, { readonly flags: readonly string[]; readonly letters?: string }>> = {
  eslint: {
    flags: [
      ...["--config", "--rulesdir", "--resolve-plugins-relative-to", "--parser", "--plugin", "--format"],
      ...["--output-file", "--cache-location", "--cache-file", "--ignore-path"],
    ],
    letters: "cfo",
  },
  prettier: { flags: ["--config", "--plugin", "--plugin-search-dir", "--ignore-path", "--cache-location"] },
  stylelint: {
    flags: ["--config", "--custom-formatter", "--custom-syntax", "--output-file", "--config-basedir"],
    letters: "o",
  },
  biome: { flags: ["--config-path"] },
  jest: {
    flags: [
      ...["--config", "--rootDir", "--globalSetup", "--globalTeardown", "--setupFiles", "--setupFilesAfterEnv"],
      ...["--reporters", "--runner", "--testRunner", "--transform", "--env", "--resolver", "--projects", "--roots"],
      ...["--outputFile", "--coverageDirectory", "--testEnvironment", "--cacheDirectory", "--preset"],
      ...["--testResultsProcessor", "--testSequencer", "--snapshotSerializers", "--watchPlugins", "--filter"],
      ...["--prettierPath", "--modulePaths", "--moduleNameMapper"],
    ],
    letters: "c",
  },
  vitest: {
    flags: [
      ...["--config", "--root", "--dir", "--reporter", "--globalSetup", "--environment", "--outputFile"],
      ...["--coverage.reportsDirectory", "--coverage.customProviderModule", "--snapshotEnvironment", "--runner"],
    ],
    letters: "cr",
  },
  mocha: {
    flags: ["--require", "--import", "--config", "--file", "--reporter", "--ui", "--package", "--opts"],
    letters: "rRu",
  },
  playwright: { flags: ["--config", "--output", "--reporter"], letters: "c" },
  vite: { flags: ["--config", "--outDir"], letters: "c" },
  webpack: { flags: ["--config", "--output-path", "-c", "-o"] },
  rollup: { flags: ["--config", "--plugin", "--configPlugin", "--dir", "--file"], letters: "cpdo" },
  esbuild: { flags: ["--outfile", "--outdir", "--tsconfig"] },
  pytest: {
    flags: [
      "--rootdir",
      "--basetemp",
      "--junitxml",
      "--confcutdir",
      "--config-file",
      "--cov-config",
      "--log-file",
      "--debug",
    ],
    letters: "c",
  },
  mypy: { flags: ["--config-file", "--python-executable", "--junit-xml", "--cache-dir", "--html-report"] },
  pylint: { flags: ["--rcfile", "--output"] },
  ruff: { flags: ["--config", "--cache-dir", "--output-file"], letters: "o" },
  black: { flags: ["--config"] },
  flake8: { flags: ["--config", "--append-config", "--output-file"] },
  tox: { flags: ["-c", "--conf", "--workdir"] },
  phpunit: { flags: ["--bootstrap", "--configuration", "--log-junit", "--coverage-html"], letters: "c" },
  rspec: { flags: ["--require", "--options", "--out", "-I"], letters: "rOo" },
  rubocop: { flags: ["--require", "--config", "--out"], letters: "rco" },
  "golangci-lint": { flags: ["--config"], letters: "c" },
};

function toRule([program, { flags, letters }]: (typeof LOADER_ENTRIES)[number]): ArgumentRule {
  const rule = { programs: [program, `${program}.js`], flags, outsideOnly: true, effect: OUTSIDE } as const;
  return letters === undefined ? rule : { ...rule, letters };
}

const LOADER_ENTRIES = /* @__PURE__ */ Object.entries(LOADERS);

const CODE_RULES: readonly ArgumentRule[] = [
  {
    programs: ["tsc", "tsc.js"],
    flags: [
      ...["--project", "--p", "--outDir", "--outFile", "--out", "--declarationDir", "--tsBuildInfoFile", "--build"],
      ...["--b", "--generateTrace", "--generateCpuProfile", "--plugins"],
    ],
    oneDash: true,
    exact: true,
    outsideOnly: true,
    effect: OUTSIDE,
  },
  { programs: ["vitest"], pattern: /^--(?:[\w-]+\.)*exec-?argv/i, effect: RUNS },
  {
    programs: ["pytest", "py.test", "unittest", "doctest", "coverage", "mocha", "compileall", "py_compile"],
    outsideOperands: true,
    textFlags: ["-k", "-m", "-g", "--grep"],
    effect: OUTSIDE,
  },
  { programs: ["unittest"], letters: "st", outsideOnly: true, effect: OUTSIDE },
  {
    programs: ["coverage"],
    subcommand: "run",
    letters: "m",
    flags: ["--module"],
    harmlessValues: /^(?:pytest|unittest)$/,
    effect: RUNS,
  },
  {
    programs: ["pytest", "py.test"],
    flags: ["--override-ini"],
    letters: "o",
    lettersWithValue: "kmprWnc",
    harmlessValues: /^(?:(?:log|junit|python|asyncio)_\w+|markers|xfail_strict|console_output_style)=/,
    effect: RUNS,
  },
  {
    programs: ["eslint", "jest", "vitest"],
    pattern: /^--(?:config|transform|globals|parser-options)=?\s*\{/,
    effect: RUNS,
  },
  { programs: ["jest"], pattern: /^\{/, effect: RUNS },
  { programs: ["pylint"], flags: ["--init-hook"], effect: RUNS },
  { programs: ["pytest", "py.test"], flags: ["--pdbcls", "--debugger"], exact: true, effect: RUNS },
  { programs: ["flake8"], flags: ["--enable-extensions"], exact: true, effect: RUNS },
  { programs: ["lerna"], pattern: /^exec$/, effect: RUNS },
  { programs: ["tsc-watch"], pattern: /^--on/i, effect: RUNS },
  { programs: ["bun"], flags: ["--preload", "--require", "--import", "-r"], outsideOnly: true, effect: OUTSIDE },
  { programs: ["nodemon"], flags: ["--exec"], letters: "x", effect: RUNS },
];

const CLIENT_RULES: readonly ArgumentRule[] = [
  // Shells evaluate the subscript of a variable that these are told, and `printf` would set it.
  { programs: ["printf"], pattern: /^-v/, effect: "sets a variable" },
  { programs: ["test", "["], flags: ["-v", "-R"], effect: RUNS },
  {
    programs: ["sqlite3"],
    pattern: /writefile|load_extension|\bedit\W*\(|vacuum\s+into|\battach\b|^-A/i,
    effect: RUNS,
  },
  {
    programs: ["sqlite3"],
    pattern: /(?:^|\n)\s*\.(?!tables|schema|indexes|databases|mode|headers)|^-{1,2}(?:cmd|init)/,
    effect: RUNS,
  },
  { programs: ["psql", "mysql"], pattern: /\\[!gowics]|\bsystem\b|^-[of]|^--(?:output|file|tee|pager)/, effect: RUNS },
  { programs: ["date"], letters: "s", flags: ["--set"], effect: "changes the system" },
  { programs: ["hash"], letters: "p", effect: RUNS },
  { programs: ["enable"], letters: "f", effect: RUNS },
  { programs: ["strings", "objdump", "objcopy", "nm"], flags: ["--plugin"], effect: RUNS },
  { programs: ["time"], flags: ["--output"], letters: "o", effect: WRITES },
];

/** Rules of checkers, test runners and clients of databases. */
export const CHECK_RULES: readonly ArgumentRule[] = [
  .../* @__PURE__ */ LOADER_ENTRIES.map(toRule),
  ...CODE_RULES,
  ...CLIENT_RULES,
];
