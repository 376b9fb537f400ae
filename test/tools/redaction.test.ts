import { describe, expect, it } from "vitest";
import { createInMemoryWorkspace, createRedactor, createSecretRedactor, FsError } from "../../src/index.js";
import { WorkspaceFileStore } from "../../src/stores/workspace-file-store.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createEditTool } from "../../src/tools/edit.js";
import { createGrepTool } from "../../src/tools/grep.js";
import { createReadTool } from "../../src/tools/read.js";
import { createWriteTool } from "../../src/tools/write.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { findLeak, PRIVATE_KEY, TOKENS } from "../support/secrets.js";
import { createStore, runTool, shownText } from "./run-tools.js";
import { openDiskWorkspace, readRaw, WORKSPACES } from "./workspaces.js";

const redact = createSecretRedactor();
const PLACEHOLDER = /\[REDACTED:[a-z-]+:[0-9a-f]{16}\]/;
const FILE = ["# settings", ...TOKENS.map(({ line }) => line), "", ...PRIVATE_KEY, "end", ""].join("\n");

function createTools(workspace: Workspace, guard?: "require-read") {
  return createFileTools({ workspace, redact, guard });
}

async function run(workspace: Workspace, tool: string, input: Record<string, unknown>) {
  const { output, sent } = await runTool(createTools(workspace), { tool, input });
  return { output: output as Record<string, unknown>, text: shownText(sent) };
}

function placeholdersOf(text: string): readonly string[] {
  return text.match(new RegExp(PLACEHOLDER, "g")) ?? [];
}

