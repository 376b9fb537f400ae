// Options with which archivers, builders and version control write files, beyond their usual output. Data only.

import { type ArgumentRule, OUTSIDE, RUNS, WRITES } from "./argument-rule.js";

const TAR = ["tar", "gtar", "bsdtar"];
const DOCKER = ["docker", "podman", "nerdctl"];

/** A path that is absolute or climbs. */
const CLIMBS = /^(?:\/|~)|(?:^|\/)\.\.(?:\/|$)/;

const GO_OUTPUTS = [
  ...["coverprofile", "cpuprofile", "memprofile", "blockprofile", "mutexprofile", "trace", "outputdir"],
  ...["testlogfile", "gocoverdir", "fuzzcachedir"],
];

const GO_FLAGS = /* @__PURE__ */ GO_OUTPUTS.flatMap((name) =>
  ["-", "--", "-test.", "--test."].map((prefix) => `${prefix}${name}`),
);

/** Rules of options that name a file to write. */
export const WRITING_RULES: readonly ArgumentRule[] = [
  // The colon makes the archive one of another host, which is reached by a program that may be set.
  { programs: TAR, pattern: /^(?:-[a-zA-Z]*f|--fil[a-z]*=)?[^-/:][^/:]*:/, effect: RUNS },
  {
    programs: TAR,
    flags: ["--listed-incremental", "--index-file", "--volno-file"],
    letters: "g",
    lettersWithValue: "bCfHKLNTVXI",
    outsideOnly: true,
    effect: WRITES,
  },
  { programs: TAR, firstPattern: /^[A-Za-z]*g/, effect: WRITES },
  { programs: ["zip"], flags: ["--output-file", "--temp-path"], letters: "Ob", outsideOnly: true, effect: WRITES },
  { programs: ["csplit"], flags: ["--prefix"], letters: "f", outsideOnly: true, effect: WRITES },
  { programs: ["patch"], flags: ["--ed"], letters: "e", lettersWithValue: "pidorFBbDgVYxz", effect: RUNS },
  {
    programs: ["patch"],
    flags: ["--output", "--directory", "--reject-file", "--prefix"],
    letters: "odrB",
    lettersWithValue: "piFDgVYxz",
    outsideOnly: true,
    effect: WRITES,
  },
  {
    programs: ["rsync"],
    flags: ["--backup-dir", "--partial-dir", "--temp-dir"],
    letters: "T",
    lettersWithValue: "BMf",
    outsideOnly: true,
    effect: WRITES,
  },
  {
    programs: ["mktemp"],
    flags: ["--tmpdir"],
    letters: "p",
    harmlessValues: /^\/tmp(?:\/(?!.*\.\.)|$)/,
    outsideOnly: true,
    effect: WRITES,
  },
  { programs: ["mktemp"], pattern: /^\/(?!tmp(?:\/|$))|\.\.\//, effect: WRITES },
  ...["new", "init"].map((subcommand) => ({ programs: ["cargo"], subcommand, pattern: CLIMBS, effect: OUTSIDE })),
  { programs: ["go"], flags: GO_FLAGS, exact: true, outsideOnly: true, effect: WRITES },
  ...["save", "export"].map((subcommand) => ({
    programs: DOCKER,
    subcommand,
    letters: "o",
    flags: ["--output"],
    outsideOnly: true as const,
    effect: WRITES,
  })),
  { programs: DOCKER, subcommand: "cp", pattern: CLIMBS, effect: OUTSIDE },
  { programs: DOCKER, pattern: /dest=(?:\/|~|.*\.\.)/, effect: WRITES },
  { programs: DOCKER, flags: ["--cidfile", "--iidfile", "--metadata-file"], outsideOnly: true, effect: WRITES },
  {
    programs: ["pip", "pip3"],
    flags: ["--log", "--log-file", "--target", "--dest", "--wheel-dir", "--report", "--cache-dir", "--src"],
    harmless: ["--pre"],
    letters: "tdw",
    lettersWithValue: "rcefi",
    outsideOnly: true,
    effect: WRITES,
  },
];
