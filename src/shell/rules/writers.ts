// Programs whose operands are files that they write, move or remove. Data only.

/** Says which operands of a program are changed. */
export interface Writer {
  readonly programs: readonly string[];
  readonly changes: "all" | "last" | "afterFirst";
  /** Options whose value is the next word and no operand. */
  readonly valueFlags?: readonly string[];
  /** Options whose value is a directory that is written to. */
  readonly targetFlags?: readonly string[];
}

const TARGET = ["-t", "--target-directory"];

/** Programs that change the files they are named for; they may do so inside the workspace only. */
export const WRITERS: readonly Writer[] = [
  { programs: ["rm", "rmdir", "unlink", "tee"], changes: "all" },
  { programs: ["shred", "truncate"], changes: "all", valueFlags: ["-s", "-r", "-n"] },
  { programs: ["touch"], changes: "all", valueFlags: ["-d", "-t", "-r"] },
  { programs: ["mkdir"], changes: "all", valueFlags: ["-m"] },
  { programs: ["mv", "ln"], changes: "all", valueFlags: ["-S"], targetFlags: TARGET },
  { programs: ["cp", "install"], changes: "last", valueFlags: ["-S", "-m", "-o", "-g"], targetFlags: TARGET },
  { programs: ["chmod", "chown", "chgrp"], changes: "afterFirst" },
];

/** Programs whose second operand is a file that they write, with the options whose value is the next word. */
export const SECOND_OPERAND_WRITERS: Readonly<Record<string, readonly string[]>> = {
  uniq: ["-f", "-s", "-w"],
  xxd: ["-c", "-g", "-l", "-s", "-o", "-n", "-R"],
};