describe.for(WORKSPACES)("a workspace %s", ([, open]) => {
  it("shows a file with placeholders, line by line", async () => {
    const workspace = await open({ "a.env": FILE });
    const { output, text } = await run(workspace, "read", { path: "a.env" });
    expect(findLeak(JSON.stringify(output) + text)).toBeNull();
    expect(output).toMatchObject({ redacted: true, totalLines: FILE.split("\n").length - 1 });
    expect(String(output["content"]).split("\n")).toHaveLength(FILE.split("\n").length);
    expect(text).toContain("# settings");
    expect(findLeak(FILE)).not.toBeNull();
  });

  it("shows no character of its own for a secret that a patch changes there and back", async () => {
    const workspace = await open({ "b.env": 'DB_PASSWORD="Xk29dmQ0!7plzQ"\n' });
    const [hidden] = placeholdersOf((await run(workspace, "read", { path: "b.env" })).text);
    const update = (from: string, to: string): string =>
      `*** Update File: b.env\n-${from}="${hidden}"\n+${to}="${hidden}"\n`;
    const patch = `*** Begin Patch\n${update("DB_PASSWORD", "FOO")}${update("FOO", "DB_PASSWORD")}*** End Patch`;
    for (const input of [{ patch, dryRun: true }, { patch }]) {
      const { output, text } = await run(workspace, "apply_patch", input);
      expect(output).not.toHaveProperty("error");
      expect(JSON.stringify(output) + text).not.toMatch(/[\u{f0000}-\u{10ffff}]|Xk29/u);
    }
  });

  it("hides a private key in every window of it", async () => {
    const workspace = await open({ "key.pem": `first\n${PRIVATE_KEY.join("\r\n")}\r\nlast\n` });
    for (let offset = 2; offset < PRIVATE_KEY.length; offset += 3) {
      const { text } = await run(workspace, "read", { path: "key.pem", offset, limit: 2 });
      expect(findLeak(text)).toBeNull();
      expect(text).toMatch(PLACEHOLDER);
    }
  });

  it("hides what grep finds, in context lines too", async () => {
    const workspace = await open({ "a.env": FILE });
    const { output, text } = await run(workspace, "grep", { pattern: ".", regex: true, path: "a.env", context: 1 });
    expect(findLeak(JSON.stringify(output) + text)).toBeNull();
    expect(output["redacted"]).toBe(true);
    const around = await run(workspace, "grep", { pattern: PRIVATE_KEY[9] ?? "", context: 2 });
    expect(around.text).toMatch(PLACEHOLDER);
    expect(findLeak(JSON.stringify(around.output["hits"]))).toBeNull();
  });

  it("shows nothing of a hit in a file that is gone before it is looked at", async () => {
    const workspace = await open({ "key.pem": `${PRIVATE_KEY.join("\n")}\n` });
    const store = new WorkspaceFileStore(workspace);
    store.holdFile = () => Promise.reject(new FsError("path_not_found", "gone"));
    const output = await createGrepTool({ store, redact }).execute({ pattern: PRIVATE_KEY[9] ?? "", context: 2 });
    const { hits } = output as { readonly hits: readonly object[] };
    expect(hits).toHaveLength(1);
    expect(findLeak(JSON.stringify(output))).toBeNull();
    expect(hits[0]).toMatchObject({ line: 10, text: "[REDACTED:unknown]" });
  });

  it("hides halves of a secret where a long line is cut", async () => {
    const { line, secret } = TOKENS[0] ?? { line: "", secret: "" };
    const workspace = await open({
      "long.txt": `${"x ".repeat(240)}needle ${"y ".repeat(250)}${line} ${"z ".repeat(400)}\n`,
    });
    const { output } = await run(workspace, "grep", { pattern: "needle" });
    const [hit] = output["hits"] as readonly { readonly text: string }[];
    expect(hit?.text).toContain("…");
    expect(findLeak(hit?.text ?? "", [secret])).toBeNull();
    expect(hit?.text).toContain("[REDACTED:");
  });

  it("edits around a placeholder and keeps the secret", async () => {
    const workspace = await open({ "a.env": 'name=old\r\npassword = "hunter2-correct-horse-9"\r\n' });
    const read = await run(workspace, "read", { path: "a.env" });
    const [placeholder = ""] = placeholdersOf(read.text);
    const edits = [
      { oldText: `name=old\npassword = "${placeholder}"`, newText: `name=new\npassword = "${placeholder}" # kept` },
    ];
    const { output, text } = await run(workspace, "edit", { path: "a.env", edits });
    expect(output["error"]).toBeUndefined();
    expect(await readRaw(workspace, "a.env")).toBe('name=new\r\npassword = "hunter2-correct-horse-9" # kept\r\n');
    expect(text).toContain(placeholder);
    expect(findLeak(JSON.stringify(output) + text)).toBeNull();
    expect(output["redacted"]).toBe(true);
  });

  it("writes a whole file from what was read", async () => {
    const workspace = await open({ "a.env": FILE });
    const { output } = await run(workspace, "read", { path: "a.env" });
    const content = String(output["content"]).replace("# settings", "# changed");
    const written = await run(workspace, "write", { path: "a.env", content });
    expect(await readRaw(workspace, "a.env")).toBe(FILE.replace("# settings", "# changed"));
    expect(findLeak(JSON.stringify(written.output) + written.text)).toBeNull();
    expect(written.text).toContain("+# changed");
  });

  it("takes a line with a secret out", async () => {
    const workspace = await open({ "a.env": FILE });
    const { text } = await run(workspace, "read", { path: "a.env", offset: 2, limit: 1 });
    const oldText = `github ${placeholdersOf(text)[0]}\n`;
    const { output } = await run(workspace, "edit", { path: "a.env", edits: [{ oldText, newText: "" }] });
    expect(output["error"]).toBeUndefined();
    expect(await readRaw(workspace, "a.env")).toBe(FILE.replace(`${TOKENS[0]?.line}\n`, ""));
  });
});

