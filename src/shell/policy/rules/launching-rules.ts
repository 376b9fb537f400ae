// Options of version managers, clients and builders that start something else. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE, RUNS, WRITES } from "./argument-rule.js";

/** Rules of options that start another program or run code that no file holds. */
export const LAUNCHING_RULES: readonly ArgumentRule[] = [
  { programs: ["nix-shell"], flags: ["--run", "--command", "--expr", "-E"], exact: true, effect: RUNS },
  { programs: ["nix"], flags: ["--command", "-c", "--expr", "--run"], exact: true, effect: RUNS },
  { programs: ["fzf"], flags: ["--preview", "--bind", "--with-shell", "--listen", "--listen-unsafe"], effect: RUNS },
  { programs: ["ctest"], flags: ["--build-and-test", "--test-launcher"], exact: true, effect: RUNS },
  { programs: ["ctest"], flags: ["-S", "-SP", "--script", "--script-new-process"], outsideOnly: true, effect: OUTSIDE },
  { programs: ["ctest"], flags: ["--output-log", "--output-junit", "-O"], outsideOnly: true, effect: WRITES },
  // What stands behind `--` is given to make.
  { programs: ["cmake"], flags: ["--eval"], exact: true, effect: RUNS },
  {
    programs: ["cmake"],
    pattern: /^(?:SHELL|\.SHELLFLAGS|MAKE\w*|GNUMAKEFLAGS|PATH|LD_\w+|\w*ENV)\s*[:+?!]*=/,
    effect: RUNS,
  },
  { programs: ["cmake"], pattern: /^[A-Za-z_]\w*\s*[:+?!]*=.*[$`;|&<>()/\s]/, effect: RUNS },
  { programs: ["cmake"], flags: ["-f", "--file", "--makefile"], exact: true, outsideOnly: true, effect: OUTSIDE },
  { programs: ["mongosh", "mongo"], flags: ["--eval"], effect: RUNS },
  { programs: ["mongosh", "mongo"], flags: ["--file", "-f"], outsideOnly: true, effect: OUTSIDE },
  {
    programs: ["mysql", "mariadb"],
    pattern:
      /(?:^|[;\n]|^-[A-Za-z]*?e|^--execute=)\s*(?:tee|pager|system|source|edit)\b|\\[!TPe.]|into\s+(?:out|dump)file|load\s+data/i,
    effect: RUNS,
  },
  { programs: ["psql"], pattern: /\bcopy\b[\s\S]*\bprogram\b|\\copy|^-[A-Za-z]*L|^--log/i, effect: RUNS },
  ...["test", "bench", "check", "cache", "compile", "bundle", "install", "doc", "serve", "init", "create"].map(
    (firstWord) => ({
      programs: ["deno", "bun"],
      firstWord,
      pattern: /^(?:https?|data|blob|file|jsr|npm|git):/i,
      effect: "runs what it reads from elsewhere",
    }),
  ),
  { programs: ["deno"], firstWord: "install", letters: "g", flags: ["--global", "--root"], effect: OUTSIDE },
  { programs: ["deno"], firstWord: "task", flags: ["--eval"], effect: RUNS },
  { programs: ["deno", "bun"], flags: ["--preload", "--require"], exact: true, firstWord: "test", effect: RUNS },
  {
    programs: ["nodemon"],
    flags: ["--eval", "--print", "--require", "--import", "-r", "-p", "--config"],
    exact: true,
    effect: RUNS,
  },
];
