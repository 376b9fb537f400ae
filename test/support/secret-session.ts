// A session of a model that wants to see secrets: it reads, searches, changes and moves files in steps that fast-check
// chooses, through every tool. Answers all texts that it was shown.

import fc from "fast-check";
import { createAnthropicTextEditorExecute } from "../../src/anthropic/text-editor-execute.js";
import { createOpenAIApplyPatchExecute } from "../../src/openai/apply-patch-execute.js";
import { redactText } from "../../src/redaction/redacted-text.js";
import { createSecretRedactor } from "../../src/redaction/secret-redactor.js";
import { createApproval } from "../../src/tools/approval/create-approval.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import type { FreshnessGuard } from "../../src/tools/freshness/freshness-guard.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { alter, compare, FILLER, INSERTS, pick } from "./altered-text.js";
import { letters, type Planted, planted } from "./planted-secrets.js";

const redact = createSecretRedactor();

const NAMES = ["a.env", "b.txt", "c.ipynb", "d.json", "e.yml", "f.ts", "g.pdf", "sub/h.md"];
const ORDINARY = ["const value = compute(alpha);", "ordinary text", "", "  - entry: 1", "name: neighbour", "é…"];
const FILL_KIB = [70, 70, 600];

/** One step: what is done, and numbers that every choice in it is made by. */
export interface SessionStep {
  readonly act: string;
  readonly seeds: readonly number[];
}

/** A session as fast-check makes it. */
export interface Session {
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly secrets: readonly string[];
  readonly guard: FreshnessGuard;
  readonly steps: readonly SessionStep[];
}

const CHANGES = ["write", "edit", "edit-line", "patch", "replace", "insert", "openai", "file-write"];
const ACTS: readonly string[] = [
  ...["read", "window", "bytes", "grep", "search", "view", "approve", "move", "patch-move", "undo", "miss"],
  ...["glob", "fill", "whole"],
  ...[...CHANGES, ...CHANGES],
];

const privateKey = fc
  .array(letters(64), { minLength: 2, maxLength: 8 })
  .map((lines) => ["-----BEGIN RSA PRIVATE KEY-----", ...lines, "-----END RSA PRIVATE KEY-----"]);
const anyPlanted: fc.Arbitrary<Planted> = fc.oneof(
  { weight: 9, arbitrary: planted.filter(({ secret }) => !secret.includes("PRIVATE KEY")) },
  {
    weight: 1,
    arbitrary: privateKey.map((lines) => ({ before: "", secret: lines.join("\n"), after: "\n" })),
  },
);
const content = fc.tuple(
  fc.array(fc.constantFrom(...ORDINARY), { maxLength: 4 }),
  fc.array(anyPlanted, { minLength: 1, maxLength: 3 }),
  fc.array(fc.constantFrom(...ORDINARY), { maxLength: 4 }),
);

const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  utf8: (text) => Buffer.from(text),
  marked: (text) => Buffer.from(`\ufeff${text}`),
  utf16: (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
  windows1252: (text) => Buffer.from(`${text}\ncaf\u00e9 \u00e0 la carte\n`.replaceAll("\u2026", "."), "latin1"),
};

/** Makes sessions of at most so many steps. */
export function sessions(maxSteps: number): fc.Arbitrary<Session> {
  const step = fc.record({
    act: fc.constantFrom(...ACTS),
    seeds: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  });
  return fc
    .record({
      contents: fc.array(content, { minLength: 2, maxLength: 4 }),
      first: fc.nat(NAMES.length - 1),
      encoding: fc.constantFrom("utf8", "utf8", "utf8", ...Object.keys(ENCODINGS)),
      guard: fc.constantFrom<FreshnessGuard>("off", "off", "warn", "require-read"),
      steps: fc.array(step, { minLength: maxSteps, maxLength: maxSteps }),
    })
    .map(({ contents, first, encoding, ...rest }) => ({
      ...rest,
      secrets: contents.flatMap(([, all]) => all.map(({ secret }) => secret)),
      files: Object.fromEntries(
        contents.map(([head, all, tail], index) => {
          const name = NAMES[(first + index) % NAMES.length] ?? "a";
          const text = [...head, ...all.map(({ before, secret, after }) => `${before}${secret}${after}`), ...tail].join(
            "\n",
          );
          const encode = ENCODINGS[name.endsWith(".ipynb") ? "utf8" : encoding] ?? Buffer.from;
          return [name, encode(name.endsWith(".ipynb") ? toNotebook(text) : text)];
        }),
      ),
    }));
}

function toNotebook(text: string): string {
  const source = text.split(/(?<=\n)/);
  const cell = { cell_type: "code", metadata: {}, outputs: [], execution_count: 1, source };
  return JSON.stringify(
    { cells: [cell, { ...cell, source: text }], metadata: {}, nbformat: 4, nbformat_minor: 5 },
    null,
    1,
  );
}