describe("placeholders that are refused", () => {
  async function refuse(newText: (placeholder: string) => string, path = "a.env") {
    const workspace = await openDiskWorkspace({ "a.env": FILE, "b.env": "# settings\n" });
    const { text } = await run(workspace, "read", { path: "a.env" });
    const [placeholder = ""] = placeholdersOf(text);
    const edits = [{ oldText: "# settings", newText: newText(placeholder) }];
    const { output } = await run(workspace, "edit", { path, edits });
    expect(await readRaw(workspace, "a.env")).toBe(FILE);
    expect(await readRaw(workspace, "b.env")).toBe("# settings\n");
    return output["error"];
  }

  it.for([
    ["an altered one", (given: string) => given.replace(/[0-9a-f]\]$/, (end) => (end === "0]" ? "1]" : "0]"))],
    ["one of another kind", (given: string) => given.replace("github", "stripe")],
    ["a forged one", () => "[REDACTED:github:0123456789abcdef]"],
    ["half of one", (given: string) => given.slice(0, 20)],
    ["a mask", () => "[REDACTED]"],
  ] as const)("%s", async ([, alter]) => {
    expect(await refuse(alter)).toMatchObject({ kind: "text_not_found" });
  });

  it("one of another file", async () => {
    expect(await refuse((given) => given, "b.env")).toMatchObject({ kind: "text_not_found" });
  });

  it("one in a new file, by edit and by write", async () => {
    const workspace = await openDiskWorkspace({});
    const text = "key [REDACTED:github:0123456789abcdef]";
    const written = await run(workspace, "write", { path: "new.txt", content: text });
    const edited = await run(workspace, "edit", { path: "new.txt", edits: [{ oldText: "", newText: text }] });
    expect([written, edited].map(({ output }) => output["error"])).toMatchObject([
      { kind: "text_not_found" },
      { kind: "text_not_found" },
    ]);
  });

  it("one whose secret is gone", async () => {
    const workspace = await openDiskWorkspace({ "a.env": FILE });
    const { output } = await run(workspace, "read", { path: "a.env" });
    await workspace.fs.writeTextOverwrite("a.env", "nothing\n");
    const written = await run(workspace, "write", { path: "a.env", content: String(output["content"]) });
    expect(written.output["error"]).toMatchObject({ kind: "text_not_found" });
    expect(await readRaw(workspace, "a.env")).toBe("nothing\n");
  });

  it("but not a text that the file itself holds", async () => {
    const log = "saw [REDACTED:github:0123456789abcdef] here\n";
    const workspace = await openDiskWorkspace({ "a.log": log });
    const { output } = await run(workspace, "write", { path: "a.log", content: `${log}more\n` });
    expect(output["error"]).toBeUndefined();
  });
});

describe("what stands beside a secret", () => {
  const address = `postgres://app:${"s3cr3tPg"}${"Passw0rd"}@db/x`;
  const key = `a7${"Bc3dE5fG".repeat(4)}/k+9zQ`;
  it.each([
    ["a line of YAML", `db: "${address}",\n`, "s3cr3tPgPassw0rd"],
    ["minified JSON", `{"url":"${address}","port":1}\n`, "s3cr3tPgPassw0rd"],
    ["an assignment in a shell", `AWS_SECRET_ACCESS_KEY=${key}\n`, key],
    ["a tag", "<b>token=a1b2c3d4e5</b>\n", "a1b2c3d4e5"],
    ["an escaped quote", 'password = "ab\\"cd12ef";\n', 'ab\\"cd12ef'],
    ["backticks", "const token = `ab1$2cd`;\n", "ab1$2cd"],
    ["a line above", "password:\n  hunter2-xx9\n", "hunter2-xx9"],
    ["an address with a slash", "url=redis://app:pa/ss12w@cache:6379/0\n", "pa/ss12w"],
    ["several cookies", "Cookie: a=1; sid=a1b2c3d4e5f6g7; csrf=b1b2c3d4e5f6g7; lang=en\n", "a1b2c3d4e5f6g7"],
    ["marks without quotes", "DB_PASSWORD=p:w(1,2$x9\n", "p:w(1,2$x9"],
  ])("stays readable: %s", async (_case, text, secret) => {
    const workspace = await openDiskWorkspace({ a: text });
    const { output } = await run(workspace, "read", { path: "a" });
    const [before = "", after = ""] = text.split(secret);
    const shown = String(output["content"]).replace(/b1b2c3d4e5f6g7/, "");
    expect(shown.startsWith(`${before}[REDACTED:`)).toBe(true);
    expect(shown.replaceAll(new RegExp(PLACEHOLDER, "g"), "")).toBe(`${before}${after.replace("b1b2c3d4e5f6g7", "")}`);
  });
});

