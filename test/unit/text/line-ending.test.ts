import { expect, it } from "vitest";
import { detectLineEnding } from "../../../src/text/line-ending.js";

it.each([
  ["", "none"],
  ["a", "none"],
  ["a\rb", "none"],
  ["\n", "lf"],
  ["a\nb", "lf"],
  ["a\rb\n", "lf"],
  ["\r\n", "crlf"],
  ["a\r\nb\r\n", "crlf"],
  ["a\r\r\nb", "crlf"],
  ["a\nb\r\n", "mixed"],
  ["a\r\nb\n", "mixed"],
])("tells how the lines of %j end: %s", (text, expected) => {
  expect(detectLineEnding(text)).toBe(expected);
});