/** What a session showed: at the start, when every file was read as it was, and after that. */
export interface Shown {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** How a session is run; the controls switch something off. */
export interface SessionControl {
  /** Finds nothing. */
  readonly isBlind?: boolean;
  /** Makes the changes itself, past the tools and what they refuse. */
  readonly isUnjudged?: boolean;
}

/** Runs a session. */
export async function runSession(session: Session, control: SessionControl = {}): Promise<Shown> {
  const workspace = createInMemoryWorkspace({ files: session.files, trusted: true });
  const intruder = new Intruder(workspace, session, control);
  for (const path of Object.keys(session.files)) {
    await intruder.use("read", { path });
    await intruder.use("read", { path, byteOffset: 0 });
  }
  const before = intruder.shown.splice(0);
  for (const step of session.steps) await intruder.take(step);
  return { before, after: intruder.shown };
}

type AnyTool = {
  execute(input: object, options: object): Promise<unknown>;
  toModelOutput(options: object): unknown;
};

class Intruder {
  readonly shown: string[] = [];
  readonly #workspace: Workspace;
  readonly #tools: Readonly<Record<string, AnyTool>>;
  readonly #approval: ReturnType<typeof createApproval<Readonly<Record<string, AnyTool>>>>;
  readonly #editor: ReturnType<typeof createAnthropicTextEditorExecute>;
  readonly #patcher: ReturnType<typeof createOpenAIApplyPatchExecute>;
  readonly #isUnjudged: boolean;
  #calls = 0;
  #isFilled = false;