describe("what a change may not draw out", () => {
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  it.each([
    ["ghp_", token],
    ["sk-a1", token],
    ["xoxb-", token],
    ["bearer ", token],
  ])("a token, behind %s and as many characters as a rule counts", async (prefix, secret) => {
    const before = `near = 1\ngithub ${secret}\n`;
    for (const length of [254, 511, 8191]) {
      const workspace = await openDiskWorkspace({ a: before });
      const read = await run(workspace, "read", { path: "a" });
      const [placeholder = ""] = placeholdersOf(read.text);
      const content = `near = 1\n${prefix}${"a".repeat(length)}${placeholder}\n`;
      const edits = [{ oldText: `github ${placeholder}`, newText: content.split("\n")[1] ?? "" }];
      const patch = `*** Begin Patch\n*** Update File: a\n@@\n-github ${placeholder}\n+${edits[0]?.newText}\n*** End Patch`;
      for (const [tool, input] of [
        ["edit", { path: "a", edits, dryRun: true }],
        ["apply_patch", { patch, dryRun: true }],
        ["edit", { path: "a", edits }],
        ["write", { path: "a", content }],
      ] as const) {
        const { output, text } = await run(workspace, tool, input);
        expect(findLeak(JSON.stringify(output) + text, [secret])).toBeNull();
        const again = await run(workspace, "read", { path: "a" });
        expect(findLeak(again.text, [secret])).toBeNull();
      }
    }
  });

  it.each(["%PDF-1.7\n", "GIF89a\u0001\u0001\u0001\u0001\u0001\u0001\u0001\n", "\u0000\n"])(
    "a file that is bytes from the start, behind %j",
    async (head) => {
      const secret = "ghp_a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6";
      for (const content of [
        `${head}${secret}`,
        `${head}${[...secret].map((one) => `${one}\0`).join("")}`,
        // In bytes taken for characters, a blank ends it.
        `${head}password=Ab\u00e0cd12ef34\n`,
      ]) {
        const workspace = await openDiskWorkspace({ a: content });
        const { output, text } = await run(workspace, "read", { path: "a" });
        expect(output).toMatchObject({ binary: true, redacted: true });
        expect(JSON.stringify(output) + text).not.toMatch(/base64/i);
        const plain = await openDiskWorkspace({ a: `${head}nothing to hide` });
        const shown = await createFileTools({ workspace: plain, redact }).read.execute({ path: "a" });
        expect(JSON.stringify(shown)).toMatch(/base64/i);
      }
    },
  );

  it("the tail of a password whose quotes go", async () => {
    const before = 'password = "Abc12345,Def67890"\n';
    const workspace = await openDiskWorkspace({ a: before });
    const [placeholder = ""] = placeholdersOf((await run(workspace, "read", { path: "a" })).text);
    for (const after of [`{ password = ${placeholder}, b }`, `passing ${placeholder}`, `x(password=${placeholder})`]) {
      const { output, text } = await run(workspace, "write", { path: "a", content: `${after}\n` });
      expect(output["error"]).toMatchObject({ kind: "protected_path" });
      expect(findLeak(JSON.stringify(output) + text, ["Abc12345", "Def67890"])).toBeNull();
    }
    expect(await readRaw(workspace, "a")).toBe(before);
  });

  it.each(["%PDF-1.7\n", "GIF89a\u0001\u0001\u0001\u0001\u0001\u0001\u0001\n", "\u0000\n"])(
    "a file as bytes, behind %j",
    async (head) => {
      const workspace = await openDiskWorkspace({ a: FILE });
      const { output: read } = await run(workspace, "read", { path: "a" });
      const written = await run(workspace, "write", { path: "a", content: `${head}${String(read["content"])}` });
      const edits = [{ oldText: "# settings\n", newText: head }];
      const edited = await run(workspace, "edit", { path: "a", edits });
      for (const { output } of [written, edited]) expect(output["error"]).toBeDefined();
      expect(await readRaw(workspace, "a")).toBe(FILE);
    },
  );
});

