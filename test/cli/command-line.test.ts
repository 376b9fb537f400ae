// The program around its commands: help, wrong command lines, colours, and how it ends.

import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { COMMAND_GROUPS } from "../../src/cli/commands.js";
import { Interruption } from "../../src/cli/exit-codes.js";
import { showControls } from "../../src/text/visible-text.js";
import { VERSION } from "../../src/version.js";
import { useSandbox } from "../support/temp-workspace.js";
import { run } from "./run-cli.js";

const COMMANDS = COMMAND_GROUPS.flatMap(({ commands }) => commands);
const ESCAPE = "\u001b[";

describe("help", () => {
  test.for([[], ["--help"], ["-h"], ["help"]])("of the program names every command: %j", async (words) => {
    const { exitCode, stdout, stderr } = await run(words);
    expect([exitCode, stderr]).toEqual([0, ""]);
    for (const { name, summary } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name}\\b.*${summary}$`, "m"));
  });

  test.for(COMMANDS)("of $name shows each option and an example that it understands", async (command) => {
    const { exitCode, stdout } = await run([command.name, "--help"]);
    expect(exitCode).toBe(0);
    expect(await run(["help", command.name])).toMatchObject({ stdout });
    for (const [option, { summary }] of Object.entries(command.options)) {
      expect(stdout).toContain(`--${option}`);
      expect(stdout).toContain(summary);
    }
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) expect(stdout).toContain(example.replace(/^.* \| write/, "write"));
  });

  test("behind -- belongs to the command that is run", async () => {
    const { root } = useSandbox();
    expect((await run(["exec", "--", "echo", "--help"], { cwd: root })).stdout).toBe("--help\n");
  });

  test("fits a terminal of 110 columns", async () => {
    const texts = await Promise.all([[], ...COMMANDS.map(({ name }) => [name])].map((words) => run([...words, "-h"])));
    const long = texts.flatMap(({ stdout }) => stdout.split("\n")).filter((line) => line.length > 110);
    expect(long).toEqual([]);
  });

  test("the version is that of the package", async () => {
    expect(await run(["--version"])).toEqual({ exitCode: 0, stdout: `${VERSION}\n`, stderr: "" });
  });
});

describe("a wrong command line", () => {
  test.each([
    [["list", "--root", "/nope\u001b[2J\u202e"]],
    [["read", "a.txt", "--bogus\u001b[2J\u202e"]],
    [["read", "none\u001b[2J\u202e"]],
  ])("%j is told of without what moves the cursor", async (words) => {
    const { stderr } = await run(words);
    expect(stderr).not.toBe("");
    expect(stderr).toBe(showControls(stderr));
  });

  test.for<[string, readonly string[], RegExp]>([
    ["an unknown command", ["raed", "x"], /no command "raed"/],
    ["a name of every object", ["constructor"], /no command "constructor"/],
    ["help for an unknown command", ["help", "raed"], /no command "raed"/],
    ["an unknown option", ["read", "x", "--lines", "3"], /--lines/],
    ["an option without its value", ["read", "x", "--offset"], /--offset/],
    ["a value where none belongs", ["grep", "x", "--regex=yes"], /--regex/],
    ["a missing word", ["read"], /PATH is missing/],
    ["a word too many", ["read", "a", "b"], /"b" is one word too many/],
    ["no whole number", ["read", "a", "--limit", "ten"], /--limit must be a whole number, not "ten"/],
    ["a workspace twice", ["read", "x", "--root", ".", "--root", ".."], /--root was given twice/],
    ["a glob twice", ["grep", "x", "--glob", "*.ts", "--glob=*.md"], /--glob was given twice/],
    ["a short option twice", ["grep", "x", "-g", "*.ts", "--glob", "*.md"], /--glob was given twice/],
    ["a workspace for the host twice", ["mcp", "--root", ".", "--root", ".."], /--root was given twice/],
    ["a tool that is none", ["mcp", "--include", "read,raed"], /--include names no tool "raed"; the tools are read, /],
    ["no tool to leave out", ["mcp", "--exclude", "bash"], /--exclude names no tool "bash"/],
    ["no command to run", ["exec"], /COMMAND is missing/],
    ["no time to run for", ["exec", "true", "--timeout", "0"], /--timeout must be from 1 to 86400 seconds, not 0/],
    ["a negative time", ["exec", "true", "--timeout", "-1"], /--timeout must be/],
    ["a history that is none", ["history", "--history", "/none/at/all"], /history\.directory must be an existing/],
    ["a root that is empty", ["write", "a", "b", "--root", ""], /--root is empty/],
    ["a history that is empty", ["history", "--history", ""], /--history is empty/],
    ["a root that is none", ["read", "a", "--root", "/none/at/all"], /existing directory/],
  ])("%s: exit code 2, one line and where to look", async ([, words, message]) => {
    const { exitCode, stdout, stderr } = await run(words);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^ai-file-tools.*: .*\nSee "ai-file-tools.*--help"\.\n$/);
  });

  test("is one object for programs, too, where they ask for it", async () => {
    const { exitCode, stdout, stderr } = await run(["read", "--json"]);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      2,
      { error: { kind: "parse_error", message: "PATH is missing.", status: 400 } },
    ]);
    expect(stderr).toContain("read --help");
    expect((await run(["read", "a", "--", "--json"])).stdout).toBe("");
  });

  test("of a number out of its range is what the tool says of it", async () => {
    const { root } = useSandbox();
    const { exitCode, stderr } = await run(["read", "a", "--limit", "-1"], { cwd: root });
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/^parse_error: .*limit/)]);
  });
});

describe("colours", () => {
  const EDIT = ["edit", "a.txt", "--old", "one", "--new", "two", "-n"];

  async function colours(words: readonly string[], setting: object): Promise<readonly [boolean, boolean]> {
    const sandbox = useSandbox();
    sandbox.write({ "a.txt": "one\n" });
    const { stdout, stderr } = await run(words, { cwd: sandbox.root, ...setting });
    return [stdout.includes(ESCAPE), stderr.includes(ESCAPE)];
  }

  test("are for terminals alone, in diffs and failures", async () => {
    expect(await colours(EDIT, { isTerminal: true })).toEqual([true, false]);
    expect(await colours(["read", "none"], { isTerminal: true })).toEqual([false, true]);
    expect(await colours(EDIT, {})).toEqual([false, false]);
    expect(await colours([...EDIT, "--json"], { isTerminal: true })).toEqual([false, false]);
  });

  test("heed NO_COLOR, FORCE_COLOR and terminals that have none", async () => {
    expect(await colours(EDIT, { isTerminal: true, environment: { NO_COLOR: "1" } })).toEqual([false, false]);
    expect(await colours(EDIT, { isTerminal: true, environment: { TERM: "dumb" } })).toEqual([false, false]);
    expect(await colours(EDIT, { environment: { FORCE_COLOR: "1" } })).toEqual([true, false]);
    expect(await colours(EDIT, { environment: { FORCE_COLOR: "1", NO_COLOR: "1" } })).toEqual([true, false]);
    expect(await colours(EDIT, { isTerminal: true, environment: { FORCE_COLOR: "0" } })).toEqual([false, false]);
  });
});

describe("somebody who waits", () => {
  const SLOW = ["exec", "sleep 1", "--json"];

  test("sees at a terminal that something goes on, and nothing of it afterwards", async () => {
    const { root } = useSandbox();
    const { stdout, stderr } = await run(SLOW, { cwd: root, isTerminal: true });
    expect(stderr).toMatch(/exec 0 s/);
    expect(stderr.endsWith("\r\u001b[2K")).toBe(true);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0 });
  });

  test("sees nothing elsewhere", async () => {
    const { root } = useSandbox();
    expect((await run(SLOW, { cwd: root })).stderr).toBe("");
  });
});

test("an interruption stops what runs, and is the exit code", async () => {
  const { root } = useSandbox();
  const stopped = new AbortController();
  const ended = run(["exec", "echo $$ > pid; sleep 60"], { cwd: root, signal: stopped.signal });
  setTimeout(() => stopped.abort(new Interruption("SIGINT", 2)), 300);
  expect((await ended).exitCode).toBe(130);
});

test("an interruption ends the wait for what is piped in", async () => {
  const { root } = useSandbox();
  const stopped = new AbortController();
  const ended = run(["write", "a.txt"], { cwd: root, stdin: new PassThrough(), signal: stopped.signal });
  stopped.abort(new Interruption("SIGINT", 2));
  expect((await ended).exitCode).toBe(130);
});
