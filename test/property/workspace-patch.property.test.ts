// Random patches against a model of the tree, with a failure at every step that writes: all of a patch, or nothing.

import fc from "fast-check";
import { expect, test } from "vitest";
import type { Directory } from "../../src/workspace/directories/directory.js";
import { createMemoryRoot } from "../../src/workspace/directories/memory-directory.js";
import type { Workspace } from "../../src/workspace/interfaces/workspace.js";
import { createFaultyDirectory, Fault } from "../support/faulty-directory.js";
import { kindOf } from "../support/outcome.js";
import { propertyRuns } from "../support/property-runs.js";
import { Sandbox } from "../support/temp-workspace.js";

/** Runs by default; a scale of 100 makes 5 000 patches. */
const RUNS = 5;
const PATCHES_PER_RUN = 10;

type Tree = ReadonlyMap<string, readonly string[]>;

/** One operation on files of distinct lines; `null`: the patch is to be refused. */
interface Step {
  readonly text: (tree: Tree) => readonly string[];
  readonly apply: (tree: Tree) => Tree | null;
}

const PATHS = ["a", "b", "d/a", "d/b", "e/f/c"] as const;
const SEED: Tree = new Map([
  ["a", ["a0", "a1", "a2"]],
  ["d/a", ["x0"]],
  ["d/b", []],
]);

const path = fc.constantFrom(...PATHS);
const line = fc.integer({ min: 0, max: 9 }).map((number) => `line ${number}`);
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 4 });

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.join("\n") === right.join("\n");
}

function without(tree: Tree, gone: string): Tree {
  return new Map(Array.from(tree).filter(([name]) => name !== gone));
}

function addStep(at: string, content: readonly string[]): Step {
  return {
    text: () => [`*** Add File: ${at}`, ...content.map((text) => `+${text}`)],
    apply: (tree) => {
      const held = tree.get(at);
      return held === undefined || isSame(held, content) ? new Map([...tree, [at, content]]) : null;
    },
  };
}

function replaceStep(at: string, content: readonly string[]): Step {
  return {
    text: () => [`*** Replace File: ${at}`, ...content.map((text) => `+${text}`)],
    apply: (tree) => (tree.has(at) ? new Map([...tree, [at, content]]) : null),
  };
}

function deleteStep(at: string): Step {
  return { text: () => [`*** Delete File: ${at}`], apply: (tree) => (tree.has(at) ? without(tree, at) : null) };
}

function moveStep(from: string, to: string): Step {
  return {
    text: () => [`*** Update File: ${from}`, `*** Move to: ${to}`],
    apply: (tree) => {
      const [content, held] = [tree.get(from), tree.get(to)];
      if (content === undefined || (held !== undefined && !isSame(held, content))) return null;
      return new Map([...(from === to ? tree : without(tree, from)), [to, content]]);
    },
  };
}

/** Changes the first line of a file, or one that it does not have. */
function updateStep(at: string, { isMissing, added }: { readonly isMissing: boolean; readonly added: string }): Step {
  const oldLineOf = (tree: Tree): string => (isMissing ? "none of these" : (tree.get(at)?.[0] ?? "none of these"));
  return {
    text: (tree) => [`*** Update File: ${at}`, "@@", `-${oldLineOf(tree)}`, `+${added}`],
    apply: (tree) => {
      const [first, ...rest] = tree.get(at) ?? [];
      return first === undefined || isMissing ? null : new Map([...tree, [at, [added, ...rest]]]);
    },
  };
}

const rarely = fc.integer({ min: 0, max: 15 }).map((number) => number === 0);
const fresh = fc.integer({ min: 0, max: 1e9 }).map((number) => `fresh ${number}`);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(path, lines).map(([at, content]) => addStep(at, content)),
  fc.tuple(path, lines).map(([at, content]) => replaceStep(at, content)),
  path.map(deleteStep),
  fc.tuple(path, path).map(([from, to]) => moveStep(from, to)),
  fc.tuple(path, rarely, fresh).map(([at, isMissing, added]) => updateStep(at, { isMissing, added })),
);

interface RandomPatch {
  readonly steps: readonly Step[];
  /** Leaves out operations that cannot be done, so that most patches can. */
  readonly isMended: boolean;
}

const patch: fc.Arbitrary<RandomPatch> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  isMended: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
});