describe("what a change may not do", () => {
  it.for([
    ["cut a placeholder", { oldText: "[REDACTED:assigned", newText: "x" }, "text_not_found"],
    ["match the secret itself", { oldText: "hunter2-correct-horse-9", newText: "x" }, "text_not_found"],
    ["match a part of it", { oldText: 'password = "hunter2', newText: "x" }, "text_not_found"],
    ["lay it bare", { oldText: "password = ", newText: "note " }, "protected_path"],
  ] as const)("%s", async ([, edit, kind]) => {
    const before = 'a\npassword = "hunter2-correct-horse-9"\nb\n';
    const workspace = await openDiskWorkspace({ "a.env": before });
    const { output, text } = await run(workspace, "edit", { path: "a.env", edits: [edit], dryRun: false });
    expect(output["error"]).toMatchObject({ kind });
    expect(await readRaw(workspace, "a.env")).toBe(before);
    if (edit.oldText.includes("hunter2")) return;
    expect(findLeak(JSON.stringify(output) + text)).toBeNull();
  });

  it("show a secret in the regions next to a text that was not found", async () => {
    const workspace = await openDiskWorkspace({ "a.env": FILE });
    const oldText = `# settings\ngithub wrong\n${TOKENS[1]?.line.slice(0, 7)} wrong\nid wrong`;
    const { output, text } = await run(workspace, "edit", { path: "a.env", edits: [{ oldText, newText: "x" }] });
    expect(output["error"]).toMatchObject({ kind: "text_not_found" });
    expect(text).toMatch(PLACEHOLDER);
    expect(findLeak(JSON.stringify(output) + text)).toBeNull();
  });

  it.each(["// ... rest of the code % unchanged ...", "# ... existing code ... %", "[... % lines omitted ...]"])(
    "show a secret in the refusal of a line that stands for left-out text: %s",
    async (line) => {
      const workspace = await openDiskWorkspace({ "a.env": FILE });
      const [placeholder = ""] = placeholdersOf((await run(workspace, "read", { path: "a.env" })).text);
      const content = `# settings\n${line.replace("%", placeholder)}\nend\n`;
      const { output, text } = await run(workspace, "write", { path: "a.env", content });
      expect(output["error"]).toMatchObject({ kind: "parse_error" });
      expect(text).toContain(placeholder);
      expect(findLeak(JSON.stringify(output) + text)).toBeNull();
    },
  );

  it("show a secret in the refusal of a file that was not read", async () => {
    const workspace = await openDiskWorkspace({ "a.env": FILE });
    const tools = createTools(workspace, "require-read");
    const edits = [{ oldText: "# settings", newText: "# x" }];
    for (const call of [
      { tool: "edit", input: { path: "a.env", edits } },
      { tool: "write", input: { path: "a.env", content: "x" } },
    ]) {
      const { output, sent } = await runTool(tools, call);
      expect(output).toMatchObject({ error: { kind: "hash_mismatch" } });
      expect(shownText(sent)).toMatch(PLACEHOLDER);
      expect(findLeak(JSON.stringify(output) + shownText(sent))).toBeNull();
    }
  });
});

describe("commands", () => {
  it("show no secret, in no snapshot", async () => {
    const workspace = await openDiskWorkspace({ "a.env": FILE });
    const tools = createTools(workspace);
    const command =
      "cat a.env; sleep 0.3; printf 'ghp_a1B2c3D4e5a1B2'; sleep 0.3; printf 'c3D4e5a1B2c3D4e5a1B2c3\\n'; cat a.env >&2";
    const outputs: unknown[] = [];
    for await (const output of tools.exec.execute({ command }, {})) outputs.push(output);
    expect(outputs.length).toBeGreaterThan(1);
    expect(findLeak(JSON.stringify(outputs))).toBeNull();
    expect(outputs.at(-1)).toMatchObject({ redacted: true, exitCode: 0 });
  });

  it("show no half of a secret where their output is cut", async () => {
    const { secret } = TOKENS[0] ?? { secret: "" };
    const workspace = await openDiskWorkspace({ "a.txt": `${secret}\n`.repeat(4000) });
    const { output } = await run(workspace, "exec", { command: "cat a.txt" });
    expect(output).toMatchObject({ truncated: true });
    expect(findLeak(JSON.stringify(output), [secret])).toBeNull();
  });
});

