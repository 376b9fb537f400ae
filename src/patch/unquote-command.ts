// A patch inside the quoted argument of a shell, as a model writes it that calls apply_patch as a command. Pure strings.

const COMMAND = /^\s*(?:ba|z|da)?sh\s+-l?c\s+(["'])(.*)$/s;

/** A backslash between double quotes that the shell takes away. Source: POSIX, Shell Command Language, 2.2.3. */
const ESCAPED = /\\([$`"\\])/g;

/** What is left of a shell's own syntax between double quotes once escapes are gone: expansions and the end of the word. */
const UNQUOTED = /[$`"]|\\$/;

function unquoteLine(line: string, quote: string): string | null {
  if (quote === "'") return line.includes("'") ? null : line;
  return UNQUOTED.test(line.replace(ESCAPED, "")) ? null : line.replace(ESCAPED, "$1");
}

/**
 * Answers the lines of the argument as the command would get them, each in the place of its own line; the lines themselves
 * where they are no such command, and `null` where the shell would make something else of them than what is written.
 */
export function unquoteCommand(lines: readonly string[]): readonly string[] | null {
  const [, quote, first] = COMMAND.exec(lines[0] ?? "") ?? [];
  if (quote === undefined || first === undefined) return lines;
  const last = lines.at(-1)?.trimEnd() ?? "";
  if (lines.length === 1 || !last.endsWith(quote)) return null;
  const unquoted = [first, ...lines.slice(1, -1), last.slice(0, -1)].map((line) => unquoteLine(line, quote));
  return unquoted.includes(null) ? null : unquoted.filter((line) => line !== null);
}
