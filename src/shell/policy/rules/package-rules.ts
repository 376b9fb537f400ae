// Arguments of package managers. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE, RUNS, WRITES } from "./argument-rule.js";

const NODE_PACKAGERS = ["npm", "pnpm", "yarn", "bun", "corepack"];
/** Rules of package managers. */
export const PACKAGE_RULES: readonly ArgumentRule[] = [
  {
    programs: NODE_PACKAGERS,
    flags: [
      ...["--script-shell", "--shell", "--node-options", "--globalconfig", "--userconfig", "--git", "--editor"],
      ...["--viewer", "--browser", "--call", "--init-module", "--onload-script", "--npm-path"],
    ],
    harmless: ["--global", "--no", "--git-tag-version"],
    untilDashes: true,
    effect: RUNS,
  },
  // They also take long options behind one dash, or behind three.
  { programs: NODE_PACKAGERS, pattern: /^-(?:--+)?(?!-)(?:script|node-|user|global[a-z]*c|on|init)/, effect: RUNS },
  {
    programs: NODE_PACKAGERS,
    flags: ["--node-gyp", "--python", "--pnpmfile", "--global-pnpmfile", "--use-yarnrc", "--yarn-path"],
    untilDashes: true,
    exact: true,
    effect: RUNS,
  },
  {
    programs: ["pnpm", "yarn", "bun"],
    flags: [
      ...["--store-dir", "--virtual-store-dir", "--global-bin-dir", "--lockfile-dir", "--workspace-dir", "--edit-dir"],
      ...["--pack-destination", "--out", "--cache-folder", "--preferred-cache-folder", "--global-folder"],
      ...["--link-folder", "--outdir", "--outfile", "--config"],
    ],
    untilDashes: true,
    exact: true,
    outsideOnly: true,
    effect: OUTSIDE,
  },
  { programs: NODE_PACKAGERS, pattern: /^-C(?:\/|~|\.\.)/, effect: OUTSIDE },
  { programs: ["yarn"], subcommand: "plugin", flags: ["import"], effect: RUNS },
  { programs: ["yarn"], subcommand: "set", pattern: /[/\\:]|^(?:yarnPath|yarn-path|plugins)$/, effect: RUNS },
  { programs: ["yarn"], subcommand: "config", pattern: /^(?:script-shell|yarnPath|yarn-path|plugins)$/, effect: RUNS },
  ...["link", "add", "deploy"].map((subcommand) => ({
    programs: ["pnpm", "yarn"],
    subcommand,
    confined: true as const,
    untilDashes: true as const,
    effect: OUTSIDE,
  })),
  { programs: ["npm-run-all", "run-s", "run-p"], flags: ["--npm-path"], pattern: /[;&|`$<>()]/, effect: RUNS },
  { programs: ["npm"], flags: ["edit"], exact: true, untilDashes: true, effect: RUNS },
  { programs: ["npm"], flags: ["explore"], exact: true, untilDashes: true, effect: RUNS },
  {
    programs: ["npm", "pnpm"],
    pattern: /^(?:script-shell|shell|node-options|git|editor|viewer|browser)(?:=|$)/,
    subcommand: "set",
    effect: RUNS,
  },
  {
    programs: NODE_PACKAGERS,
    flags: ["--prefix", "--dir", "--cwd", "--global-dir", "--modules-folder", "--workspace-root-dir", "-C"],
    harmless: ["--workspace", "--workspaces"],
    untilDashes: true,
    outsideOnly: true,
    effect: OUTSIDE,
  },
  { programs: ["npm"], subcommand: "exec", letters: "c", untilDashes: true, effect: RUNS },
  { programs: ["npm"], subcommand: "x", letters: "c", untilDashes: true, effect: RUNS },
  { programs: ["pnpm"], flags: ["--shell-mode", "-c"], exact: true, untilDashes: true, effect: RUNS },
  {
    programs: ["pip"],
    flags: ["--python"],
    harmless: ["--p", "--pre"],
    effect: RUNS,
  },
  {
    programs: ["pip"],
    flags: ["--target", "--root", "--prefix"],
    harmless: ["--pre", "--root-user-action"],
    letters: "t",
    lettersWithValue: "rcefi",
    outsideOnly: true,
    effect: WRITES,
  },
  { programs: ["uv", "poetry", "pdm"], flags: ["--directory", "--project"], outsideOnly: true, effect: OUTSIDE },
];