describe("detection", () => {
  it.for([
    ["a comment that asks for silence", `// secretlint-disable\n${FILE}`, "utf-8"],
    ["a file in UTF-16", `\ufeff${FILE}`, "utf16le"],
    ["a byte order mark", `\ufeff${FILE}`, "utf-8"],
  ] as const)("is not stopped by %s", async ([, text, encoding]) => {
    const workspace = await openDiskWorkspace({ "a.txt": Buffer.from(text, encoding) });
    const { output } = await run(workspace, "read", { path: "a.txt" });
    expect(findLeak(JSON.stringify(output))).toBeNull();
    const content = String(output["content"]).replace("# settings", "# changed");
    const written = await run(workspace, "write", { path: "a.txt", content });
    expect(written.output["error"]).toBeUndefined();
    expect(Buffer.from(await workspace.fs.readFile("a.txt"))).toEqual(
      Buffer.from(text.replace("# settings", "# changed"), encoding),
    );
  });

  it("looks around a window of a large file", async () => {
    const filler = "an ordinary line of a large file\n".repeat(40_000);
    const workspace = await openDiskWorkspace({ "big.txt": `${filler}${FILE}${filler}` });
    for (const offset of [40_001, 40_012, 40_020, 40_030]) {
      const { text } = await run(workspace, "read", { path: "big.txt", offset, limit: 3 });
      expect(findLeak(text)).toBeNull();
      expect(text).toMatch(PLACEHOLDER);
    }
    const { output } = await run(workspace, "grep", { pattern: "Ab1", path: "big.txt" });
    expect(findLeak(JSON.stringify(output["hits"]))).toBeNull();
  });

  it("covers the cells of a notebook", async () => {
    const source = PRIVATE_KEY.map((line) => `${line}\n`);
    const notebook = {
      cells: [{ cell_type: "code", metadata: {}, outputs: [], execution_count: 1, source }],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    };
    const workspace = await openDiskWorkspace({ "a.ipynb": JSON.stringify(notebook, null, 1) });
    for (const input of [
      { path: "a.ipynb" },
      { path: "a.ipynb", byteOffset: 0 },
      { path: "a.ipynb", offset: 8, limit: 3 },
    ]) {
      const { output, text } = await run(workspace, "read", input);
      expect(output["redacted"]).toBe(true);
      expect(findLeak(text)).toBeNull();
    }
  });

  it("finds the same in a notebook, in its JSON, under another name, and by a search", async () => {
    const source = ["password: |\n", "  hunter2-correct-horse-9\n", "port: 1\n"];
    const cell = { cell_type: "code", metadata: {}, outputs: [], execution_count: 1 };
    const cells = [
      { ...cell, source },
      { ...cell, source: source.join("") },
    ];
    const notebook = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1);
    const workspace = await openDiskWorkspace({ "a.ipynb": notebook, "b.json": notebook });
    const edits = [{ oldText: "password", newText: "passwort", replaceAll: true }];
    const shown = [
      await run(workspace, "read", { path: "a.ipynb" }),
      await run(workspace, "read", { path: "a.ipynb", byteOffset: 0 }),
      await run(workspace, "read", { path: "b.json" }),
      await run(workspace, "grep", { pattern: "source", context: 4 }),
      await run(workspace, "edit", { path: "a.ipynb", edits }),
      await run(workspace, "edit", { path: "b.json", edits }),
    ];
    expect(findLeak(JSON.stringify(shown))).toBeNull();
    expect(shown.slice(0, 4).map(({ text }) => placeholdersOf(text).length)).toEqual([2, 2, 2, 4]);
    expect(shown.slice(4).map(({ output }) => output["error"])).toMatchObject([
      { kind: "protected_path" },
      { kind: "protected_path" },
    ]);
  });

  it("finds the same from a mark of the byte order on", async () => {
    const secret = "h3jKd83(kjsdD,kd8xYz";
    const workspace = await openDiskWorkspace({ a: `\ufeffPASSWORD=${secret}\nport=1\n` });
    const shown = [
      await run(workspace, "read", { path: "a" }),
      await run(workspace, "grep", { pattern: "PASS" }),
      await run(workspace, "edit", { path: "a", edits: [{ oldText: "port", newText: "pork" }] }),
    ];
    expect(findLeak(JSON.stringify(shown), [secret])).toBeNull();
  });

  it.each([
    [20_000, true],
    [200_000, false],
  ])("hides the same in every window of a file with %i ordinary lines", async (count, isLookedAtWhole) => {
    const filler = `${"Ab3x".repeat(16)}\n`;
    const key = Array.from({ length: 20 }, (_, line) => `MIIEow${line}QkFSb1Aq9Zt7`.padEnd(64, `Zw${line}dE`));
    // What begins it is further away than what is looked at around a window.
    const text = `-----BEGIN PRIVATE KEY-----\n${filler.repeat(6000)}${key.join("\n")}\nend of it\n${"some line\n".repeat(count)}`;
    const workspace = await openDiskWorkspace({ a: text });
    const seen = new Map<number, Set<string>>();
    const note = (line: number, shown: string): void => {
      seen.set(line, (seen.get(line) ?? new Set()).add(shown.replace(PLACEHOLDER, "hidden")));
    };
    for (const offset of [2, 5000, 5990, 6003, 6022]) {
      for (const limit of [3, 900]) {
        const { output } = await run(workspace, "read", { path: "a", offset, limit });
        const lines = String(output["content"]).split("\n").slice(0, -1);
        for (const [index, line] of lines.entries()) note(offset + index, line);
      }
    }
    const { output } = await run(workspace, "grep", { pattern: "MIIEow", path: "a" });
    for (const { line, text: shown } of output["hits"] as readonly { line: number; text: string }[]) note(line, shown);
    expect([...seen.values()].filter(({ size }) => size > 1)).toEqual([]);
    expect(seen.get(6003)?.has("hidden")).toBe(isLookedAtWhole);
  });

  it("of a notebook whose JSON cannot be sealed shows the JSON", async () => {
    const secret = 'ab"cd"ef"12"34"gh"ij';
    const sources = [
      "-----BEGIN PRIVATE KEY-----",
      `password = ${JSON.stringify(secret)}`,
      "-----END PRIVATE KEY-----",
    ];
    const cells = sources.map((source) => ({
      cell_type: "code",
      metadata: {},
      outputs: [],
      execution_count: 1,
      source,
    }));
    const notebook = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1);
    const workspace = await openDiskWorkspace({ "a.ipynb": notebook });
    const { output, text } = await run(workspace, "read", { path: "a.ipynb" });
    expect(output).toMatchObject({ notebook: "raw", redacted: true });
    expect(text.replaceAll(new RegExp(PLACEHOLDER, "g"), "")).not.toMatch(/ab\W+cd|cd\W+ef|34\W+gh/);
  });

  it.each(["patch", "edit"])(
    "of a change looks at a file as it is read: %s beyond what is looked at whole",
    async (by) => {
      const lines = Array.from({ length: 20 }, (_, line) => `MIIEow${line}QkFSb1Aq9Zt7`.padEnd(250, `Zw${line}dE`));
      const body = Array.from({ length: 8300 }, (_, index) => lines[index % 20]);
      const workspace = await openDiskWorkspace({ a: ["x", "-----BEGIN PRIVATE KEY-----", ...body, ""].join("\n") });
      const [first = "", second = ""] = placeholdersOf((await run(workspace, "read", { path: "a", limit: 3 })).text);
      const added = `${second}\n`.repeat(600);
      const edit = createEditTool({ store: new WorkspaceFileStore(workspace), redact, maxBytes: 8 * 1024 * 1024 });
      const changed =
        by === "edit"
          ? await edit.execute({ path: "a", edits: [{ oldText: `x\n${first}\n`, newText: `x\n${first}\n${added}` }] })
          : (
              await run(workspace, "apply_patch", {
                patch: `*** Begin Patch\n*** Update File: a\n@@ x\n ${first}\n+${added.trim().replaceAll("\n", "\n+")}\n*** End Patch`,
              })
            ).output;
      expect(changed).toMatchObject({ error: { kind: "protected_path" } });
      const { text } = await run(workspace, "read", { path: "a", offset: 4000, limit: 20 });
      expect(findLeak(text, lines)).toBeNull();
    },
  );

  it("leaves ordinary code alone", async () => {
    const code = [
      "const token = await getToken(user.id2, options.token2);",
      'password: "Enter your password"',
      "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "id 123e4567-e89b-12d3-a456-426614174000",
      "API_KEY=$" + "{API_KEY}",
      "https://example.com:8080/a@b",
      "",
    ].join("\n");
    const workspace = await openDiskWorkspace({ "a.ts": code });
    const { output } = await run(workspace, "read", { path: "a.ts" });
    expect(output).toMatchObject({ content: code });
    expect(output).not.toHaveProperty("redacted");
  });
});

