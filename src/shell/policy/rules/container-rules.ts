// Arguments of containers, clusters and their clients. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE, RUNS, WRITES } from "./argument-rule.js";

const DOCKER = ["docker", "podman", "nerdctl"];
const OPENS_HOST = "opens the host to the container";

/** Options of `docker run` and `exec` without a value. */
const CONTAINER_SWITCHES =
  /^(?:-[ditPq]+|--(?:rm|init|detach|interactive|tty|privileged|publish-all|read-only|quiet|help|no-healthcheck|oom-kill-disable|sig-proxy|disable-content-trust|no-deps|service-ports|no-TTY|build|use-aliases|remove-orphans|use-api-socket))$/;

/** A volume with a name of its own; what begins with a dot or a slash is a directory of the host. */
const NAMED_VOLUME = /^\w[\w.-]*:\/[^:]*(?::[a-zA-Z,]+)?$/;

/** Rules of containers, clusters and their clients. */
export const CONTAINER_RULES: readonly ArgumentRule[] = [
  { programs: DOCKER, flags: ["--host", "--config", "--context", "--connection", "-H"], exact: true, effect: RUNS },
  ...["run", "create", "exec"].map((subcommand) => ({
    programs: DOCKER,
    subcommand,
    untilOperand: CONTAINER_SWITCHES,
    pattern:
      /^(?:--mount|--privileged|--pid|--ipc|--uts|--userns|--cap-add|--device|--security-opt|--volumes-from|--network=?host|--net=?host|--env-file|--cgroup|--label-file|--runtime|--use-api-socket)/,
    effect: OPENS_HOST,
  })),
  ...["run", "create", "exec"].map((subcommand) => ({
    programs: DOCKER,
    subcommand,
    untilOperand: CONTAINER_SWITCHES,
    letters: "v",
    lettersWithValue: "ehlmpuwac",
    flags: ["--volume"],
    harmlessValues: NAMED_VOLUME,
    effect: OPENS_HOST,
  })),
  {
    programs: DOCKER,
    untilOperand: CONTAINER_SWITCHES,
    subcommand: "run",
    flags: ["--network", "--net"],
    harmlessValues: /^(?!host$)/,
    effect: OPENS_HOST,
  },
  { programs: DOCKER, firstWord: "volume", flags: ["--opt", "-o"], effect: OPENS_HOST },
  { programs: DOCKER, pattern: /^(?:plugin|context|swarm|trust)$/, firstWord: "plugin", effect: RUNS },
  { programs: DOCKER, firstWord: "context", flags: ["create", "use", "update"], exact: true, effect: RUNS },
  { programs: DOCKER, firstPattern: /^-H|^--tls/, effect: RUNS },
  { programs: DOCKER, flags: ["--allow", "--ssh"], exact: true, firstWord: "build", effect: OPENS_HOST },
  { programs: DOCKER, flags: ["--allow", "--ssh"], exact: true, firstWord: "buildx", effect: OPENS_HOST },
  { programs: ["docker-compose"], flags: ["--volume", "-v"], exact: true, subcommand: "run", effect: OPENS_HOST },
  {
    programs: ["docker-compose"],
    flags: ["--file", "--project-directory", "--env-file"],
    letters: "f",
    outsideOnly: true,
    effect: OUTSIDE,
  },
  {
    programs: DOCKER,
    flags: ["--file", "--project-directory", "--env-file"],
    letters: "f",
    outsideOnly: true,
    effect: OUTSIDE,
  },
  { programs: DOCKER, subcommand: "cp", pattern: /^(?:\/|~|\.\.)/, effect: OUTSIDE },
  { programs: DOCKER, firstPattern: /^-c/, effect: RUNS },
  {
    programs: ["kubectl", "helm"],
    flags: [
      ...["--exec-command", "--enable-exec", "--kubeconfig", "--post-renderer", "--helm-command"],
      ...["--enable-alpha-plugins", "plugin", "edit"],
    ],
    exact: true,
    effect: RUNS,
  },
  {
    programs: ["kubectl", "helm"],
    flags: ["--profile-output", "--profile", "--log-file"],
    exact: true,
    effect: WRITES,
  },
  { programs: ["kubectl"], subcommand: "set", pattern: /\.exec\.|command/, effect: RUNS },
  { programs: ["kubectl"], subcommand: "proxy", flags: ["--www", "-w"], effect: "serves files" },
  { programs: ["kubectl"], pattern: /^(?:-[fk])?https?:\/\//, effect: "applies what it reads from elsewhere" },
  { programs: ["terraform"], pattern: /^-chdir=(?:\/|~|\.\.)/, effect: OUTSIDE },
  { programs: ["gh"], pattern: /^(?:alias|extension|ext|config|codespace|cs)$/, effect: RUNS },
  ...["repo", "gist", "release", "run"].map((subcommand) => ({
    programs: ["gh"],
    firstWord: subcommand,
    flags: ["--upload-pack", "--config", "-u", "-c", "--template", "--exec"],
    effect: RUNS,
  })),
  { programs: ["gh"], firstWord: "release", flags: ["--output", "-O"], exact: true, effect: WRITES },
  { programs: ["gh"], firstWord: "api", flags: ["--input"], outsideOnly: true, effect: OUTSIDE },
  { programs: ["gh"], firstWord: "api", pattern: /=@(?:\/|~|(?:.*\/)?\.\.)/, effect: OUTSIDE },
];
