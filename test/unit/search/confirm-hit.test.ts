import { describe, expect, it } from "vitest";
import { createByteView } from "../../../src/search/byte-view.js";
import { createExpressionCheck, createLiteralCheck, type Verdict } from "../../../src/search/confirm-hit.js";
import { createLineMatcher } from "../../../src/search/line-matcher.js";

/** Judges a hit in the second line. */
function confirm(check: ReturnType<typeof createLiteralCheck>, line: string | Buffer, columnByte = 1): Verdict {
  const bytes = Buffer.concat([Buffer.from("first\n"), Buffer.from(line as string), Buffer.from("\nlast\n")]);
  return check(createByteView(bytes), { byteOffset: 6, columnByte });
}

async function expressionCheck(pattern: string): Promise<ReturnType<typeof createLiteralCheck>> {
  return createExpressionCheck(pattern, await createLineMatcher(pattern, { regex: true }));
}

describe("a literal hit", () => {
  it("stands where its text stands", () => {
    const check = createLiteralCheck("née", {});
    expect(confirm(check, "a née", 3)).toBe("there");
    expect(confirm(check, "a née", 2)).toBe("gone");
    expect(confirm(check, "a NÉE", 3)).toBe("gone");
    expect(confirm(check, "a n", 3)).toBe("gone");
  });

  it("stands in any case where its letters fold to the same", () => {
    const check = createLiteralCheck("née k.", { ignoreCase: true });
    expect(confirm(check, "a NÉE \u212a.", 3)).toBe("there");
    expect(confirm(check, "a NÉE kx", 3)).toBe("gone");
    expect(confirm(check, "a NÉE K.", 1)).toBe("gone");
  });
});

describe("a hit of an expression", () => {
  it("stands where the line matches", async () => {
    const check = await expressionCheck("secr?et$");
    expect(confirm(check, "a secet")).toBe("there");
    expect(confirm(check, "a secret one")).toBe("gone");
    expect(confirm(check, "une clé")).toBe("gone");
  });

  it("is not judged where the matcher may be wrong", async () => {
    const check = await expressionCheck("\\bété\\b");
    expect(confirm(check, "un été ici")).toBe("unknown");
    expect(confirm(check, "nothing of it")).toBe("gone");
    expect(confirm(check, "foo\rbar")).toBe("unknown");
    expect(confirm(check, Buffer.from("\xe9", "latin1"))).toBe("unknown");
    expect(confirm(check, "x".repeat(100_000))).toBe("unknown");
  });
});