describe("a redactor of one's own", () => {
  it("serves tools over any store", async () => {
    const store = await createStore({ "a.txt": "x SECRET-ONE y\n" });
    const own = createRedactor((text) =>
      Array.from(text.matchAll(/SECRET-\w+/g), ({ 0: found, index }) => ({
        start: index,
        end: index + found.length,
        kind: "own",
      })),
    );
    const { output } = await runTool(
      { read: createReadTool({ store, redact: own }) },
      {
        tool: "read",
        input: { path: "./a.txt" },
      },
    );
    const content = (output as { readonly content: string }).content;
    expect(content).toMatch(/^x \[REDACTED:own:[0-9a-f]{16}\] y\n$/);
    await runTool({ write: createWriteTool({ store, redact: own }) }, {
      tool: "write",
      input: { path: "a.txt", content: `${content}z` },
    } as never);
    expect(Buffer.from((await store.read("a.txt")) ?? []).toString()).toBe("x SECRET-ONE y\nz");
    const other = createWriteTool({ store, redact: createRedactor(own.findSecrets) });
    const refused = await runTool({ write: other }, { tool: "write", input: { path: "a.txt", content } } as never);
    expect(refused.output).toMatchObject({ error: { kind: "text_not_found" } });
  });

  it("is asked for when the option is something else", () => {
    expect(() => createRedactor("x" as never)).toThrow(TypeError);
    expect(() => createFileTools({ workspace: { fs: {}, shell: {} } as never, redact: {} as never })).toThrow(
      TypeError,
    );
  });
});

