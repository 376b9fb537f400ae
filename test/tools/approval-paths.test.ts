// Rules by path: a rule that allows needs everything that a call touches, one that asks or denies any of it.

import {
  type ApprovalPolicy,
  type ApprovalRule,
  createApproval,
  createFileTools,
  createInMemoryWorkspace,
  type FileStore,
  InMemoryFileStore,
} from "ai-file-tools";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_TREE_ENTRIES } from "../../src/limits.js";
import { WORKSPACES } from "./workspaces.js";

const FILES = {
  "docs/a.md": "old\n",
  "docs/deep/b.md": "b\n",
  "src/x.ts": "x\n",
  "src/sub/y.ts": "y\n",
  "package.json": "{}\n",
  "Sec/key.txt": "k\n",
  "Sec/deep/more.txt": "m\n",
};

const PATCH = `*** Begin Patch
*** Update File: docs/a.md
@@
-old
+new
*** Delete File: src/x.ts
*** Add File: src/new.ts
+evil
*** End Patch`;

const ALLOW_DOCS: readonly ApprovalRule[] = [{ paths: ["docs/**"], decision: "allow" }];
const DENY_SEC: readonly ApprovalRule[] = [
  { paths: ["Sec/**"], decision: "deny" },
  { paths: ["**"], decision: "allow" },
];
const DENY_READING: readonly ApprovalRule[] = [
  { tools: ["read", "grep", "glob", "list", "file"], paths: ["Sec/**"], decision: "deny" },
];

type Name = "apply_patch" | "edit" | "exec" | "file" | "glob" | "grep" | "list" | "read" | "write";
type Call = readonly [Name, object];

const transfer = (operation: "copy" | "move", path: string, targetPath: string): Call => [
  "file",
  { operation, path, targetPath, overwrite: true },
];
const remove = (path: string): Call => ["file", { operation: "delete_empty_dir", path, recursive: true }];

type Row = readonly [what: string, rules: readonly ApprovalRule[], call: Call, answer: string];

const ROWS: readonly Row[] = [
  ["a patch that also touches others", ALLOW_DOCS, ["apply_patch", { patch: PATCH }], "user-approval"],
  ["a copy out of what is allowed", ALLOW_DOCS, transfer("copy", "docs/a.md", "package.json"), "user-approval"],
  ["a copy into what is allowed", ALLOW_DOCS, transfer("copy", "Sec/key.txt", "docs/k.txt"), "user-approval"],
  ["a move of a directory into it", ALLOW_DOCS, transfer("move", "src", "docs/src"), "user-approval"],
  ["a move of it", ALLOW_DOCS, transfer("move", "docs/deep", "deep"), "user-approval"],
  ["a move within it", ALLOW_DOCS, transfer("move", "docs/deep", "docs/other"), "not-applicable"],
  ["a write in it", ALLOW_DOCS, ["write", { path: "docs/new.md", content: "" }], "not-applicable"],
  ["a write by a way around", ALLOW_DOCS, ["write", { path: "docs/../src/x.ts", content: "" }], "user-approval"],
  ["a command started in it", ALLOW_DOCS, ["exec", { command: "rm -r ../src", cwd: "docs/deep" }], "user-approval"],
  ["a move of what is denied", DENY_SEC, transfer("move", "Sec", "S2"), "denied"],
  ["a move of it by a way around", DENY_SEC, transfer("move", "docs/../Sec", "S2"), "denied"],
  ["a copy of what is denied", DENY_SEC, transfer("copy", "Sec", "S2"), "denied"],
  ["a removal of what is denied", DENY_SEC, remove("Sec"), "denied"],
  ["a move onto it", DENY_SEC, transfer("move", "docs", "Sec/docs"), "denied"],
  ["a move that makes it", DENY_SEC, transfer("move", "src", "sec"), "denied"],
  ["a move beside it", DENY_SEC, transfer("move", "docs", "d2"), "not-applicable"],
  ["a file of that name at depth", [{ paths: ["y.ts"], decision: "deny" }], transfer("move", "src", "lib"), "denied"],
  ["a read of it", DENY_READING, ["read", { path: "Sec/key.txt" }], "denied"],
  ["a read by a way around", DENY_READING, ["read", { path: "docs/../Sec/key.txt" }], "denied"],
  ["a search above it", DENY_READING, ["grep", { pattern: "k" }], "denied"],
  ["a search beside it", DENY_READING, ["grep", { pattern: "k", path: "docs" }], "not-applicable"],
  ["a listing of it", DENY_READING, ["list", { path: "Sec" }], "denied"],
  ["a glob above it", DENY_READING, ["glob", { pattern: "**" }], "denied"],
  ["a stat of it", DENY_READING, ["file", { operation: "stat", path: "Sec/key.txt" }], "denied"],
  [
    "a search in what is allowed",
    [
      { tools: ["grep"], paths: ["docs/**"], decision: "allow" },
      { tools: ["grep"], decision: "deny" },
    ],
    ["grep", { pattern: "k", path: "docs/deep" }],
    "not-applicable",
  ],
  [
    "a search above what is allowed",
    [
      { tools: ["grep"], paths: ["docs/**"], decision: "allow" },
      { tools: ["grep"], decision: "deny" },
    ],
    ["grep", { pattern: "k", path: "." }],
    "denied",
  ],
  [
    "a command, by its directory where the rule names its tool",
    [{ tools: ["exec"], paths: ["docs/**"], decision: "allow" }],
    ["exec", { command: "ls", cwd: "docs/deep" }],
    "not-applicable",
  ],
];