/** Writes a patch for a tree, and answers what it comes to; `null`: a refusal. */
function writePatch(
  before: Tree,
  { steps, isMended }: RandomPatch,
): { readonly text: string; readonly after: Tree | null } {
  const written: string[] = [];
  let after: Tree | null = before;
  for (const one of steps) {
    const next: Tree | null = after === null ? null : one.apply(after);
    if (next === null && isMended) continue;
    written.push(...one.text(after ?? before));
    after = next;
  }
  return {
    text: ["*** Begin Patch", ...written, "*** End Patch"].join("\n"),
    after: written.length === 0 ? null : after,
  };
}

function listFiles(directory: Directory, above = ""): readonly string[] {
  return directory
    .entries()
    .flatMap(({ name, type }) =>
      type === "dir" ? listFiles(directory.openDirectory(name), `${above}${name}/`) : `${above}${name}`,
    );
}

class ModelledWorkspace {
  readonly fault: Fault = new Fault();
  readonly #root: Directory;
  readonly #workspace: Workspace;

  constructor(root: Directory, workspace: Workspace, fault: Fault) {
    this.#root = root;
    this.#workspace = workspace;
    this.fault = fault;
  }

  /** Fails at every step in turn until the patch goes through; each time nothing may have changed. */
  async applyWithFaults(text: string, before: Tree): Promise<void> {
    for (let call = 1; ; call += 1) {
      this.fault.arm(call);
      const outcome = await kindOf(() => this.#workspace.fs.applyPatch(text));
      this.fault.disarm();
      if (outcome === "ok") return;
      expect([call, outcome]).toEqual([call, "io_error"]);
      expect([call, await this.read()]).toEqual([call, before]);
    }
  }

  refuse(text: string): Promise<string> {
    return kindOf(() => this.#workspace.fs.applyPatch(text));
  }

  async undoAndRedo(before: Tree, after: Tree): Promise<void> {
    await this.#workspace.history.undo();
    expect(await this.read()).toEqual(before);
    await this.#workspace.history.redo();
    expect(await this.read()).toEqual(after);
  }

  /** Reads every file that there is, temporary ones included. */
  async read(): Promise<Tree> {
    const names = listFiles(this.#root).toSorted();
    const texts = names.map(async (name) => Buffer.from(await this.#workspace.fs.readFile(name)).toString());
    const contents = await Promise.all(texts);
    return new Map(names.map((name, index) => [name, (contents[index] ?? "").split("\n").slice(0, -1)] as const));
  }
}

function sortTree(tree: Tree): Tree {
  return new Map(Array.from(tree).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

async function openModelled(sandbox: Sandbox): Promise<ModelledWorkspace> {
  const toBytes = (content: readonly string[]): Uint8Array => Buffer.from(content.map((text) => `${text}\n`).join(""));
  const root = createMemoryRoot(
    Array.from(SEED, ([name, content]) => ({ components: name.split("/"), bytes: toBytes(content) })),
  );
  const fault = new Fault();
  const tier = { guarantees: "strong", openRootDirectory: () => createFaultyDirectory(root, fault) } as const;
  return new ModelledWorkspace(root, await sandbox.open({}, tier), fault);
}

test("a patch is applied as the model says, or refused with everything as it was, wherever it fails", async () => {
  let [applied, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(patch, { minLength: PATCHES_PER_RUN, maxLength: PATCHES_PER_RUN }), async (patches) => {
      const sandbox = new Sandbox();
      try {
        const workspace = await openModelled(sandbox);
        let tree = sortTree(SEED);
        for (const one of patches) {
          const { text, after } = writePatch(tree, one);
          if (after === null) {
            refused += 1;
            expect([text, await workspace.refuse(text)]).not.toEqual([text, "ok"]);
          } else {
            applied += 1;
            await workspace.applyWithFaults(text, tree);
            const sorted = sortTree(after);
            expect([text, await workspace.read()]).toEqual([text, sorted]);
            if (JSON.stringify([...sorted]) !== JSON.stringify([...tree])) await workspace.undoAndRedo(tree, sorted);
            tree = sorted;
          }
          expect([text, await workspace.read()]).toEqual([text, tree]);
        }
      } finally {
        await sandbox.remove();
      }
    }),
    { numRuns: propertyRuns(RUNS) },
  );
  // About half of the patches apply; far fewer would mean that little was tried.
  expect(applied).toBeGreaterThan(refused / 4);
});
