// Programs that start another one which stands among their arguments. Data only.

/** Says where the command stands that a program starts. */
export interface Wrapper {
  readonly programs: readonly string[];
  /** The word behind the program with which it starts another one; absent when it always does. */
  readonly subcommands?: readonly string[];
  /** Options without a value that change nothing about what runs; an option that is not named here is refused. */
  readonly flags?: readonly string[];
  /** The same with a value: the next word, or the rest of theirs. */
  readonly valueFlags?: readonly string[];
  /** Values that none of its options may have. */
  readonly keepsValues?: RegExp;
  /** Options with which nothing is started at all. */
  readonly asking?: readonly string[];
  /** Words between the options and the command. */
  readonly operandCount?: number;
  /** Takes variables before the command. */
  readonly takesVariables?: true;
  /** Gives the command arguments that nobody has seen. */
  readonly appends?: true;
  /** Starts what the workspace or a registry offers, so that naming the wrapper allows any program. */
  readonly startsTools?: true;
}

const NONE: readonly string[] = [];

/** Starts what a project installs; its options stand before the tool. */
function toolRunner(
  programs: readonly string[],
  subcommands: readonly string[],
  flags: readonly string[] = NONE,
): Wrapper {
  return { programs, subcommands, flags: ["--", ...flags], startsTools: true };
}

/** Every wrapper. */
export const WRAPPERS: readonly Wrapper[] = [
  { programs: ["env"], valueFlags: ["-u", "--unset"], takesVariables: true, keepsValues: /^GIT_/ },
  { programs: ["nice"], valueFlags: ["-n", "--adjustment"] },
  { programs: ["ionice"], flags: ["-t"], valueFlags: ["-c", "-n"] },
  { programs: ["nohup", "setsid", "caffeinate", "unbuffer"], flags: ["-w", "--wait"] },
  {
    programs: ["timeout", "gtimeout"],
    flags: ["--foreground", "--preserve-status", "-v", "--verbose"],
    valueFlags: ["-k", "--kill-after", "-s", "--signal"],
    operandCount: 1,
  },
  { programs: ["stdbuf"], valueFlags: ["-i", "-o", "-e", "--input", "--output", "--error"] },
  { programs: ["time"], flags: ["-p", "-v", "--verbose", "--portability"] },
  { programs: ["command"], flags: ["-p"], asking: ["-v", "-V"] },
  { programs: ["builtin", "exec", "busybox", "toybox"] },
  { programs: ["sudo"], flags: ["-n", "-E", "-H"], valueFlags: ["-u", "-g"] },
  { programs: ["doas"], flags: ["-n"], valueFlags: ["-u"] },
  {
    programs: ["xargs", "gxargs"],
    flags: ["-0", "--null", "-r", "--no-run-if-empty", "-t", "--verbose", "-x", "-0r", "-r0", "-rt"],
    valueFlags: ["-n", "--max-args", "-P", "--max-procs", "-L", "-s", "-d", "--delimiter", "-I", "-E"],
    appends: true,
  },
  { programs: ["mise"], subcommands: ["exec", "x"] },
  { programs: ["pyenv", "rbenv", "nodenv", "goenv", "asdf"], subcommands: ["exec"] },
  { programs: ["direnv"], subcommands: ["exec"], operandCount: 1 },
  {
    programs: ["conda", "mamba", "micromamba"],
    subcommands: ["run"],
    flags: ["--no-capture-output", "--live-stream"],
    valueFlags: ["-n", "--name"],
  },
  toolRunner(["npx", "bunx"], NONE, ["--yes", "-y", "--no", "--no-install", "--quiet", "-q", "--bun"]),
  toolRunner(["npm"], ["exec", "x"], ["--yes", "-y", "--no"]),
  toolRunner(["pnpm"], ["exec", "dlx"]),
  toolRunner(["yarn"], ["exec", "dlx"]),
  toolRunner(["bun"], ["x"]),
  toolRunner(["poetry", "pipenv", "pdm", "rye", "hatch"], ["run"]),
  {
    ...toolRunner(["uv"], ["run"], ["--frozen", "--locked", "--offline", "--no-sync", "--all-extras", "--all-groups"]),
    valueFlags: ["--extra", "--group", "--only-group", "--no-group", "--package", "--python", "-p", "--with"],
    keepsValues: /[/\\:@+]/,
  },
  toolRunner(["uvx", "pipx"], NONE),
  toolRunner(["bundle", "stack", "cabal", "composer"], ["exec"]),
  { ...toolRunner(["dotenv", "dotenv-cli", "cross-env", "env-cmd"], NONE), takesVariables: true },
  { programs: ["shx"] },
];

/** Variables that `env` may set: none of them names a program, a path or a flag of an interpreter. */
export const HARMLESS_VARIABLE: RegExp =
  /^NODE_OPTIONS=--(?:experimental-vm-modules|max-old-space-size=\d+)$|^(?:NODE_ENV|CI|DEBUG|FORCE_COLOR|NO_COLOR|TZ|LANG|LC_[A-Z]+|COLUMNS|LINES|TERM|PORT|HOST|RUST_BACKTRACE|RUST_LOG|CARGO_TERM_COLOR|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|RAILS_ENV|RACK_ENV|APP_ENV|GOOS|GOARCH|CGO_ENABLED|GO111MODULE)=[\w.,:@+%-]*$/;

/**
 * Programs that start whatever they are told, in a syntax that is not judged here: nothing behind their name is let
 * through unless the allowed command spells it out.
 */
export const LAUNCHERS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    "watch parallel entr script at batch crontab systemd-run unshare nsenter chroot flock su runuser pkexec run0 " +
    "start-stop-daemon run-parts taskset chrt numactl prlimit setarch linux32 linux64 valgrind strace ltrace gdb lldb " +
    "perf watchexec expect tmux screen rlwrap dbus-run-session xvfb-run proot fakeroot firejail bwrap daemonize " +
    "hyperfine choom systemd-inhibit systemd-cat faketime eatmydata bear chokidar onchange start-server-and-test cross-env-shell " +
    "daemon setpriv capsh gosu chpst envdir softlimit setuidgid ssh-agent gpg-agent concurrently " +
    "vi vim nvim view ex rvim vimdiff emacs nano ed red pico joe m4 dc gnuplot ftp sftp telnet " +
    "unset export declare typeset readonly local let read complete compgen bind enable unalias shopt fc getopts jobs hash " +
    "osascript open xdg-open start powershell pwsh cmd wsl eval trap alias mapfile readarray " +
    "ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1 mount umount insmod modprobe"
  ).split(" "),
);
