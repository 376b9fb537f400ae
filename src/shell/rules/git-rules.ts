// Arguments of git. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE, RUNS, WRITES } from "./argument-rule.js";

/** Rules of arguments behind a subcommand, wherever they stand. */
export const GIT_RULES: readonly ArgumentRule[] = [
  {
    programs: ["git"],
    flags: [
      ...["--exec", "--upload-pack", "--receive-pack", "--open-files-in-pager", "--ext-diff", "--textconv"],
      ...["--extcmd", "--show-signature"],
    ],
    harmless: ["--text", "--show"],
    effect: RUNS,
  },
  { programs: ["git"], pattern: /(?:^|=)(?:ext|fd)::/, effect: RUNS },
  { programs: ["git"], flags: ["--output", "--output-directory"], effect: WRITES },
  {
    programs: ["git"],
    flags: ["--export-marks", "--build-fake-ancestor", "--index-output"],
    harmless: ["--index"],
    effect: WRITES,
  },
  { programs: ["git"], subcommand: "mailsplit", letters: "o", effect: WRITES },
  { programs: ["git"], flags: ["--template", "--config"], effect: RUNS },
  { programs: ["git"], flags: ["--unsafe-paths", "--separate-git-dir"], effect: OUTSIDE },
  { programs: ["git"], subcommand: "cat-file", flags: ["--filters"], effect: RUNS },
  { programs: ["git"], subcommand: "grep", letters: "O", lettersWithValue: "ABCefm", effect: RUNS },
  { programs: ["git"], subcommand: "rebase", letters: "x", effect: RUNS },
  { programs: ["git"], subcommand: "difftool", letters: "x", effect: RUNS },
  { programs: ["git"], subcommand: "clone", letters: "uc", effect: RUNS },
  { programs: ["git"], subcommand: "archive", letters: "o", effect: WRITES },
  { programs: ["git"], subcommand: "format-patch", letters: "o", effect: WRITES },
  { programs: ["git"], subcommand: "bugreport", letters: "o", effect: WRITES },
  { programs: ["git"], subcommand: "checkout-index", flags: ["--prefix"], effect: WRITES },
];

/** Subcommands of git that run other programs by design, each as its one or two words. */
export const GIT_SUBCOMMANDS: readonly (readonly string[])[] = [
  ...[["submodule", "foreach"], ["bisect", "run"], ["bisect", "visualize"], ["filter-branch"]],
  ...[["difftool"], ["mergetool"], ["for-each-repo"], ["hook"], ["maintenance"], ["daemon"], ["shell"]],
  ...[["send-email"], ["instaweb"], ["web--browse"], ["credential"], ["remote-ext"], ["remote-fd"]],
  ...[["credential-store"], ["credential-cache"], ["upload-pack"], ["receive-pack"], ["upload-archive"]],
  ...[["gui"], ["citool"], ["svn"], ["p4"], ["cvsserver"], ["http-backend"], ["fast-import"]],
];

/** Options of git before its subcommand that change nothing about what runs; every other one is refused. */
export const HARMLESS_GIT_OPTIONS: readonly string[] = [
  ...["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--version", "-v", "--help", "-h"],
];

/** Options of git before its subcommand whose value is the next word. */
export const GIT_OPTIONS_WITH_VALUE: readonly string[] = ["-C", "-c", "--git-dir", "--work-tree", "--namespace"];

/** Words with which `git config` only reads. */
export const GIT_CONFIG_READS: readonly string[] = [
  ...["--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l", "get", "list"],
];

/** Options of `git config` that say where and how it reads, and take no value. */
export const GIT_CONFIG_SCOPES: readonly string[] = [
  ...["--global", "--local", "--system", "--worktree", "--show-origin", "--show-scope", "--name-only"],
  ...["-z", "--null", "--includes", "--no-includes", "--bool", "--int", "--path", "--type=bool", "--type=int"],
];

/** Settings that `git config` may write, since none of them names a program. */
export const HARMLESS_GIT_SETTINGS: RegExp =
  /^(?:user\.(?:name|email)|init\.defaultbranch|core\.(?:autocrlf|eol|filemode|quotepath|longpaths)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|merge\.(?:ff|conflictstyle)|fetch\.prune|commit\.gpgsign|color\.\w+)$/i;
