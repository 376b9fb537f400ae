// Knows the few redirections that provably touch no file. Data and one look-up.

const TO_NULL = /^(?<descriptor>[12]?)>>?[ \t]*\/dev\/null$/;
const BOTH_TO_NULL = /^(?:&>>?|>&)[ \t]*\/dev\/null$/;
const TO_DESCRIPTOR = /^(?<from>[12]?)>&(?<to>[12])$/;
const FROM_NULL = /^0?<[ \t]*\/dev\/null$/;

/**
 * Answers our own spelling of a redirection into or out of `/dev/null` or between the two output streams.
 * `null` means that it may touch a file.
 */
export function planHarmlessRedirect(source: string): string | null {
  if (BOTH_TO_NULL.test(source)) return ">/dev/null 2>&1";
  if (FROM_NULL.test(source)) return "</dev/null";
  const { descriptor } = TO_NULL.exec(source)?.groups ?? {};
  if (descriptor !== undefined) return `${descriptor}>/dev/null`;
  const { from, to } = TO_DESCRIPTOR.exec(source)?.groups ?? {};
  return to === undefined ? null : `${from}>&${to}`;
}
