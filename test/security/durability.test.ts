// What a full disk, a failing flush and a denied access leave behind: the old content, a kind, and no litter.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { toFsError } from "../../src/workspace/directories/errno.js";
import { type ProgramOptions, runProgram } from "../support/child-program.js";
import { compileSource } from "../support/compiled-source.js";
import { TIERS, useSandbox } from "../support/temp-workspace.js";

const source = compileSource();
const NOBODY = 65_534;

afterAll(() => source.remove());

async function kindsIn(
  parameters: { readonly options: unknown; readonly operations: readonly unknown[]; readonly user?: number },
  options: ProgramOptions = {},
): Promise<readonly string[]> {
  const results = await runProgram("run-operations.mjs", { workspaceUrl: source.workspaceUrl, ...parameters }, options);
  return (results as readonly { readonly kind: string }[]).map(({ kind }) => kind);
}

function works(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    console.info(`skipped what needs ${command}: it is not installed or not permitted here`);
    return false;
  }
}

const HAS_STRACE = works("strace", "-e", "trace=none", "true");
const HAS_MOUNTS = works("unshare", "-rm", "true");
const IS_ROOT = process.getuid?.() === 0;

const BIG = "n".repeat(30 * 1024);
const WRITES: readonly unknown[] = [
  ["writeTextOverwrite", "file", BIG],
  ["writeTextAtomic", "new", BIG, { mode: "create" }],
  ["edit", "file", { oldText: "old", newText: BIG }],
];

describe("a disk that takes no more", () => {
  test("a file size limit keeps the old content and leaves nothing", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old content" });
    const wrapper = ["sh", "-c", 'ulimit -f 16; exec "$@"', "sh"];
    const kinds = await kindsIn({ options: { root: sandbox.root }, operations: WRITES }, { wrapper });
    expect(kinds).toEqual(["io_error", "io_error", "io_error"]);
    expect(readFileSync(join(sandbox.root, "file"), "utf8")).toBe("old content");
    expect(readdirSync(sandbox.root)).toEqual(["file"]);
  });

  test.skipIf(!HAS_MOUNTS)("a full file system keeps the old content and leaves nothing", async () => {
    const sandbox = useSandbox();
    const script = [
      `mount -t tmpfs -o size=16k tmpfs ${sandbox.root}`,
      `printf 'old content' > ${sandbox.root}/file`,
      'out=$("$@")',
      `[ "$(cat ${sandbox.root}/file)" = "old content" ] || exit 3`,
      `[ "$(ls -A ${sandbox.root})" = "file" ] || exit 4`,
      'printf %s "$out"',
    ].join("; ");
    const wrapper = ["unshare", "-rm", "sh", "-c", script, "sh"];
    const kinds = await kindsIn({ options: { root: sandbox.root }, operations: WRITES }, { wrapper });
    expect(kinds).toEqual(["io_error", "io_error", "io_error"]);
  });

  test.skipIf(!HAS_MOUNTS)("a read-only file system denies", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old content" });
    const script = `mount --bind ${sandbox.root} ${sandbox.root} && mount -o remount,ro,bind ${sandbox.root} && exec "$@"`;
    const wrapper = ["unshare", "-rm", "sh", "-c", script, "sh"];
    const operations = [...WRITES, ["mkdir", "dir"], ["remove", "file"], ["readText", "file"]];
    const kinds = await kindsIn({ options: { root: sandbox.root }, operations }, { wrapper });
    expect(kinds).toEqual([...Array.from({ length: 5 }, () => "permission_denied"), "ok"]);
  });

  test.skipIf(!HAS_STRACE)("a failing flush keeps the old content and leaves nothing", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old content" });
    const wrapper = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e", "inject=fsync:error=EIO"];
    const operations = [
      ["writeTextOverwrite", "file", "new"],
      ["writeTextAtomic", "new", "new", { mode: "create" }],
    ];
    const kinds = await kindsIn({ options: { root: sandbox.root }, operations }, { wrapper });
    expect(kinds).toEqual(["io_error", "io_error"]);
    expect(readFileSync(join(sandbox.root, "file"), "utf8")).toBe("old content");
    expect(readdirSync(sandbox.root)).toEqual(["file"]);
  });

  test.skipIf(!HAS_STRACE)("a failing rename keeps the old content and leaves nothing", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old content" });
    const wrapper = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=rename", "-e", "inject=rename:error=EIO"];
    const operations = [["writeTextOverwrite", "file", "new"]];
    expect(await kindsIn({ options: { root: sandbox.root }, operations }, { wrapper })).toEqual(["io_error"]);
    expect(readFileSync(join(sandbox.root, "file"), "utf8")).toBe("old content");
    expect(readdirSync(sandbox.root)).toEqual(["file"]);
  });
});

