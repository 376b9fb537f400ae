// Our spelling of a command line, read back by a real shell and by our own parser.

import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveAllowedCommand } from "../../src/shell/policy/allowed-command.js";
import {
  type Joiner,
  type PipelinePrefix,
  quoteWord,
  serializeCommandLine,
} from "../../src/shell/policy/command-line.js";
import { parseCommandLine } from "../../src/shell/policy/command-line-parser.js";

const NUL = "\0";

const shellCharacter = fc.constantFrom(..."'\"\\$`!*?[]{}()<>|&;#~=% \t\n\r-abc");
const word = fc.oneof(
  fc.string({ unit: shellCharacter, maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }).filter((text) => !text.includes(NUL)),
);

function fail(reason: string): never {
  throw new Error(reason);
}

test("a shell hands on every quoted word unchanged", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      const command = `printf '%s\\0' ${words.map(quoteWord).join(" ")}`;
      const printed = execFileSync("/bin/sh", ["-c", command], { encoding: "utf8" });
      expect(printed.split(NUL).slice(0, -1)).toEqual(words);
    }),
  );
});

const plainWord = fc.string({ unit: fc.constantFrom(...'ab -$*;&|"\\~é\n'), minLength: 1, maxLength: 8 });
const simpleCommand = fc.record({
  joiner: fc.constantFrom<Joiner>("&&", "||", "|", ";"),
  words: fc.array(plainWord, { minLength: 1, maxLength: 4 }),
  redirects: fc.subarray(["2>&1", ">/dev/null", "</dev/null"]),
});
const prefixes = fc.constantFrom<readonly PipelinePrefix[]>(["!"], ["time"], ["time -p"], ["!", "time"]);

test("our own spelling is read back as the same commands", () => {
  fc.assert(
    fc.property(fc.array(simpleCommand, { minLength: 1, maxLength: 5 }), fc.option(prefixes), (commands, before) => {
      const line = commands.map((one, index) =>
        index === 0 ? { ...one, joiner: "" as const, ...(before !== null && { prefixes: before }) } : one,
      );
      expect(parseCommandLine(serializeCommandLine(line), fail)).toEqual(line);
    }),
  );
});

test("any text is either read or refused with a reason", () => {
  const fragment = fc.oneof(
    fc.string({ unit: "binary", maxLength: 5 }),
    fc.constantFrom("ls ", "'a' ", "$(", "<<E\n", "{", ";"),
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
      const refuse = (reason: string): never => fail(`refused: ${reason}`);
      try {
        expect(parseCommandLine(fragments.join(""), refuse).length).toBeGreaterThan(0);
      } catch (error) {
        expect(String(error)).toMatch(/^Error: refused: ./);
      }
    }),
  );
});

test("an allowed command is read as the parser reads it, or refused", () => {
  const fragment = fc.oneof(
    fc.string({ unit: shellCharacter, maxLength: 4 }),
    fc.constantFrom("ls", " ", " 'a b'", ' "c\\"d"', "A=1 ", "time ", "if ", "coproc ", "# ", "2>&1", "&&", "\n"),
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 6 }), (fragments) => {
      const command = fragments.join("");
      const words = readAllowed(command);
      const parsed = readByParser(command);
      // A parser takes `time` for syntax; what stands behind it there is only ever compared with what it has read.
      if (words !== null && !(parsed === null && words[0] === "time")) expect(words).toEqual(parsed);
    }),
    { numRuns: 5_000 },
  );
});

test("an allowed command may hold any words in quotes", () => {
  fc.assert(
    fc.property(fc.array(plainWord, { minLength: 1, maxLength: 5 }), (words) => {
      expect(resolveAllowedCommand(` ${words.map(quoteWord).join(" \t")}\n`)).toEqual(words);
    }),
  );
});

function readAllowed(command: string): readonly string[] | null {
  try {
    return resolveAllowedCommand(command);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return null;
  }
}

function readByParser(command: string): readonly string[] | null {
  try {
    const [only, ...others] = parseCommandLine(command, fail);
    if (only === undefined || others.length > 0 || only.redirects.length > 0) return null;
    return [...(only.prefixes ?? []).flatMap((prefix) => prefix.split(" ")), ...only.words];
  } catch {
    return null;
  }
}