describe("a notebook that is too large to be looked at as a whole", () => {
  const token = `ghp_${"a1B2c3D4e5f6".repeat(3)}`;
  const filler = `#${"filler text ".repeat(40)}\n`;
  const toNotebook = (source: readonly string[], indent: number): string => {
    const cell = { cell_type: "code", execution_count: 1, metadata: {}, outputs: [], source };
    return JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, indent);
  };
  const halves = [filler, `a="${token.slice(0, 20)}`, `${token.slice(20)}"\n`];
  const split = Array.from({ length: 4500 }, () => halves).flat();
  const escaped = Array.from({ length: 4500 }, () => `${filler}x='@@${token.slice(4)}'\n`);

  it.each([
    ["over the strings of a list", toNotebook(split, 1)],
    ["over those of a single line", toNotebook(split, 0)],
    ["in escapes", toNotebook(escaped, 1).replaceAll("@@", "\\u0067hp_")],
  ])("hides a secret %s in the middle of its JSON, too", async (_, json) => {
    const workspace = createInMemoryWorkspace({ files: { "a.ipynb": json } });
    for (const part of [0.3, 0.5, 0.9]) {
      const { text } = await run(workspace, "read", { path: "a.ipynb", byteOffset: Math.floor(json.length * part) });
      expect(text).toMatch(PLACEHOLDER);
      expect(text).not.toContain(token.slice(20));
    }
    expect(json).toContain(token.slice(20));
  });
});
