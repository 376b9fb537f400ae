// Whatever text is taken for a patch, it is read, or refused as every other failure is, with a place in it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FsError } from "../../src/errors.js";
import { parseFileDiff, parsePatch } from "../../src/patch/parse-patch.js";
import type { ParsedPatch } from "../../src/patch/parsed-patch.js";
import { planPatch } from "../../src/patch/plan-patch.js";

const PARTS = [
  "*** Begin Patch",
  " *** Begin Patch ***",
  "*** End Patch",
  "*** Add File: a",
  "*** Update File: b",
  "*** Move to: c",
  "*** Delete File: a",
  "*** Replace File: b",
  "*** Replace Line: b",
  "*** End of File",
  "*** Environment ID: x",
  "*** ",
  "***",
  "*** Begin Body",
  "@@",
  "@@ one",
  "@@ -1,2 +1,2 @@",
  "@@@ -1 -1 +1 @@@",
  " one",
  "-one",
  "+two",
  "",
  " ",
  "\r",
  "plain",
  "--- a/b",
  "+++ b/b",
  "--- /dev/null",
  "+++ /dev/null",
  "diff --git a/b b/b",
  'diff --git "a/\\303\\244" "b/\\x"',
  "rename from b",
  "rename to d",
  "new file mode 100644",
  "deleted file mode 100644",
  "old mode 100644",
  "Binary files a/b and b/b differ",
  "\\ No newline at end of file",
  "-- ",
  "```",
  "<<'EOF'",
  "EOF",
  "\ufeff",
  "\ud800",
];

const patches = fc.oneof(
  fc.array(fc.constantFrom(...PARTS), { maxLength: 14 }).map((parts) => parts.join("\n")),
  fc
    .array(fc.constantFrom(...PARTS), { maxLength: 12 })
    .map((parts) => ["*** Begin Patch", ...parts, "*** End Patch"].join("\n")),
  fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => ["--- a/b", "+++ b/b", ...parts].join("\r\n")),
  fc.string({ unit: "binary", maxLength: 200 }),
);

function attempt(parse: () => ParsedPatch): ParsedPatch | FsError {
  try {
    return parse();
  } catch (error) {
    if (error instanceof FsError) return error;
    throw error;
  }
}

describe("any text", () => {
  it("is a patch, or is refused with its line and column and what a patch looks like", () => {
    fc.assert(
      fc.property(patches, (text) => {
        const result = attempt(() => parsePatch(text));
        if (!(result instanceof FsError)) {
          expect(result.operations.length).toBeGreaterThan(0);
          return;
        }
        expect(result.kind).toBe("parse_error");
        expect(result.hint?.split("\n")).toHaveLength(2);
        const { line, column } = result.details ?? {};
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(text.split("\n").length + 1);
        expect(column).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 5000 },
    );
  });

  it("is the change of one file, or is refused", () => {
    fc.assert(
      fc.property(
        patches,
        fc.constantFrom<"create" | "update" | "delete">("create", "update", "delete"),
        (diff, type) => {
          const result = attempt(() => parseFileDiff({ type, path: "f", diff }));
          if (result instanceof FsError) expect(result.kind).toBe("parse_error");
          else expect(result.operations).toHaveLength(1);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("comes to a plan, or is refused, whatever the files hold", async () => {
    let planned = 0;
    const contents = fc.option(fc.constantFrom("", "one", "one\n", "one\r\none\n", "\u0000", "two\n\n one\n"), {
      nil: null,
    });
    await fc.assert(
      fc.asyncProperty(patches, contents, async (text, content) => {
        const parsed = attempt(() => parsePatch(text));
        if (parsed instanceof FsError) return;
        planned += 1;
        const bytes = content === null ? null : Buffer.from(content);
        const outcome = await planPatch(parsed, async () => bytes).catch((error: unknown) => error);
        if (!(outcome instanceof FsError)) expect(outcome).toHaveProperty("operations");
      }),
      { numRuns: 20_000 },
    );
    expect(planned).toBeGreaterThan(50);
  });
});