describe.each(WORKSPACES)("rules by path, in a workspace %s", (_name, open) => {
  it.each(ROWS)("judge %s", async (...[, rules, [name, input], answer]) => {
    const workspace = await open(FILES);
    const tools = createFileTools({ workspace, file: { allowRecursiveDelete: true } });
    const { toolApproval } = createApproval(tools, rules);
    expect((await toolApproval[name](input, { toolCallId: "1", messages: [] })).type).toBe(answer);
  });

  it("would let others through if one path were enough", async () => {
    const workspace = await open(FILES);
    const tools = createFileTools({ workspace });
    const onePath: ApprovalPolicy = ({ paths }) => (paths.some((path) => path.startsWith("docs/")) ? "allow" : "ask");
    const { toolApproval } = createApproval(tools, onePath);
    expect((await toolApproval.apply_patch({ patch: PATCH }, { toolCallId: "1", messages: [] })).type).toBe(
      "not-applicable",
    );
  });
});

describe("rules by path", () => {
  it("judge a directory with more below than is looked at as a whole", async () => {
    const entries = Array.from({ length: MAX_TREE_ENTRIES + 1 }, (_, at) => [`big/${at}.txt`, ""]);
    const workspace = createInMemoryWorkspace({ files: Object.fromEntries(entries), trusted: true });
    const tools = createFileTools({ workspace });
    const judge = async (rule: ApprovalRule): Promise<string> => {
      const input = { operation: "move", path: "big", targetPath: "large" };
      return (await createApproval(tools, [rule]).toolApproval.file(input, { toolCallId: "1", messages: [] })).type;
    };
    expect(await judge({ paths: ["big/**", "large/**"], decision: "allow" })).toBe("not-applicable");
    expect(await judge({ paths: ["big/*.txt", "large/**"], decision: "allow" })).toBe("user-approval");
    expect(await judge({ paths: ["big/none.key"], decision: "deny" })).toBe("denied");
    expect(await judge({ paths: ["other/**"], decision: "deny" })).toBe("user-approval");
  });
});

