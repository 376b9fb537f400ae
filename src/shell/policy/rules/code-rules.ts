// Options and subcommands with which tools run code or programs that are named on the line. Data only.

import { type ArgumentRule, RUNS, WRITES } from "./argument-rule.js";

/** Options that run or load what they name; each one counts as a whole word, or before `=`. */
const RUNNING_FLAGS: Readonly<Record<string, readonly string[]>> = {
  pandoc: ["--filter", "-F", "--lua-filter", "-L", "--pdf-engine", "--defaults", "-d"],
  tcpdump: ["-z"],
  nginx: ["-g"],
  bazel: ["--run_under", "--workspace_status_command", "--bazelrc"],
  tox: ["-x", "--override", "exec"],
  ghc: ["-e", "-fplugin"],
  R: ["-e", "CMD"],
  swift: ["-e", "repl"],
  kotlin: ["-e"],
  mix: ["-e", "--eval", "eval", "cmd"],
  rails: ["runner", "r", "console", "c", "dbconsole", "db", "app:template"],
  rustup: ["run"],
  podman: ["unshare"],
  bundle: ["open", "console"],
  gem: ["open", "exec"],
  brew: ["sh", "ruby", "irb"],
  composer: ["--editor", "-e", "--working-dir"],
  nmap: ["--script", "--interactive", "--datadir"],
  ar: ["--plugin"],
  ranlib: ["--plugin"],
  "clang-tidy": ["-load", "--load"],
  cppcheck: ["--addon"],
  clang: ["--config", "-ccc-install-dir", "--gcc-toolchain", "-mllvm", "-fpass-plugin"],
  "clang++": ["--config", "-ccc-install-dir", "--gcc-toolchain", "-mllvm", "-fpass-plugin"],
  "django-admin": ["shell"],
  dotnet: ["exec", "fsi", "script"],
  pip: ["--editor", "--global-option", "--build-option", "--config-settings"],
  gpg: ["--pinentry-program", "--exec-path", "--photo-viewer"],
  "ssh-keygen": ["-D"],
  "ssh-add": ["-s"],
  install: ["--strip-program"],
  mysql: ["--init-command", "--plugin-dir", "--defaults-file", "--defaults-extra-file"],
  mariadb: ["--init-command", "--plugin-dir", "--defaults-file", "--defaults-extra-file"],
};

/** Rules of options that run what they name. */
export const CODE_RULES: readonly ArgumentRule[] = [
  .../* @__PURE__ */ Object.entries(RUNNING_FLAGS).map(([program, flags]) => ({
    programs: [program],
    flags,
    exact: true as const,
    untilDashes: true as const,
    effect: RUNS,
  })),
  { programs: ["ghc"], pattern: /^-pgm/, effect: RUNS },
  { programs: ["apt-get", "apt", "aptitude"], letters: "oc", flags: ["--option", "--config-file"], effect: RUNS },
  { programs: ["gpg", "gpg2"], letters: "o", flags: ["--output"], effect: WRITES },
  { programs: ["convert", "magick", "identify"], pattern: /\||^@|^(?:msl|mvg|text|ephemeral):/i, effect: RUNS },
  { programs: ["test", "["], pattern: /\w\[[^\]]*[$`]/, effect: RUNS },
  { programs: ["kill"], pattern: /^-?1$/, effect: "stops every process" },
  { programs: ["jest", "vitest"], pattern: /^--changed\w*=-/i, effect: RUNS },
  { programs: ["jest"], pattern: /^--[\w-]+=?\s*\{/, effect: RUNS },
  { programs: ["zipfile", "tarfile"], letters: "ec", flags: ["--extract", "--create"], effect: WRITES },
  { programs: ["unzip"], pattern: /^-[a-zA-Z]*:/, effect: WRITES },
];