  constructor(workspace: Workspace, { guard }: Session, { isBlind = false, isUnjudged = false }: SessionControl) {
    const used = isBlind ? { ...redact, findSecrets: () => [] } : redact;
    this.#workspace = workspace;
    this.#isUnjudged = isUnjudged;
    this.#tools = createFileTools({
      workspace,
      redact: used,
      exclude: ["exec"],
      guard,
    }) as unknown as Readonly<Record<string, AnyTool>>;
    this.#approval = createApproval(this.#tools, "ask");
    this.#editor = createAnthropicTextEditorExecute({ workspace, redact: used });
    this.#patcher = createOpenAIApplyPatchExecute({ workspace, redact: used });
  }

  async use(name: string, input: object): Promise<unknown> {
    const tool = this.#tools[name];
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    this.#calls += 1;
    const output = await tool.execute(input, { toolCallId: `${this.#calls}`, messages: [] });
    this.#note(output, tool.toModelOutput({ toolCallId: `${this.#calls}`, input, output }));
    return output;
  }

  async take({ act, seeds }: SessionStep): Promise<void> {
    const { paths } = await this.#workspace.fs.glob("**/*");
    const path = pick(paths, seeds[0]) ?? "none";
    const [, a = 0, b = 0, c = 0] = seeds;
    switch (act) {
      case "read":
        await this.use("file", { operation: "read", path });
        break;
      case "whole":
        await this.use("read", { path });
        break;
      case "window":
        await this.use("read", { path, offset: (a % 40) - 10, limit: 1 + (b % 4) });
        break;
      case "bytes":
        await this.use("read", { path, byteOffset: a % 900, limit: 1 + (b % 3) });
        break;
      case "grep":
        await this.#grep(seeds);
        break;
      case "search":
        await this.use("file", { operation: "search", path: ".", query: pick([..."=: aet", "ass"], a) });
        break;
      case "view":
        this.#note(await this.#editor({ command: "view", path, view_range: [1 + (a % 9), -1] }));
        break;
      case "move":
        await this.use("file", {
          operation: pick(["move", "copy"], a),
          path,
          targetPath: pick(NAMES, b),
          overwrite: c % 4 === 0,
        });
        break;
      case "patch-move":
        await this.#change(path, "patch", { seeds, moveTo: pick(NAMES, b) ?? "x" });
        break;
      case "undo":
        this.#note(await this.#editor({ command: "undo_edit", path }));
        break;
      case "miss":
        await this.#miss(path, seeds);
        break;
      case "glob":
        await this.use("glob", { pattern: "**/*" });
        await this.use("list", { path: "." });
        break;
      default:
        await this.#change(path, act, { seeds });
    }
  }

  async #grep([, a = 0, b = 0, c = 0]: readonly number[]): Promise<void> {
    const [pattern, regex] = pick(
      [
        ["=", false],
        [":", false],
        [".", true],
        ["[\\s\\S]{1,40}", true],
        ["password", false],
        ["[A-Za-z0-9]{8}", true],
        ["BEGIN", false],
      ] as const,
      a,
    ) ?? ["x", false];
    const multiline = regex && b % 2 === 0;
    await this.use("grep", { pattern, regex, context: c % 4, ignoreCase: true, ...(multiline ? { multiline } : {}) });
  }

  /** Looks for a text that nearly stands there, and for one with a piece of what is shown. */
  async #miss(path: string, seeds: readonly number[]): Promise<void> {
    const content = await this.#read(path);
    const [, a = 0, b = 0] = seeds;
    const at = a % Math.max(1, content.length);
    const oldText = `${content.slice(at, at + 10 + (b % 60))}Z${content.slice(at + 70, at + 90)}`;
    await this.use("edit", { path, edits: [{ oldText, newText: "x" }] });
  }

  async #read(path: string): Promise<string> {
    const output = (await this.use("read", { path, byteOffset: 0 })) as { readonly content?: string };
    return output.content ?? "";
  }

  async #change(
    path: string,
    act: string,
    { seeds, moveTo }: { seeds: readonly number[]; moveTo?: string },
  ): Promise<void> {
    const shown = await this.#read(path);
    const content = act === "fill" ? this.#fill(shown, seeds) : alter(shown, seeds);
    if (this.#isUnjudged) return this.#changeUnjudged(path, content);
    const dryRun = (seeds[7] ?? 0) % 3 === 0 ? { dryRun: true } : {};
    const { oldLines, newLines, context } = compare(shown, content);
    const hunk = [context, ...oldLines.map((line) => `-${line}`), ...newLines.map((line) => `+${line}`)].join("\n");
    switch (act) {
      case "edit":
        await this.use("edit", { path, edits: [{ oldText: shown, newText: content }], ...dryRun });
        break;
      case "edit-line":
        await this.use("edit", {
          path,
          edits: [{ oldText: oldLines.join("\n"), newText: newLines.join("\n"), replaceAll: true }],
          ...dryRun,
        });
        break;
      case "patch": {
        const move = moveTo === undefined ? "" : `*** Move to: ${moveTo}\n`;
        await this.use("apply_patch", {
          patch: `*** Begin Patch\n*** Update File: ${path}\n${move}${hunk}\n*** End Patch`,
          ...dryRun,
        });
        break;
      }
      case "replace":
        this.#note(
          await this.#editor({
            command: "str_replace",
            path,
            old_str: oldLines.join("\n"),
            new_str: newLines.join("\n"),
          }),
        );
        break;
      case "insert":
        this.#note(
          await this.#editor({
            command: "insert",
            path,
            insert_line: (seeds[1] ?? 0) % 12,
            insert_text: newLines.join("\n"),
          }),
        );
        break;
      case "openai":
        this.#note(await this.#patcher({ callId: "1", operation: { type: "update_file", path, diff: hunk } }));
        break;
      case "approve":
        await this.#approve(path, content);
        break;
      case "file-write":
        await this.use("file", { operation: "write", path, content, overwrite: true });
        break;
      default:
        await this.use("write", { path, content });
    }
  }

  async #approve(path: string, content: string): Promise<void> {
    this.#calls += 1;
    const toolCallId = `${this.#calls}`;
    this.#note(await this.#approval.toolApproval["write"]?.({ path, content }, { toolCallId, messages: [] }));
    this.#note(await this.#approval.records.get(toolCallId));
  }

  #fill(shown: string, [, a = 0, b = 0, c = 0]: readonly number[]): string {
    if (this.#isFilled) return shown;
    this.#isFilled = true;
    const lines = shown.split("\n");
    const filler = FILLER.repeat(((pick(FILL_KIB, b) ?? 1) * 1024) / FILLER.length);
    lines.splice(a % lines.length, 0, c % 2 === 0 ? filler : filler.replaceAll("\n", " "));
    return lines.join("\n");
  }

  async #changeUnjudged(path: string, content: string): Promise<void> {
    const { pieces } = await redactText(Buffer.from(await this.#workspace.fs.readFile(path)).toString(), redact, path);
    const text = pieces.reduce((all, { placeholder, secret }) => all.replaceAll(placeholder, () => secret), content);
    await this.#workspace.fs.writeTextOverwrite(path, text);
  }

  #note(...values: readonly unknown[]): void {
    for (const text of values.flatMap(listTexts)) {
      this.shown.push(text);
      if (/^[A-Za-z0-9+/]{12,}=*$/.test(text)) {
        const bytes = Buffer.from(text, "base64").toString("latin1");
        this.shown.push(bytes, bytes.replaceAll("\0", ""), Buffer.from(bytes, "latin1").toString());
      }
    }
  }
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const RUN = 8;

/** Answers a run of eight characters of a secret that was not to be seen at the start and is now. */
export function findShownRun({ secrets }: Session, { before, after }: Shown): string | null {
  const runs = new Set(secrets.flatMap((secret) => spellingsOf(secret).flatMap(listRuns)));
  for (const text of [...before, ...INSERTS, FILLER, ...INSERTS.map((insert) => JSON.stringify(insert))]) {
    for (const run of listRuns(text)) runs.delete(run);
  }
  for (const text of after) {
    for (const run of listRuns(text)) if (runs.has(run)) return run;
  }
  return null;
}

function spellingsOf(secret: string): readonly string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  return [secret, once, JSON.stringify(once).slice(1, -1)];
}

function listRuns(text: string): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - RUN + 1) }, (_, start) => text.slice(start, start + RUN));
}
