// A store of one's own: reads fall through to a workspace, writes stay in memory until somebody looks at them.

import { generateText, stepCountIs } from "ai";
import {
  type ByteRange,
  createEditTool,
  createReadTool,
  createWriteTool,
  type FileStat,
  type FileStore,
  InMemoryFileStore,
  type StoreCallOptions,
  type StoreWriteOptions,
} from "ai-file-tools";
import { fileStoreContract, isCaseApplicable } from "ai-file-tools/testing";
import { createScriptedModel } from "./support/scripted-model.js";

class OverlayStore implements FileStore {
  readonly #base: FileStore;
  readonly #changes = new InMemoryFileStore();
  readonly #changedPaths = new Set<string>();

  constructor(base: FileStore) {
    this.#base = base;
  }

  get changedPaths(): readonly string[] {
    return [...this.#changedPaths];
  }

  async stat(path: string, options?: StoreCallOptions): Promise<FileStat | null> {
    return (await this.#changes.stat(path, options)) ?? this.#base.stat(path, options);
  }

  async read(path: string, options?: StoreCallOptions): Promise<Uint8Array | null> {
    return (await this.#changes.read(path, options)) ?? this.#base.read(path, options);
  }

  async *readChunks(path: string, range?: ByteRange, options?: StoreCallOptions): AsyncGenerator<Uint8Array> {
    const isChanged = (await this.#changes.stat(path, options)) !== null;
    yield* (isChanged ? this.#changes : this.#base).readChunks(path, range, options);
  }

  async write(path: string, bytes: Uint8Array, options: StoreWriteOptions = {}): Promise<void> {
    const { mode = (await this.stat(path, options))?.mode, signal } = options;
    await this.#changes.write(path, bytes, { mode, signal });
    this.#changedPaths.add(path);
  }
}

const cases = fileStoreContract().filter((one) => isCaseApplicable(new OverlayStore(new InMemoryFileStore()), one));
for (const one of cases) await one.run(() => new OverlayStore(new InMemoryFileStore()));
console.log(`The overlay keeps all ${cases.length} promises of a store.`);

const base = new InMemoryFileStore({ "greet.ts": "export const greeting = 'Hello';\n" });
const store = new OverlayStore(base);
const { text } = await generateText({
  model: createScriptedModel([
    () => [{ tool: "edit", input: { path: "greet.ts", edits: [{ oldText: "Hello", newText: "Good morning" }] } }],
    () => [{ tool: "write", input: { path: "notes.md", content: "Greets politely now.\n" } }],
    () => "Changed the greeting and left a note.",
  ]),
  tools: { read: createReadTool({ store }), write: createWriteTool({ store }), edit: createEditTool({ store }) },
  stopWhen: stepCountIs(10),
  prompt: "Make the greeting more polite.",
});
const decoder = new TextDecoder();
console.log(text);
console.log(`Changed, to be looked at: ${store.changedPaths.join(", ")}`);
console.log(`Underneath, untouched:    ${decoder.decode((await base.read("greet.ts")) ?? undefined).trim()}`);
