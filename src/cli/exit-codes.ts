// How the program ends: the exit codes, and the two ways to end that are no failure of a tool.

/** What was asked for was done. */
export const EXIT_OK = 0;

/** What was asked for could not be done, and the reason stands on standard error; for `grep` and `glob` also: nothing was found. */
export const EXIT_FAILED = 1;

/** The command line is wrong; nothing was done. */
export const EXIT_USAGE = 2;

/** The program has a fault. */
export const EXIT_FAULT = 70;

/** `exec` only: the command ran out of time; the number that `timeout` of GNU has for it. */
export const EXIT_TIMED_OUT = 124;

/** Added to the number of the signal that ended the program or, for `exec`, the command. */
export const EXIT_SIGNAL = 128;

/** Says that the command line is wrong, in words for the person who wrote it. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** Is the reason of the program's signal when somebody stops it. */
export class Interruption extends Error {
  override readonly name: string = "Interruption";
  readonly exitCode: number;

  constructor(signalName: string, signalNumber: number) {
    super(`stopped by ${signalName}`);
    this.exitCode = EXIT_SIGNAL + signalNumber;
  }
}