/** Makes calls one after the other, each judged first, and answers the judgement of the last. */
async function judgeLast(rules: readonly ApprovalRule[], calls: readonly Call[]): Promise<string> {
  const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
  const tools = createFileTools({ workspace, file: { allowRecursiveDelete: true } });
  const { toolApproval } = createApproval(tools, rules);
  let answer = "";
  for (const [at, [name, input]] of calls.entries()) {
    answer = (await toolApproval[name](input, { toolCallId: `${at}`, messages: [] })).type;
    if (answer === "denied") continue;
    const { execute } = tools[name] as unknown as { execute: (input: object, call: object) => Promise<object> };
    const output = await execute(input, { toolCallId: `${at}`, messages: [] });
    expect(output).not.toHaveProperty("error");
  }
  return answer;
}

async function judgeOnce(rules: readonly ApprovalRule[], name: Name, input: object): Promise<string> {
  const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
  const { toolApproval } = createApproval(createFileTools({ workspace }), rules);
  return (await toolApproval[name](input, { toolCallId: "1", messages: [] })).type;
}

describe("a pattern", () => {
  const deny = (...paths: string[]): readonly ApprovalRule[] => [{ paths, decision: "deny" }, { decision: "allow" }];
  const allow = (...paths: string[]): readonly ApprovalRule[] => [{ paths, decision: "allow" }];
  const family = "👨\u200d👩\u200d👧";

  it.each<[rules: readonly ApprovalRule[], path: string, answer: string]>([
    [deny("**/*.sh"), "x.sh", "denied"],
    [deny("**/*.sh"), '"x\\u200B.sh"', "denied"],
    [deny("**/*.sh"), "x\u200b.sh", "denied"],
    [deny(".env*"), '".env\\u200B.local"', "denied"],
    [deny(`${family}/**`), `${family}/k`, "denied"],
    [deny(`${family}/**`), '"👨\\u200D👩\\u200D👧"/k', "denied"],
    [deny('"👨\\u200D👩\\u200D👧"/**'), `${family}/k`, "denied"],
    [allow(`${family}/**`), `${family}/k`, "not-applicable"],
    [deny("Übung/**".normalize("NFD")), "Übung/k", "denied"],
    [deny("Übung/**"), "Übung/k".normalize("NFD"), "denied"],
    [allow("docs/**", "!docs/deep/**"), "docs/a.md", "not-applicable"],
    [allow("docs/**", "!docs/deep/**"), "docs/deep/b.md", "user-approval"],
    [allow("docs/**", "!docs/deep/**"), "package.json", "user-approval"],
    [allow("docs/**", "!docs/deep"), "docs/deep/b.md", "user-approval"],
    [allow("!docs/deep/**"), "src/x.ts", "not-applicable"],
    [deny("**", "!docs/**"), "docs/a.md", "not-applicable"],
    [deny("**", "!docs/**"), "src/x.ts", "denied"],
    [deny("Sec"), "Sec/key.txt", "denied"],
    [deny("Sec/"), "Sec/deep/more.txt", "denied"],
    [deny("deep"), "Sec/deep/more.txt", "denied"],
    [allow("docs"), "docs/a.md", "user-approval"],
    [deny("docs/*"), "docs/deep/new.md", "not-applicable"],
    [deny("{Sec,Keys}"), "Sec/key.txt", "denied"],
    [deny("S[e]c"), "Sec/key.txt", "denied"],
    [deny("app/\\(group\\)"), "app/(group)/x", "denied"],
    [allow("**", "!{Sec,Keys}"), "Sec/key.txt", "user-approval"],
  ])("of %j judges %s", async (rules, path, answer) => {
    expect(await judgeOnce(rules, "write", { path, content: "x\n" })).toBe(answer);
  });

  it("that takes something out leaves a directory out that holds it", async () => {
    const rules = allow("docs/**", "d2/**", "!docs/deep/**");
    const input = { operation: "move", path: "docs", targetPath: "d2" };
    expect(await judgeOnce(rules, "file", input)).toBe("user-approval");
  });

  it.each(["!(Sec)/**", "@(Sec|priv)/**", "*(a)"])("%s is refused, since it would be read otherwise", (pattern) => {
    expect(() => compile(allow(pattern))).toThrow(/is no pattern: write \{a,b\}/);
  });

  it("may have brackets in a name", async () => {
    expect(await judgeOnce(deny("app/(group)/**"), "write", { path: "app/(group)/x", content: "" })).toBe("denied");
  });

  it("gives no file a lesser risk under another spelling", async () => {
    const rules: readonly ApprovalRule[] = [{ risk: "medium", decision: "ask" }, { decision: "allow" }];
    for (const path of ["x.sh", '"x\\u200B.sh"', '"AGENTS\\u200B.md"']) {
      expect([path, await judgeOnce(rules, "write", { path, content: "" })]).toEqual([path, "user-approval"]);
    }
  });
});