interface TracedCall {
  readonly name: string;
  readonly line: string;
}

/** Runs writes with a lasting history under strace; answers the calls in the order in which they ended. */
async function traceHistory(
  sandbox: ReturnType<typeof useSandbox>,
  options: { readonly operations: readonly unknown[]; readonly inject?: readonly string[] },
): Promise<{ readonly kinds: readonly string[]; readonly calls: readonly TracedCall[] }> {
  const directory = join(sandbox.base, "history");
  const log = join(sandbox.base, "strace.log");
  mkdirSync(directory);
  const { inject = [], operations } = options;
  const wrapper = ["strace", "-f", "-y", "-qq", "-o", log, "-e", "trace=fsync,rename,link,unlink", ...inject];
  const kinds = await kindsIn({ options: { root: sandbox.root, history: { directory } }, operations }, { wrapper });
  const lines = readFileSync(log, "utf8").split("\n");
  const started = new Map<string, string>();
  const calls = lines.flatMap((line) => {
    const [thread = "", rest = ""] = line.split(/ +(.*)/s);
    if (rest.endsWith("<unfinished ...>")) started.set(thread, rest);
    if (rest.endsWith("<unfinished ...>") || rest === "") return [];
    const whole = rest.startsWith("<...") ? `${started.get(thread)}${rest}` : rest;
    return [{ name: /^\w+/.exec(whole)?.[0] ?? "", line: whole }];
  });
  return { kinds, calls };
}

describe.skipIf(!HAS_STRACE)("a write with a history that lasts", () => {
  const OVERWRITE = ["writeTextOverwrite", "file", "new"];

  test("is in place only after its record, the record's name and the new bytes are on the disk", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const { kinds, calls } = await traceHistory(sandbox, { operations: [OVERWRITE] });
    expect(kinds).toEqual(["ok"]);
    const indexOf = (name: string, part: string): number =>
      calls.findIndex((call) => call.name === name && call.line.includes(part));
    const published = indexOf("rename", '/file")');
    expect(published).toBeGreaterThan(0);
    for (const part of [".prepared.json>", "/transactions>", ".tmp>"]) {
      expect(indexOf("fsync", part)).toBeGreaterThanOrEqual(0);
      expect(indexOf("fsync", part)).toBeLessThan(published);
    }
    expect(indexOf("rename", ".committed.json")).toBeGreaterThan(published);
  });

  test.each([
    ["moved", ["move", "file", "moved"]],
    ["removed", ["remove", "file"]],
  ])("a file that is %s is so on the disk before the history says that it is", async (_name, operation) => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const { kinds, calls } = await traceHistory(sandbox, { operations: [operation] });
    expect(kinds).toEqual(["ok"]);
    const flushed = calls.findIndex(({ name, line }) => name === "fsync" && line.includes(`<${sandbox.root}>`));
    const noted = calls.findIndex(({ name, line }) => name === "rename" && line.includes(".committed.json"));
    expect(flushed).toBeGreaterThan(0);
    expect(noted).toBeGreaterThan(flushed);
  });

  test("waits for the disk four times: for the record, its name, the new bytes, and their name", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const count = async (operations: readonly unknown[], base: ReturnType<typeof useSandbox>): Promise<number> =>
      (await traceHistory(base, { operations })).calls.filter(({ name }) => name === "fsync").length;
    const [one, three] = [
      await count([OVERWRITE], sandbox),
      await count([OVERWRITE, OVERWRITE, OVERWRITE], useSandbox()),
    ];
    expect((three - one) / 2).toBe(4);
  });

  test("does nothing where its record does not reach the disk", async () => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    const inject = ["-e", "inject=fsync:error=EIO"];
    const operations = [OVERWRITE, ["remove", "file"], ["move", "file", "moved"]];
    const { kinds } = await traceHistory(sandbox, { operations, inject });
    expect(kinds).toEqual(["io_error", "io_error", "io_error"]);
    expect(readdirSync(sandbox.root)).toEqual(["file"]);
    expect(readFileSync(join(sandbox.root, "file"), "utf8")).toBe("old");
    expect(readdirSync(join(sandbox.base, "history/transactions"))).toEqual([]);
  });
});

