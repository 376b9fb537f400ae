import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { VERSION } from "../../src/version.js";

test("servers tell the version of the package", () => {
  expect(VERSION).toBe(packageJson.version);
});