function compile(rules: readonly ApprovalRule[]): unknown {
  return createApproval(createFileTools({ workspace: createInMemoryWorkspace({ files: {} }) }), rules);
}

describe("a denied path", () => {
  const tools = ["read", "edit", "write", "apply_patch", "file"];
  const rules: readonly ApprovalRule[] = [{ tools, paths: ["Sec/**"], decision: "deny" }, { decision: "allow" }];
  const wrong = "--- a/Sec/key.txt\n+++ b/Sec/key.txt\n@@ -1 +1 @@\n-nothing\n+x\n";

  it.each<Call>([
    ["edit", { path: "Sec/key.txt", edits: [{ oldText: "k", newText: "q" }], dryRun: true }],
    ["edit", { path: "Sec/key.txt", edits: [{ oldText: "none", newText: "q" }] }],
    ["apply_patch", { patch: wrong }],
    ["apply_patch", { patch: wrong, dryRun: true }],
    ["write", { path: "Sec/key.txt", content: "x", expectedSha256: "0".repeat(64) }],
  ])("is denied to %s in %j, which would show of it", async (name, input) => {
    expect(await judgeOnce(rules, name, input)).toBe("denied");
    expect(await judgeOnce([{ decision: "allow" }], name, input)).toBe("not-applicable");
  });

  it.each<Call>([
    ["read", { path: "Sec/key.txt/deeper" }],
    ["read", { path: "Sec/none/x" }],
    ["file", { operation: "move", path: "Sec/key.txt/deeper", targetPath: "x" }],
  ])("is denied to %s in %j, which fails in a way that would tell what is there", async (name, input) => {
    expect(await judgeOnce(rules, name, input)).toBe("denied");
  });

  it("is where a command starts by itself", async () => {
    const whole = createInMemoryWorkspace({ files: FILES, trusted: true });
    const deny: readonly ApprovalRule[] = [
      { tools: ["exec"], paths: ["Sec/**"], decision: "deny" },
      { decision: "allow" },
    ];
    const views = [
      whole.forRequest({ focus: "Sec" }),
      whole.forRequest({ roots: [{ path: "/Sec", access: "write" }], onlyRoots: true }),
    ];
    for (const workspace of views) {
      const tools = createFileTools({ workspace });
      for (const input of [
        { command: "cat key.txt" },
        { command: "cat key.txt", cwd: "" },
        { command: "ls", cwd: "." },
      ]) {
        const options = { toolCallId: "1", messages: [] };
        expect((await createApproval(tools, deny).toolApproval.exec(input, options)).type).toBe("denied");
        const asked = await createApproval(tools, "ask").toolApproval.exec(input, options);
        expect("reason" in asked && asked.reason).toMatch(/^Run in "Sec":$/m);
      }
    }
    const all: readonly ApprovalRule[] = [{ tools: ["exec"], paths: ["**"], decision: "deny" }];
    expect(await judgeOnce(all, "exec", { command: "ls" })).toBe("denied");
  });

  it("is the directory of a command, and an empty directory", async () => {
    const command = { command: "rm key.txt", cwd: "Sec" };
    const all: readonly ApprovalRule[] = [{ paths: ["Sec/**"], decision: "deny" }, { decision: "allow" }];
    expect(await judgeOnce(all, "exec", command)).toBe("denied");
    expect(await judgeOnce(all, "exec", { ...command, cwd: "src" })).toBe("not-applicable");
    const workspace = createInMemoryWorkspace({ files: {}, trusted: true });
    await workspace.fs.mkdir("Sec");
    const { toolApproval } = createApproval(createFileTools({ workspace }), all);
    const options = { toolCallId: "1", messages: [] };
    const move = { operation: "move", path: "Sec", targetPath: "S2" };
    expect((await toolApproval.file(move, options)).type).toBe("denied");
    expect((await toolApproval.file({ operation: "delete_empty_dir", path: "Sec" }, options)).type).toBe("denied");
  });

  it("is denied over a store that reads other paths as its own", async () => {
    const files = new InMemoryFileStore(FILES);
    const key = (path: string): string => path.replace(/^\/+/, "");
    const store: FileStore = {
      stat: async (path) => {
        const stat = await files.stat(key(path));
        return stat === null ? null : { ...stat, path: undefined };
      },
      read: (path) => files.read(key(path)),
      readChunks: (path, range) => files.readChunks(key(path), range),
      write: (path, bytes) => files.write(key(path), bytes),
    };
    const all: readonly ApprovalRule[] = [{ paths: ["Sec/**"], decision: "deny" }, { decision: "allow" }];
    const { toolApproval } = createApproval(createFileTools({ store }), all);
    for (const path of ["Sec/key.txt", "/Sec/key.txt", "//Sec/key.txt", "/docs/../Sec/key.txt"]) {
      const input = { path, content: "x\n" };
      expect([path, (await toolApproval.write(input, { toolCallId: "1", messages: [] })).type]).toEqual([
        path,
        "denied",
      ]);
    }
  });
});