describe("access that the operating system denies", () => {
  test.skipIf(!IS_ROOT)("answers permission_denied to a user without rights", async () => {
    const sandbox = useSandbox();
    sandbox.write({ secret: "x", readable: "y", "closed/file": "z", "unlistable/file": "w" });
    for (const path of [sandbox.base, sandbox.root]) chmodSync(path, 0o755);
    chmodSync(join(sandbox.root, "secret"), 0o600);
    chmodSync(join(sandbox.root, "readable"), 0o644);
    chmodSync(join(sandbox.root, "closed"), 0o700);
    chmodSync(join(sandbox.root, "unlistable"), 0o711);
    const operations = [
      ["readText", "secret"],
      ["writeTextOverwrite", "readable", "x"],
      ["writeTextOverwrite", "new", "x"],
      ["edit", "readable", { oldText: "y", newText: "x" }],
      ["mkdir", "dir"],
      ["remove", "readable"],
      ["readText", "closed/file"],
      ["list", "closed"],
      ["list", "unlistable"],
      ["readText", "unlistable/missing"],
      ["readText", "readable"],
    ];
    const kinds = await kindsIn({ options: { root: sandbox.root }, operations, user: NOBODY });
    expect(kinds).toEqual([...Array.from({ length: 9 }, () => "permission_denied"), "path_not_found", "ok"]);
  });

  test.each([
    ["EACCES", "permission_denied"],
    ["EPERM", "permission_denied"],
    ["EROFS", "permission_denied"],
    ["ENOSPC", "io_error"],
    ["EDQUOT", "io_error"],
    ["EIO", "io_error"],
    ["EBUSY", "io_error"],
    ["ETXTBSY", "io_error"],
    ["ENAMETOOLONG", "io_error"],
    ["EMFILE", "io_error"],
    ["ENFILE", "io_error"],
    ["ESTALE", "io_error"],
    ["ENOENT", "path_not_found"],
    ["ENOTDIR", "not_a_directory"],
    ["EISDIR", "not_a_file"],
    ["EEXIST", "file_already_exists"],
    ["EINVAL", "invalid_path"],
    ["ESOMETHING", "internal_error"],
  ])("%s is %s and names no host path", (code, kind) => {
    const cause = Object.assign(new Error(`${code}: /host/path`), { code, path: "/host/path" });
    const error = toFsError(cause, "shown");
    expect(error.kind).toBe(kind);
    expect(JSON.stringify(error)).not.toContain("/host/path");
  });
});

describe.each(TIERS)("permission bits on the $guarantees tier", (tier) => {
  const umask = process.umask();
  afterEach(() => void process.umask(umask));

  test.each([
    { before: 0o644, after: 0o644 },
    { before: 0o755, after: 0o755 },
    { before: 0o600, after: 0o600 },
    { before: 0o4755, after: 0o755 },
    { before: 0o2755, after: 0o755 },
    { before: 0o1644, after: 0o644 },
  ])("mode $before is $after when the file is replaced (decimal)", async ({ before, after }) => {
    const sandbox = useSandbox();
    sandbox.write({ file: "old" });
    chmodSync(join(sandbox.root, "file"), before);
    process.umask(0o077);
    const workspace = await sandbox.open({}, tier);
    const result = await workspace.fs.writeTextOverwrite("file", "new");
    expect(result.mode).toBe(after);
    expect(statSync(join(sandbox.root, "file")).mode & 0o7777).toBe(after);
  });

  test.each([
    { name: "0600 by default", umask: 0o000, expected: 0o600 },
    { name: "as the umask says", umask: 0o027, newFileMode: "umask" as const, expected: 0o640 },
    { name: "as the operator says", umask: 0o077, newFileMode: 0o664, expected: 0o664 },
    { name: "as the caller says", umask: 0o077, newFileMode: 0o664, fileMode: 0o755, expected: 0o755 },
    { name: "never with a set-user-ID bit", umask: 0o000, fileMode: 0o4755, expected: 0o755 },
  ])("a new file is $name", async ({ umask: mask, newFileMode, fileMode, expected }) => {
    const sandbox = useSandbox();
    process.umask(mask);
    const workspace = await sandbox.open({ newFileMode }, tier);
    await workspace.fs.writeTextAtomic("new", "x", { mode: "create", fileMode });
    expect(statSync(join(sandbox.root, "new")).mode & 0o7777).toBe(expected);
  });

  test("a changed file keeps its mode under an edit, and a copy takes that of its source", async () => {
    const sandbox = useSandbox();
    writeFileSync(join(sandbox.root, "run.sh"), "echo old\n", { mode: 0o755 });
    chmodSync(join(sandbox.root, "run.sh"), 0o755);
    const workspace = await sandbox.open({}, tier);
    await workspace.fs.edit("run.sh", { oldText: "old", newText: "new" });
    await workspace.fs.copy("run.sh", "copy.sh");
    for (const name of ["run.sh", "copy.sh"]) expect(statSync(join(sandbox.root, name)).mode & 0o777).toBe(0o755);
  });
});
