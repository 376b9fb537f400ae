// The git settings that keep a repository from running code of its own. Data only; where they are applied is elsewhere.

/**
 * Settings that override those of the repository and of the user, as `GIT_CONFIG_*` variables.
 * `core.hooksPath` also turns off the user's own hooks, such as those that run before a commit.
 * NOT turned off, since git has no switch for them here: `filter.*.clean`, `diff.*.textconv`, `diff.external` of the
 * repository's own config (an empty value makes git fail), and a `.git` file that points elsewhere. Git in a repository
 * that nobody trusts belongs into a sandbox.
 */
const GIT_SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["safe.bareRepository", "explicit"],
  ["protocol.ext.allow", "never"],
];

/** Builds the environment variables that harden git and keep it from waiting for a person. */
export function createGitEnvironment(): Record<string, string> {
  const settings = GIT_SETTINGS.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries(settings),
    GIT_CONFIG_COUNT: String(GIT_SETTINGS.length),
    GIT_ASKPASS: "true",
    GIT_EDITOR: "true",
    GIT_SEQUENCE_EDITOR: "true",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
  };
}