it("allows a command in a directory that a rule names with all below", async () => {
  const rules: readonly ApprovalRule[] = [{ tools: ["exec"], paths: ["docs/**"], decision: "allow" }];
  expect(await judgeOnce(rules, "exec", { command: "ls", cwd: "docs" })).toBe("not-applicable");
  expect(await judgeOnce(rules, "exec", { command: "ls", cwd: "src" })).toBe("user-approval");
});

it("asks about what a tool may not look at as the rules list it", async () => {
  const listed: readonly ApprovalRule[] = [{ tools: ["read"], paths: ["docs/**"], decision: "allow" }];
  expect(await judgeOnce(listed, "read", { path: "docs/a.md" })).toBe("not-applicable");
  expect(await judgeOnce(listed, "read", { path: "Sec/key.txt" })).toBe("user-approval");
  expect(await judgeOnce(listed, "grep", { pattern: "k" })).toBe("not-applicable");
  const left: readonly ApprovalRule[] = [{ tools: ["read"], paths: ["docs/**"], decision: "deny" }];
  expect(await judgeOnce(left, "read", { path: "Sec/key.txt" })).toBe("not-applicable");
});

describe("a part of the root", () => {
  it("is judged by the name from the whole root, to allow", async () => {
    const whole = createInMemoryWorkspace({ files: FILES, trusted: true });
    const workspace = whole.forRequest({ roots: [{ path: "/Sec", access: "write" }], onlyRoots: true });
    const { toolApproval } = createApproval(createFileTools({ workspace }), [
      { paths: ["docs/**"], decision: "allow" },
      { paths: ["deep/**"], decision: "deny" },
    ]);
    const judge = async (path: string): Promise<string> =>
      (await toolApproval.write({ path, content: "x" }, { toolCallId: "1", messages: [] })).type;
    expect(await judge("docs/new.md")).toBe("user-approval");
    expect(await judge("deep/new.md")).toBe("denied");
  });
});

