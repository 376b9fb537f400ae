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
  // Signatures are checked by a program that the repository's settings name.
  { programs: ["git"], pattern: /%G[G?SKFPT]/, effect: RUNS },
  ...["merge", "pull", "rebase", "cherry-pick", "revert"].map((subcommand) => ({
    programs: ["git"],
    subcommand,
    flags: ["--strategy", "-s"],
    exact: true as const,
    harmlessValues: /^(?:ours|theirs|ort|recursive|resolve|octopus|subtree)$/,
    effect: RUNS,
  })),
  { programs: ["git"], subcommand: "tag", letters: "v", lettersWithValue: "mFun", flags: ["--verify"], effect: RUNS },
  { programs: ["git"], flags: ["--verify-signatures"], harmless: ["--verify"], effect: RUNS },
  // A manual is shown by a program that the repository's settings name.
  { programs: ["git"], flags: ["--help"], exact: true, effect: RUNS },
  { programs: ["git"], firstWord: "help", pattern: /^(?!help$|-a$|--all$|-g$|--guides$|-c$|--config$)/, effect: RUNS },
  // What they show has no switch that keeps `textconv` from being run.
  { programs: ["git"], subcommand: "status", letters: "v", lettersWithValue: "u", flags: ["--verbose"], effect: RUNS },
  {
    programs: ["git"],
    subcommand: "commit",
    letters: "v",
    lettersWithValue: "mFCctuS",
    flags: ["--verbose"],
    effect: RUNS,
  },
  { programs: ["git"], subcommand: "reflog", flags: ["-p", "-u", "--patch"], exact: true, effect: RUNS },
  { programs: ["git"], subcommand: "column", flags: ["--command"], effect: RUNS },
  {
    programs: ["git"],
    subcommand: "log",
    letters: "O",
    lettersWithValue: "nSGLUCMB",
    outsideOnly: true,
    effect: OUTSIDE,
  },
  {
    programs: ["git"],
    subcommand: "grep",
    letters: "f",
    lettersWithValue: "ABCem",
    outsideOnly: true,
    effect: OUTSIDE,
  },
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

const BOTH = ["--no-ext-diff", "--no-textconv"];

/**
 * Subcommands that show differences, and so would run `diff.external` and `textconv` of the repository's own settings,
 * with what keeps them from it.
 */
export const DIFFERENCE_SWITCHES: Readonly<Record<string, readonly string[]>> = {
  diff: BOTH,
  log: BOTH,
  show: BOTH,
  whatchanged: BOTH,
  "format-patch": BOTH,
  "diff-tree": BOTH,
  "diff-files": BOTH,
  "diff-index": BOTH,
  "stash show": BOTH,
  "stash list": BOTH,
  "reflog show": BOTH,
  blame: ["--no-textconv"],
  annotate: ["--no-textconv"],
};

/** Subcommands of git that run other programs by design, each as its one or two words. */
export const GIT_SUBCOMMANDS: readonly (readonly string[])[] = [
  ...[["submodule", "foreach"], ["bisect", "run"], ["bisect", "visualize"], ["filter-branch"]],
  ...[["difftool"], ["mergetool"], ["for-each-repo"], ["hook"], ["maintenance"], ["daemon"], ["shell"]],
  ...[["send-email"], ["instaweb"], ["web--browse"], ["credential"], ["remote-ext"], ["remote-fd"]],
  ...[["credential-store"], ["credential-cache"], ["upload-pack"], ["receive-pack"], ["upload-archive"]],
  ...[["range-diff"], ["verify-commit"], ["verify-tag"], ["merge-index"], ["imap-send"], ["gitk"], ["config", "edit"]],
  ...[["gui"], ["citool"], ["svn"], ["p4"], ["cvsserver"], ["http-backend"], ["fast-import"]],
];

/** Subcommands that are git's own; every other one may be an alias, which the repository's settings define. */
export const GIT_OWN_SUBCOMMANDS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  [
    "add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap",
    "check-ref-format checkout checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree",
    "config count-objects describe diagnose diff diff-files diff-index diff-tree fast-export fetch fetch-pack",
    "fmt-merge-msg for-each-ref format-patch fsck gc get-tar-commit-id grep hash-object help index-pack init",
    "init-db interpret-trailers log ls-files ls-remote ls-tree mailinfo mailsplit merge merge-base merge-file merge-tree",
    "mktag mktree multi-pack-index mv name-rev notes pack-objects pack-refs patch-id prune prune-packed pull push",
    "quiltimport range-diff read-tree rebase reflog remote repack replace request-pull rerere reset restore rev-list",
    "rev-parse revert rm send-pack shortlog show show-branch show-index show-ref sparse-checkout stage stash status",
    "stripspace submodule switch symbolic-ref tag unpack-file unpack-objects update-index update-ref",
    "update-server-info var verify-pack version whatchanged worktree write-tree",
  ]
    .join(" ")
    .split(" "),
);

/** Options of git before its subcommand that change nothing about what runs; every other one is refused. */
export const HARMLESS_GIT_OPTIONS: readonly string[] = [
  ...["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--version", "-v", "-h"],
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
  /^(?:user\.(?:name|email)|init\.defaultbranch|core\.(?:autocrlf|eol|filemode|quotepath|longpaths)|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|merge\.(?:ff|conflictstyle)|fetch\.prune|commit\.gpgsign|color\.\w+|advice\.\w+|log\.date|diff\.(?:renames|noprefix|mnemonicprefix|algorithm))$/i;
