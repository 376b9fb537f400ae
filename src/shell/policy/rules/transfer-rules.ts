// Arguments of programs that pack, copy and fetch. Data only; it can never be complete.

import { type ArgumentRule, OUTSIDE, RUNS, WRITES } from "./argument-rule.js";
import { LAUNCHING_RULES } from "./launching-rules.js";
import { WRITING_RULES } from "./writing-rules.js";

const TAR = ["tar", "gtar", "bsdtar"];
const SSH = ["ssh", "scp", "sftp", "slogin"];
const STANDARD_OUTPUT = /^(?:-|\/dev\/null|\/dev\/stdout)$/;
const LOCAL_SOURCE = /^file:|^(?:--unix-socket|--abstract-unix-socket)/i;

const ARCHIVE_RULES: readonly ArgumentRule[] = [
  {
    programs: TAR,
    flags: [
      ...["--checkpoint-action", "--to-command", "--use-compress-program", "--info-script"],
      ...["--new-volume-script", "--rsh-command", "--rmt-command", "--files-from"],
    ],
    harmless: ["--file"],
    effect: RUNS,
  },
  { programs: TAR, letters: "IFT", firstPattern: /^[A-Za-z]*[IFT]/, effect: RUNS },
  { programs: TAR, flags: ["--directory", "--one-top-level"], letters: "C", outsideOnly: true, effect: OUTSIDE },
  { programs: TAR, flags: ["--absolute-names"], letters: "P", firstPattern: /^[a-zA-Z]*P/, effect: OUTSIDE },
  { programs: ["cpio"], flags: ["--rsh-command", "--rmt-command"], effect: RUNS },
  { programs: ["zip"], flags: ["--unzip-command", "-TT"], effect: RUNS },
  { programs: ["zip"], pattern: /^-[A-Za-z]*TT/, effect: RUNS },
  { programs: ["unzip", "7z", "7za"], letters: "d", outsideOnly: true, effect: OUTSIDE },
  { programs: ["rsync"], flags: ["--rsh", "--rsync-path", "--daemon", "--config"], letters: "e", effect: RUNS },
  { programs: ["rsync"], flags: ["--log-file", "--write-batch", "--only-write-batch"], effect: WRITES },
];

const NETWORK_RULES: readonly ArgumentRule[] = [
  {
    programs: ["curl"],
    flags: [
      ...["--output", "--output-dir", "--remote-name", "--remote-name-all", "--dump-header", "--cookie-jar"],
      ...["--config", "--trace", "--trace-ascii", "--stderr", "--etag-save", "--libcurl", "--hsts", "--alt-svc"],
      ...["--ssl-sessions", "--knownhosts", "--dump-ca-embed"],
    ],
    harmless: ["--cookie"],
    letters: "oOKcD",
    lettersWithValue: "AbCdEeFHmPQrtTuUwxXyYz",
    harmlessValues: STANDARD_OUTPUT,
    effect: WRITES,
  },
  { programs: ["curl"], pattern: /%output\{|^-[a-zA-Z]*w@/, effect: WRITES },
  { programs: ["curl"], flags: ["--write-out", "-w"], harmlessValues: /^(?!@)/, effect: WRITES },
  {
    programs: ["curl"],
    pattern: /(?:^|=|^-[dF])@(?:\/|~|(?:.*\/)?\.\.)|^-T(?:\/|~|\.\.)/,
    effect: OUTSIDE,
  },
  { programs: ["curl"], flags: ["--upload-file", "-T"], outsideOnly: true, effect: OUTSIDE },
  { programs: ["curl"], flags: ["--proto-default", "--variable"], exact: true, effect: "reads past the boundary" },
  { programs: ["curl"], flags: ["--engine"], exact: true, effect: RUNS },
  { programs: ["curl", "wget"], pattern: LOCAL_SOURCE, effect: "reads past the boundary" },
  {
    programs: ["wget"],
    flags: [
      "--output-document",
      "--output-file",
      "--append-output",
      "--save-cookies",
      "--warc-file",
      "--hsts-file",
    ].concat(["--rejected-log", "--warc-tempdir", "--warc-cdx", "--background"]),
    letters: "Ooa",
    lettersWithValue: "eitTwQBUlARDIXP",
    harmlessValues: STANDARD_OUTPUT,
    effect: WRITES,
  },
  { programs: ["wget"], flags: ["--execute", "--use-askpass", "--config"], letters: "e", effect: RUNS },
  { programs: ["wget"], flags: ["--directory-prefix"], letters: "P", outsideOnly: true, effect: OUTSIDE },
  {
    programs: SSH,
    letters: "oFSEIDPJ",
    lettersWithValue: "bceilLmOpQRwWB",
    effect: RUNS,
  },
  {
    programs: ["nc", "ncat", "netcat", "socat"],
    flags: ["--exec", "--sh-exec", "--lua-exec"],
    letters: "ec",
    effect: RUNS,
  },
  { programs: ["socat"], pattern: /(?:^|[!,])(?:exec|system|shell|open|create|gopen):/i, effect: RUNS },
  { programs: ["openssl"], flags: ["-engine", "-provider", "-provider-path", "-config"], effect: RUNS },
  {
    programs: ["openssl"],
    pattern:
      /^--?(?:(?!no)\w*out|writerand|key(?:out|logfile)|sess_out|msgfile|CAserial|CAcreateserial|signer|outdir|outform_file)$/,
    effect: WRITES,
  },
  { programs: ["openssl"], flags: ["s_server"], exact: true, effect: "serves files" },
];

/** Rules of programs that pack, copy and fetch. */
export const TRANSFER_RULES: readonly ArgumentRule[] = [
  ...ARCHIVE_RULES,
  ...NETWORK_RULES,
  ...WRITING_RULES,
  ...LAUNCHING_RULES,
];
