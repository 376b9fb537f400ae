// In whatever notation a secret stands: what is hidden is its characters and no other, and what is sent back with a
// placeholder in it gives every byte back.

import fc from "fast-check";
import { expect, test } from "vitest";
import { redactText } from "../../src/redaction/redacted-text.js";
import { createSecretRedactor } from "../../src/redaction/secret-redactor.js";
import { createFileTools } from "../../src/tools/create-file-tools.js";
import { createInMemoryWorkspace } from "../../src/workspace/in-memory-workspace.js";
import { type Planted, planted } from "../support/planted-secrets.js";
import { propertyRuns } from "../support/property-runs.js";

const redactor = createSecretRedactor();

async function findHidden({ before, secret, after }: Planted): Promise<readonly string[]> {
  const { pieces } = await redactText(`${before}${secret}${after}`, redactor, "a");
  return pieces.map((piece) => `${piece.start - before.length}: ${piece.secret}`);
}

/** The lines of a secret, each with its place. */
function linesOf(secret: string): readonly string[] {
  let at = 0;
  return secret.split("\n").map((line) => {
    at += line.length + 1;
    return `${at - line.length - 1}: ${line}`;
  });
}

test("hides the characters of a secret and no other", async () => {
  await fc.assert(
    fc.asyncProperty(planted, async (given) => {
      expect(await findHidden(given)).toEqual(linesOf(given.secret));
    }),
    { numRuns: propertyRuns(2000) },
  );
});

const change = (shown: string): string => shown.replaceAll("neighbour", "changed").replaceAll("NEIGHBOUR", "CHANGED");

function toPatch(shown: string): string {
  const lines = shown.replace(/\n$/, "").split("\n");
  const removed = lines.map((line) => `-${line}`);
  const added = lines.map((line) => `+${change(line)}`);
  return ["*** Begin Patch", "*** Update File: a", ...removed, ...added, "*** End Patch"].join("\n");
}

test.for(["write", "edit", "apply_patch"] as const)(
  "%s around a placeholder gives every other byte back",
  async (tool) => {
    await fc.assert(
      fc.asyncProperty(planted, async (given) => {
        const file = `${given.before}${given.secret}${given.after}`;
        const workspace = createInMemoryWorkspace({ files: { a: file }, trusted: true });
        const tools = createFileTools({ workspace, redact: redactor });
        const read = await tools.read.execute({ path: "a" });
        if (!("content" in read)) throw new Error(JSON.stringify(read));
        const shown = read.content;
        const output = await {
          write: () => tools.write.execute({ path: "a", content: change(shown) }),
          edit: () => tools.edit.execute({ path: "a", edits: [{ oldText: shown, newText: change(shown) }] }),
          apply_patch: () => tools.apply_patch.execute({ patch: toPatch(shown) }),
        }[tool]();
        expect(output).not.toHaveProperty("error");
        expect(Buffer.from(await workspace.fs.readFile("a")).toString()).toBe(change(file));
        expect(JSON.stringify(output)).not.toContain(JSON.stringify(given.secret.split("\n")[0]).slice(1, -1));
      }),
      { numRuns: propertyRuns(100) },
    );
  },
);
