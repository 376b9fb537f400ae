import { describe, expect, test } from "vitest";
import { hideFragments } from "../../../src/redaction/cut-text.js";
import { type HiddenPiece, redactText, showPart, showText } from "../../../src/redaction/redacted-text.js";
import { createRedactor, type SecretRange } from "../../../src/redaction/redactor.js";
import { sealText } from "../../../src/redaction/sealed-text.js";
import { createSecretRedactor } from "../../../src/redaction/secret-redactor.js";
import { type RunSteps, runAtOnce } from "../../../src/text/steps.js";

const TEXT = "one\n  SECRET-A\r\nSECRET-B \nlast";
const RANGE: SecretRange = { start: TEXT.indexOf("SECRET-A"), end: TEXT.indexOf("last"), kind: "Big Secret!" };

function redact(text: string, ranges: readonly SecretRange[], path = "a.txt") {
  return redactText(
    text,
    createRedactor(() => ranges),
    path,
  );
}

test("all that takes long is done in steps", async () => {
  const token = (index: number): string => `ghp_${String(index).padStart(36, "a")}`;
  const texts = Array.from({ length: 2000 }, (_, index) => `key = "${token(index)}";\n`);
  let steps = 0;
  const count: RunSteps = (work) => {
    for (;;) {
      const step = work.next();
      if (step.done === true) return step.value;
      steps += 1;
    }
  };
  const takeSteps = (): number => {
    const taken = steps;
    steps = 0;
    return taken;
  };
  const redacted = await redactText(texts.join(""), createSecretRedactor(), { path: "a.txt", run: count });
  expect(redacted.pieces).toHaveLength(texts.length);
  expect(takeSteps()).toBeGreaterThan(50);
  const parts = texts.map((text) => `…${text.slice(10, 40)}…`);
  const hidden = await count(hideFragments(parts, redacted.pieces));
  expect(hidden.filter((text) => !text.startsWith("…[REDACTED"))).toEqual([]);
  expect(takeSteps()).toBeGreaterThan(20);
});

describe("redactText", () => {
  test("replaces a secret line by line and keeps line endings and blanks", async () => {
    const shown = showText(await redact(TEXT, [RANGE]));
    expect(shown.replaceAll(/[0-9a-f]{16}/g, "TAG")).toBe(
      "one\n  [REDACTED:bigsecret:TAG]\r\n[REDACTED:bigsecret:TAG] \nlast",
    );
  });

  test("ties a placeholder to the secret, the file and the redactor", async () => {
    const redactor = createRedactor((text) => [{ start: 0, end: text.length, kind: "x" }]);
    const show = async (text: string, path: string, by = redactor) => showText(await redactText(text, by, path));
    const shown = await show("secret", "a");
    expect(await show("secret", "a")).toBe(shown);
    const others = [
      show("secreT", "a"),
      show("secret", "b"),
      show("secret", "a", createRedactor(redactor.findSecrets)),
    ];
    expect(await Promise.all(others)).not.toContain(shown);
  });

  test("hides a secret whole where a part cuts it, and joins ranges that overlap", async () => {
    const ranges = [
      { start: 2, end: 6, kind: "x" },
      { start: 4, end: 8, kind: "y" },
    ];
    const redacted = await redact("0123456789", ranges);
    expect(redacted.pieces.map(({ secret }) => secret)).toEqual(["234567"]);
    expect(showPart(redacted, { start: 0, end: 3 })).toMatch(/^01\[REDACTED:x:\w{16}\]$/);
    expect(showPart(redacted, { start: 5, end: 10 })).toMatch(/^\[REDACTED:x:\w{16}\]89$/);
    expect(showPart(redacted, { start: 3, end: 4 })).toMatch(/^\[REDACTED:x:\w{16}\]$/);
    expect(showPart(redacted, { start: 8, end: 10 })).toBe("89");
  });
});

describe("hideFragments", () => {
  const hide = (text: string, pieces: readonly HiddenPiece[]) => runAtOnce(hideFragments([text], pieces))[0];

  test("hides any six characters of a secret, and shorter secrets", async () => {
    const { pieces } = await redact("abcdefghijkl pin12", [
      { start: 0, end: 12, kind: "x" },
      { start: 13, end: 18, kind: "y" },
    ]);
    expect(hide("…cdefghij and pin12", pieces)).toMatch(/^…\[REDACTED:x\] and \[REDACTED:y:\w{16}\]$/);
    expect(hide("abcde is short", pieces)).toBe("abcde is short");
  });
});

describe("sealText", () => {
  test("gives each secret one character and leads back", async () => {
    const redacted = await redact(TEXT, [RANGE]);
    const seal = runAtOnce(sealText(redacted, "a.txt"));
    expect(seal.sealed).toBe("one\n  \u{100000}\r\n\u{100001} \nlast");
    expect(seal.unseal(seal.sealed).text).toBe(TEXT);
    expect(seal.show(seal.sealed)).toBe(showText(redacted));
    expect(seal.sealGiven(showText(redacted))).toBe(seal.sealed);
  });

  test("refuses texts with the characters that it needs, when there is a secret", async () => {
    const icon = "\u{100000}";
    expect(runAtOnce(sealText(await redact(icon, []), "a.txt")).sealGiven(icon)).toBe(icon);
    const seal = runAtOnce(sealText(await redact(TEXT, [RANGE]), "a.txt"));
    expect(() => seal.sealGiven(icon)).toThrow(expect.objectContaining({ kind: "unsupported_encoding" }));
    const both = await redact(`${TEXT}${icon}`, [RANGE]);
    expect(() => runAtOnce(sealText(both, "a.txt"))).toThrow(expect.objectContaining({ kind: "unsupported_encoding" }));
  });
});
