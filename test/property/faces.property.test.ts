// Whatever is typed and whatever a client sends: an answer in the form that was promised, and no word of the host.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { COMMAND_GROUPS } from "../../src/cli/commands.js";
import { run } from "../cli/run-cli.js";
import { callTool, connectClient } from "../mcp/connect.js";
import { propertyRuns } from "../support/property-runs.js";
import { type Sandbox, useSandbox } from "../support/temp-workspace.js";

/** Left out because they run until they are stopped, or run what is not ours. */
const NOT_TRIED = ["mcp", "serve", "demo", "exec"];
/** Words after which something else than JSON was asked for. */
const OTHER_ANSWERS = ["--help", "-h", "--no-json", "--"];
const COMMANDS = COMMAND_GROUPS.flatMap(({ commands }) => commands).filter(({ name }) => !NOT_TRIED.includes(name));

const words = fc.oneof(
  fc.constantFrom(
    "a.txt",
    ".",
    "..",
    "../outside",
    "link/x",
    "/",
    "",
    "-",
    "--",
    "-1",
    "[]",
    '[{"oldText":"","newText":1}]',
  ),
  fc.constantFrom("stat", "copy", "rmdir", "(", "**/*", "--help", "--json", "--no-json", "__proto__", "--__proto__"),
  fc.string({ maxLength: 12, unit: "binary" }),
);
const optionWords = fc.constantFrom(
  ...COMMANDS.flatMap(({ options }) => Object.keys(options).map((name) => `--${name}`)),
);

function fill(): Sandbox {
  const sandbox = useSandbox();
  sandbox.write({ "a.txt": "one\ntwo\n", "deep/b.txt": "three\n" });
  mkdirSync(join(sandbox.base, "history"));
  symlinkSync(sandbox.outside, join(sandbox.root, "link"));
  return sandbox;
}

test("every command line ends with a promised exit code, and one object where one was asked for", async () => {
  const { root } = fill();
  const rest = fc.array(fc.oneof(words, optionWords), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...COMMANDS.map(({ name }) => name)), rest, async (name, given) => {
      const end = await run([name, ...given, "--root", root, "--json"], { cwd: root, stdin: "piped" });
      expect([0, 1, 2]).toContain(end.exitCode);
      if (end.exitCode === 2) {
        expect(end.stderr).toMatch(/--help"\.\n$/);
        if (end.stdout !== "") expect(JSON.parse(end.stdout)).toMatchObject({ error: { kind: "parse_error" } });
      } else if (!given.some((word) => OTHER_ANSWERS.includes(word)))
        expect(JSON.parse(end.stdout)).toBeTypeOf("object");
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("every call over the protocol is answered with a result that names nothing outside", async () => {
  const sandbox = fill();
  const client = await connectClient({ workspace: await sandbox.open({ root: sandbox.root }) });
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name).filter((name) => name !== "exec");
  const fields = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  const value = fc.oneof(
    words,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant([{ oldText: "one", newText: "1" }]),
  );
  const input = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), input, async (name, given) => {
      const result = await callTool(client, name, given);
      expect(result.content.length).toBeGreaterThan(0);
      expect(result.structuredContent ?? {}).not.toMatchObject({ error: { kind: "internal_error" } });
      expect(JSON.stringify(result)).not.toContain(sandbox.outside);
    }),
    { numRuns: propertyRuns(150) },
  );
});
