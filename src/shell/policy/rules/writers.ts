// Programs whose operands are files that they write, move or remove. Data only.

/** Says which operands of a program are changed. */
export interface Writer {
  readonly programs: readonly string[];
  readonly changes: "all" | "first" | "last";
  /** Options whose value is the next word and no operand. */
  readonly valueFlags?: readonly string[];
  /** Takes `-t` and `--target-directory`, whose value is a directory that is written to. */
  readonly takesTarget?: true;
  /** Makes links: with `-s`, what they point at is counted from where they stand. */
  readonly makesLinks?: true;
  /** An option with which every operand is changed. */
  readonly allFlag?: RegExp;
  /** An option with which no operand is changed. */
  readonly noneFlag?: RegExp;
}

/** Programs that change the files they are named for; they may do so inside the workspace only. */
export const WRITERS: readonly Writer[] = [
  { programs: ["rm", "rmdir", "unlink", "tee"], changes: "all" },
  { programs: ["shred", "truncate"], changes: "all", valueFlags: ["-s", "-r", "-n"] },
  { programs: ["touch"], changes: "all", valueFlags: ["-d", "-t", "-r"] },
  { programs: ["venv"], changes: "all" },
  { programs: ["mkdir"], changes: "all", valueFlags: ["-m"] },
  { programs: ["mv"], changes: "all", valueFlags: ["-S"], takesTarget: true },
  { programs: ["ln"], changes: "all", valueFlags: ["-S"], takesTarget: true, makesLinks: true },
  { programs: ["cp"], changes: "last", valueFlags: ["-S"], takesTarget: true },
  {
    programs: ["install"],
    changes: "last",
    valueFlags: ["-S", "-m", "-o", "-g"],
    takesTarget: true,
    allFlag: /^-[a-zA-Z]*d|^--d/,
  },
  {
    programs: ["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "lzma", "unlzma", "zstd", "unzstd", "pigz"],
    changes: "all",
    valueFlags: ["-S", "--suffix"],
    noneFlag: /^-[a-zA-RT-Z0-9]*[ctl]|^--(?:stdout|to-stdout|test|list)$/,
  },
  { programs: ["zip"], changes: "first", allFlag: /^-[a-zA-Z]*m|^--m/ },
  { programs: ["split", "gsplit"], changes: "all", valueFlags: ["-a", "-b", "-C", "-l", "-n", "-t"] },
  { programs: ["patch"], changes: "all", valueFlags: ["-i", "--input", "-p", "-F", "-d", "-o", "-r"] },
  // Which of them is the last one depends on options that take values, so that all count.
  { programs: ["rsync"], changes: "all", valueFlags: ["--exclude", "--include", "-f", "--filter", "--exclude-from"] },
  { programs: ["scp"], changes: "all", valueFlags: ["-P", "-i", "-l", "-c"] },
  // A mode is no path that leads anywhere, and `-x` may be one, or `--reference` stand for it.
  { programs: ["chmod", "chown", "chgrp", "mkfifo", "sponge"], changes: "all" },
];

/** Programs whose second operand is a file that they write, with the options whose value is the next word. */
export const SECOND_OPERAND_WRITERS: Readonly<Record<string, readonly string[]>> = {
  "json.tool": ["--indent"],
  uniq: ["-f", "-s", "-w"],
  xxd: ["-c", "-g", "-l", "-s", "-o", "-n", "-R"],
};
