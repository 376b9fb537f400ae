import { describe, expect, test } from "vitest";
import { findPrivateKeys } from "../../../src/redaction/private-keys.js";
import { runAtOnce } from "../../../src/text/steps.js";
import { PRIVATE_KEY } from "../../support/secrets.js";

function hiddenLines(text: string): readonly string[] {
  return runAtOnce(findPrivateKeys(text)).flatMap(({ start, end }) => text.slice(start, end).split("\n"));
}

describe("findPrivateKeys", () => {
  test("hides a whole key and nothing around it", () => {
    expect(hiddenLines(["before", ...PRIVATE_KEY, "after"].join("\n"))).toEqual(PRIVATE_KEY);
  });

  test("hides what is left of a key that lost its first or its last lines", () => {
    expect(hiddenLines(["x = {", ...PRIVATE_KEY.slice(0, -1)].join("\n"))).toEqual(PRIVATE_KEY.slice(0, -1));
    expect(hiddenLines([...PRIVATE_KEY.slice(3), "} end of it"].join("\n"))).toEqual(PRIVATE_KEY.slice(3));
  });

  test("hides the lines of a key in a list of strings", () => {
    const quoted = PRIVATE_KEY.map((line) => `  "${line}\\n",`);
    const hidden = hiddenLines(["[", ...quoted.slice(0, -1), "]", "these are ordinary words"].join("\n"));
    expect(hidden).toHaveLength(quoted.length - 1);
  });

  test("does not take two marks far apart for one key", () => {
    const [begin = "", end = ""] = [PRIVATE_KEY[0], PRIVATE_KEY.at(-1)];
    const text = `${begin} is how it begins\n${"ordinary words of a manual\n".repeat(2000)}and ends: ${end}`;
    expect(hiddenLines(text).join("")).not.toContain("ordinary words");
  });

  test("leaves public keys and certificates alone", () => {
    expect(runAtOnce(findPrivateKeys("-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----"))).toEqual([]);
  });
});
