// Arguments with which an ordinary program runs another one or writes a file. Data only; it can never be complete.

/** Names arguments of programs that a policy refuses unless the allowed command spells them out. */
export interface ArgumentRule {
  readonly programs: readonly string[];
  /** Subcommand to which the rule is limited. */
  readonly subcommand?: string;
  /** Whole words; one that begins with `--` also counts when abbreviated or followed by `=`. */
  readonly flags?: readonly string[];
  /** Harmless words that look like an abbreviation of a flag above. */
  readonly harmless?: readonly string[];
  /** One-letter flags, also inside a cluster such as `-no`. */
  readonly letters?: string;
  /** One-letter flags that take the rest of their word as a value, so that a cluster ends there. */
  readonly lettersWithValue?: string;
  /** What an argument looks like that is itself a small program with effects. */
  readonly pattern?: RegExp;
  /** The same for the first argument only, where `tar` takes flags without a dash. */
  readonly firstPattern?: RegExp;
  /** What the argument does, as it stands in the refusal. */
  readonly effect: string;
}

const RUNS = "can run another program";
const WRITES = "can write a file";

const SEARCH_RULES: readonly ArgumentRule[] = [
  { programs: ["find", "gfind"], flags: ["-exec", "-execdir", "-ok", "-okdir"], effect: RUNS },
  { programs: ["find", "gfind"], flags: ["-delete", "-fprint", "-fprint0", "-fprintf", "-fls"], effect: WRITES },
  { programs: ["fd", "fdfind"], flags: ["--exec", "--exec-batch"], effect: RUNS },
  { programs: ["fd", "fdfind"], letters: "xX", lettersWithValue: "dteEcjSoC", effect: RUNS },
  { programs: ["rg"], flags: ["--pre", "--hostname-bin", "--search-zip"], effect: RUNS },
  { programs: ["rg"], letters: "z", lettersWithValue: "ABCEMTdefgjmrt", effect: RUNS },
  { programs: ["tree"], letters: "oR", effect: WRITES },
  { programs: ["file"], flags: ["--compile"], letters: "C", lettersWithValue: "eFfmP", effect: WRITES },
];

/** Everything in awk's language that leaves it; a separator of one character, such as `-F|`, is none of it. */
const AWK_EFFECT = /system|getline|[>@]|\\\n|(?<!^-F)\||(?<=^-F)\|./;
const AWK = ["awk", "gawk", "mawk", "nawk"];

const TEXT_RULES: readonly ArgumentRule[] = [
  { programs: ["sort", "gsort"], flags: ["--compress-program"], effect: RUNS },
  { programs: ["sort", "gsort"], flags: ["--output", "--temporary-directory"], effect: WRITES },
  { programs: ["sort", "gsort"], letters: "oT", lettersWithValue: "kSt", effect: WRITES },
  { programs: ["shuf", "gshuf", "iconv"], flags: ["--output"], letters: "o", effect: WRITES },
  { programs: AWK, pattern: AWK_EFFECT, effect: RUNS },
  { programs: AWK, letters: "DEWdefilop", lettersWithValue: "Fv", effect: RUNS },
  {
    programs: AWK,
    flags: ["--file", "--exec", "--source", "--include", "--load", "--debug", "--profile", "--pretty-print"],
    effect: RUNS,
  },
  { programs: AWK, flags: ["--dump-variables"], effect: WRITES },
];

const TAR = ["tar", "gtar", "bsdtar"];

const TRANSFER_RULES: readonly ArgumentRule[] = [
  {
    programs: TAR,
    flags: [
      ...["--checkpoint-action", "--to-command", "--use-compress-program", "--info-script"],
      ...["--new-volume-script", "--rsh-command", "--rmt-command", "--files-from"],
    ],
    effect: RUNS,
  },
  { programs: TAR, letters: "IFT", firstPattern: /^[A-Za-z]*[IFT]/, effect: RUNS },
  { programs: ["zip"], flags: ["--unzip-command", "-TT"], effect: RUNS },
  { programs: ["rsync"], flags: ["--rsh", "--rsync-path"], letters: "e", effect: RUNS },
  {
    programs: ["curl"],
    flags: [
      ...["--output", "--output-dir", "--remote-name", "--remote-name-all", "--dump-header", "--cookie-jar"],
      ...["--config", "--trace", "--trace-ascii", "--stderr", "--etag-save", "--libcurl", "--hsts", "--alt-svc"],
    ],
    letters: "oOKcD",
    lettersWithValue: "AbCdEeFHmPQrtTuUwxXyYz",
    effect: WRITES,
  },
];

/** Subcommands of git that run other programs by design, each as its one or two words. */
export const GIT_SUBCOMMANDS: readonly (readonly string[])[] = [
  ...[["config"], ["submodule", "foreach"], ["bisect", "run"], ["bisect", "visualize"], ["filter-branch"]],
  ...[["difftool"], ["mergetool"], ["for-each-repo"], ["hook"], ["maintenance"], ["daemon"], ["shell"]],
  ...[["send-email"], ["instaweb"], ["web--browse"], ["credential"], ["remote-ext"], ["remote-fd"]],
];

const GIT_RULES: readonly ArgumentRule[] = [
  {
    programs: ["git"],
    flags: ["--exec", "--upload-pack", "--receive-pack", "--open-files-in-pager", "--ext-diff", "--textconv"],
    harmless: ["--text"],
    effect: RUNS,
  },
  { programs: ["git"], flags: ["--output"], effect: WRITES },
  { programs: ["git"], flags: ["--template", "--config"], effect: RUNS },
  { programs: ["git"], subcommand: "grep", letters: "O", lettersWithValue: "ABCefm", effect: RUNS },
  { programs: ["git"], subcommand: "rebase", letters: "x", effect: RUNS },
  { programs: ["git"], subcommand: "clone", letters: "uc", effect: RUNS },
  { programs: ["git"], subcommand: "archive", letters: "o", effect: WRITES },
  { programs: ["git"], subcommand: "format-patch", flags: ["--output-directory"], letters: "o", effect: WRITES },
];

/** Holds every rule; programs that are not named here have none, whatever their arguments do. */
export const ARGUMENT_RULES: readonly ArgumentRule[] = [
  ...SEARCH_RULES,
  ...TEXT_RULES,
  ...TRANSFER_RULES,
  ...GIT_RULES,
];

/** Options of git before its subcommand that change nothing about what runs; every other one is refused. */
export const HARMLESS_GIT_OPTIONS: readonly string[] = [
  ...["--no-pager", "-P", "--no-optional-locks", "--literal-pathspecs", "--version", "-v", "--help", "-h"],
];

/** Options of git before its subcommand whose value is the next word. */
export const GIT_OPTIONS_WITH_VALUE: readonly string[] = ["-C", "-c", "--git-dir", "--work-tree", "--namespace"];

/** Programs whose second operand is a file that they write, with the options whose value is the next word. */
export const SECOND_OPERAND_WRITERS: Readonly<Record<string, readonly string[]>> = {
  uniq: ["-f", "-s", "-w"],
  xxd: ["-c", "-g", "-l", "-s", "-o", "-n", "-R"],
};