describe("a name that a path had", () => {
  const DENY_CHANGES: readonly ApprovalRule[] = [
    { tools: ["write", "edit", "grep", "read"], paths: ["Sec/**"], decision: "deny" },
    { tools: ["file", "apply_patch", "write", "grep", "read"], decision: "allow" },
  ];
  const away = transfer("move", "Sec", "S2");
  const write = (path: string): Call => ["write", { path, content: "new\n" }];
  const rename: Call = [
    "apply_patch",
    {
      patch: "*** Begin Patch\n*** Update File: Sec/key.txt\n*** Move to: k2.txt\n@@\n-k\n+l\n*** End Patch",
    },
  ];

  it.each<[what: string, calls: readonly Call[], answer: string]>([
    ["before it was moved", [write("Sec/key.txt")], "denied"],
    ["in its new place", [away, write("S2/key.txt")], "denied"],
    ["moved twice", [away, transfer("move", "S2", "docs/S3"), write("docs/S3/deep/more.txt")], "denied"],
    ["below what was moved", [away, transfer("move", "S2/deep", "d"), write("d/more.txt")], "denied"],
    [
      "in what moved with its directory",
      [away, transfer("move", "S2", "src/S3"), transfer("move", "src", "lib"), write("lib/S3/a")],
      "denied",
    ],
    [
      "in a directory that is searched",
      [transfer("move", "Sec", "docs/S2"), ["grep", { pattern: "k", path: "docs" }]],
      "denied",
    ],
    ["when a patch moved it", [rename, write("k2.txt")], "denied"],
    ["of something beside it", [away, write("S20/key.txt")], "not-applicable"],
    ["when only a copy was made", [transfer("copy", "docs/a.md", "a.md"), write("a.md")], "not-applicable"],
  ])("counts %s", async (...[, calls, answer]) => {
    expect(await judgeLast(DENY_CHANGES, calls)).toBe(answer);
  });

  it("never allows", async () => {
    const rules: readonly ApprovalRule[] = [
      { tools: ["write"], paths: ["docs/**"], decision: "allow" },
      { tools: ["file"], decision: "allow" },
    ];
    expect(await judgeLast(rules, [transfer("move", "docs", "d2"), write("d2/a.md")])).toBe("user-approval");
  });

  it("is anything after more moves than are followed", async () => {
    const there = transfer("move", "Sec", "docs/S");
    const deeper = Array.from({ length: 64 }, (_, at) =>
      transfer("move", at === 0 ? "docs/S" : `n${at - 1}`, `n${at}`),
    );
    const rules: readonly ApprovalRule[] = [
      { paths: ["none/**"], decision: "deny" },
      { paths: ["**"], decision: "allow" },
    ];
    expect(await judgeLast(rules, [there, write("docs/S/key.txt")])).toBe("not-applicable");
    expect(await judgeLast(rules, [there, ...deeper, write("n63/key.txt")])).toBe("denied");
  });
});

it("refuses a way around that is made after it was judged", async () => {
  const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
  const tools = createFileTools({ workspace });
  const input = { operation: "move", path: "x/../Sec", targetPath: "S2" } as const;
  await createApproval(tools, DENY_SEC).toolApproval.file(input, { toolCallId: "1", messages: [] });
  await workspace.fs.mkdir("x");
  expect(await tools.file.execute(input, { toolCallId: "1" })).toMatchObject({ error: { kind: "permission_denied" } });
  expect(await tools.file.execute(input, { toolCallId: "unjudged" })).toMatchObject({ operation: "move" });
});

describe("a rule that allows", () => {
  const places = ["docs/a.md", "docs/deep/b.md", "src/x.ts", "src/sub/y.ts", "Sec/key.txt", "new/z.ts"] as const;

  it("never lets a patch run of which one file is outside", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.constantFrom(...places), { minLength: 1 }), async (paths) => {
        const workspace = createInMemoryWorkspace({ files: FILES, trusted: true });
        const { toolApproval } = createApproval(createFileTools({ workspace }), ALLOW_DOCS);
        const parts = paths.map((path) => (path in FILES ? `*** Delete File: ${path}` : `*** Add File: ${path}\n+z`));
        const patch = ["*** Begin Patch", ...parts, "*** End Patch"].join("\n");
        const { type } = await toolApproval.apply_patch({ patch }, { toolCallId: "1", messages: [] });
        expect(type).toBe(paths.every((path) => path.startsWith("docs/")) ? "not-applicable" : "user-approval");
      }),
      { numRuns: 50 },
    );
  });
});
