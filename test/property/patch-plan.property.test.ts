// A patch made from two texts leads from the one to the other, or is refused; never to a third.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FsError } from "../../src/errors.js";
import { applyPlan, createTree, showTree, tryOnTree } from "../support/plan-on-tree.js";
import {
  createHunks,
  formatEnvelope,
  formatUnified,
  joinFile,
  type LinePair,
  repeatedPairs,
  uniquePairs,
} from "../support/random-patches.js";

const contexts = fc.integer({ min: 1, max: 3 });

async function applyText(pair: LinePair, patch: string): Promise<string | FsError> {
  const tree = createTree({ f: joinFile(pair.before, pair) });
  const plan = await tryOnTree(patch, tree);
  return plan instanceof FsError ? plan : (showTree(applyPlan(tree, plan))["f"] ?? "");
}

function expected(pair: LinePair): string {
  return Buffer.from(joinFile(pair.after, pair)).toString("latin1");
}

// A file that gains its first line has no last line whose ending could tell how lines end.
function isComparable({ before, after, isUnended }: LinePair): boolean {
  if (before.length === 0) return false;
  return !isUnended || (before.at(-1) !== "" && after.at(-1) !== "" && after.length > 0);
}

describe("patches made from two texts", () => {
  it("lead from the one to the other when no line occurs twice", async () => {
    await fc.assert(
      fc.asyncProperty(uniquePairs, contexts, async (pair, context) => {
        const hunks = createHunks(pair, context);
        fc.pre(isComparable(pair) && hunks.length > 0 && pair.ending === "\n");
        expect(await applyText(pair, formatEnvelope("f", hunks))).toBe(expected(pair));
        expect(await applyText(pair, formatUnified("f", hunks))).toBe(expected(pair));
      }),
      { numRuns: 600 },
    );
  });

  it("keep CRLF, whatever the patch has", async () => {
    await fc.assert(
      fc.asyncProperty(uniquePairs, contexts, fc.boolean(), async (pair, context, isCrlfPatch) => {
        const crlf: LinePair = { ...pair, ending: "\r\n", isUnended: false };
        const hunks = createHunks(crlf, context);
        fc.pre(pair.before.length > 1 && hunks.length > 0);
        const patch = formatEnvelope("f", hunks);
        expect(await applyText(crlf, isCrlfPatch ? patch.replaceAll("\n", "\r\n") : patch)).toBe(expected(crlf));
      }),
      { numRuns: 300 },
    );
  });

  it("lead to the right text by their line numbers however often lines repeat", async () => {
    await fc.assert(
      fc.asyncProperty(repeatedPairs, fc.integer({ min: 1, max: 3 }), async (pair, context) => {
        const hunks = createHunks(pair, context);
        fc.pre(isComparable({ ...pair, isUnended: false }) && hunks.length > 0);
        const ended = { ...pair, isUnended: false, ending: "\n" } as const;
        expect(await applyText(ended, formatUnified("f", hunks))).toBe(expected(ended));
      }),
      { numRuns: 600 },
    );
  });

  it("are refused, or lead to the right text, when lines repeat and nothing says where", async () => {
    let applied = 0;
    await fc.assert(
      fc.asyncProperty(repeatedPairs, contexts, async (pair, context) => {
        const ended = { ...pair, isUnended: false, ending: "\n" } as const;
        const hunks = createHunks(ended, context);
        fc.pre(ended.before.length > 0 && hunks.length > 0);
        const result = await applyText(ended, formatEnvelope("f", hunks));
        if (result instanceof FsError) {
          expect(["ambiguous_text_match", "no_change", "patch_conflict"]).toContain(result.kind);
          return;
        }
        applied += 1;
        expect(result).toBe(expected(ended));
      }),
      { numRuns: 600 },
    );
    expect(applied).toBeGreaterThan(50);
  });

  it("leave the text alone when they are applied a second time, or are refused", async () => {
    await fc.assert(
      fc.asyncProperty(uniquePairs, async (pair) => {
        const ended = { ...pair, isUnended: false, ending: "\n" } as const;
        const hunks = createHunks(ended, 3);
        fc.pre(ended.before.length > 0 && hunks.length > 0);
        const patch = formatUnified("f", hunks);
        const result = await applyText({ ...ended, before: ended.after }, patch);
        if (result instanceof FsError) return;
        expect(result).toBe(expected(ended));
      }),
      { numRuns: 200 },
    );
  });
});
