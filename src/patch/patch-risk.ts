// How much could go wrong with a patch, and why: what it does, and which files it does it to. Judges paths, not content.

import { foldName } from "../text/fold-name.js";
import { parseShownNames } from "../text/shown-name.js";

/** Names how much could go wrong. */
export type RiskLevel = "low" | "medium" | "high";

/** Judges a patch. */
export interface PatchRisk {
  /** The highest level of all reasons; `low` without any. */
  readonly level: RiskLevel;
  /** Sentences without a full stop, the gravest first. */
  readonly reasons: readonly string[];
}

/** Says what one operation of a patch does, as far as it is judged. */
export interface RiskyOperation {
  readonly operation: "add" | "update" | "delete" | "move" | "replace";
  readonly path: string;
  readonly movedFrom?: string;
  readonly noOp: boolean;
}

/** Says what else is known of the paths. */
export interface RiskOptions {
  /** Tells whether the workspace protects a path. */
  readonly isProtected: (path: string) => boolean;
  /** Answers other names of a path that say what a file is, such as the one from a root that is narrowed. */
  readonly namesOf?: ((path: string) => readonly string[]) | undefined;
  /** Further reasons. */
  readonly reasons: readonly RiskReason[];
}

/** Gives one reason. */
export interface RiskReason {
  readonly level: RiskLevel;
  readonly reason: string;
}

// Files from which on a change is too wide to look through at once.
const MANY_FILES = 4;
const TOO_MANY_FILES = 8;

interface PathRule {
  readonly level: RiskLevel;
  readonly what: string;
  readonly pattern: RegExp;
}

// Judged in this order on the folded path; the first that fits says what a file is.
const PATH_RULES: readonly PathRule[] = [
  {
    level: "high",
    what: "configures version control or programs that run on their own",
    pattern:
      /(?:^|\/)(?:\.git(?:\/|$)|\.gitmodules$|\.gitattributes$|\.husky\/|\.githooks\/|\.vscode\/|\.idea\/|\.devcontainer\/|\.envrc$)/,
  },
  {
    level: "high",
    what: "is part of a build that runs elsewhere",
    pattern:
      /(?:^|\/)(?:\.github\/(?:workflows|actions)\/|\.gitlab-ci\.ya?ml$|\.circleci\/|\.buildkite\/|\.woodpecker\/|jenkinsfile$|azure-pipelines[^/]*\.ya?ml$|bitbucket-pipelines\.ya?ml$|\.travis\.ya?ml$|\.drone\.ya?ml$|\.cirrus\.ya?ml$)/,
  },
  {
    level: "high",
    what: "locks dependencies",
    pattern:
      /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|cargo\.lock|go\.sum|poetry\.lock|uv\.lock|pdm\.lock|pipfile\.lock|gemfile\.lock|composer\.lock|gradle\.lockfile|flake\.lock|packages\.lock\.json|mix\.lock|pubspec\.lock)$/,
  },
  {
    level: "high",
    what: "is a rule for agents, reviewers or security checks",
    pattern:
      /(?:^|\/)(?:agents\.md|claude\.md|gemini\.md|\.cursorrules|\.github\/copilot-instructions\.md|opencode\.json|\.(?:cursor|claude|codex|gemini|qwen|agents|windsurf|continue|zed)\/.*|\.?mcp\.json|\.agentignore|\.[a-z]+ignore|codeowners|security\.md|deny\.toml|osv-scanner\.toml|\.npmrc|\.yarnrc(?:\.yml)?|\.pypirc|\.netrc)$/,
  },
  {
    level: "high",
    what: "may hold secrets",
    pattern:
      /(?:^|\/)(?:\.env(?:\.(?!example$|sample$|template$|dist$|default$)[^/]*)?|id_[a-z0-9]+|[^/]*\.(?:pem|key|p12|pfx))$/,
  },
  {
    level: "high",
    what: "names dependencies and what runs when they are installed",
    pattern:
      /(?:^|\/)(?:package\.json|cargo\.toml|go\.mod|pyproject\.toml|setup\.py|requirements[^/]*\.txt|gemfile|build\.gradle(?:\.kts)?|pom\.xml|build\.rs)$/,
  },
  {
    level: "medium",
    what: "is a script or builds an image",
    pattern:
      /(?:^|\/)(?:scripts\/.*|makefile|justfile|dockerfile[^/]*|containerfile|docker-compose[^/]*\.ya?ml|[^/]*\.(?:sh|bash|ps1|bat|cmd))$/,
  },
  { level: "medium", what: "is configuration", pattern: /\.(?:toml|ya?ml|json|jsonc|json5|ini|cfg|conf)$/ },
];

const ORDER: readonly RiskLevel[] = ["high", "medium", "low"];

/** Judges a patch by its operations; no reason lowers what another one says. */
export function judgePatchRisk(operations: readonly RiskyOperation[], options: RiskOptions): PatchRisk {
  const acting = operations.filter((operation) => !operation.noOp);
  const paths = new Set(
    acting.flatMap(({ path, movedFrom }) => (movedFrom === undefined ? [path] : [movedFrom, path])),
  );
  const reasons = [
    ...acting.flatMap(judgeOperation),
    ...judgeCount(paths.size),
    ...[...paths].flatMap((path) => judgePath(path, options)),
    ...options.reasons,
  ];
  const sorted = ORDER.flatMap((level) => reasons.filter((reason) => reason.level === level));
  return { level: sorted[0]?.level ?? "low", reasons: sorted.map(({ reason }) => reason) };
}

function judgeOperation({ operation, path, movedFrom }: RiskyOperation): readonly RiskReason[] {
  if (operation === "delete") return [{ level: "high", reason: `deletes ${path}` }];
  if (operation === "move") return [{ level: "high", reason: `moves ${movedFrom ?? path} to ${path}` }];
  return operation === "replace" ? [{ level: "medium", reason: `replaces all of ${path}` }] : [];
}

function judgeCount(count: number): readonly RiskReason[] {
  if (count <= MANY_FILES) return [];
  return [{ level: count > TOO_MANY_FILES ? "high" : "medium", reason: `changes ${count} files` }];
}

function judgePath(path: string, { isProtected, namesOf }: RiskOptions): readonly RiskReason[] {
  if (isProtected(path)) return [{ level: "high", reason: `${path} is protected` }];
  const names = [path, ...(namesOf?.(path) ?? [])].map(foldPath);
  const rule = PATH_RULES.find(({ pattern }) => names.some((name) => pattern.test(name)));
  return rule === undefined ? [] : [{ level: rule.level, reason: `${path} ${rule.what}` }];
}

/** Folds each name of a path, shown or not, as the protection of paths does, so that no other spelling is a lesser risk. */
function foldPath(path: string): string {
  return parseShownNames(path).split("/").map(foldName).join("/");
}
