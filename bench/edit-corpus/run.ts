// Runs every engine over the corpus and writes RESULTS.md: `npm ci && npm run bench:edits`. With `-- --held-out` it takes
// the packages that no rule was made for, and writes RESULTS-HELD-OUT.md.

import { writeFile } from "node:fs/promises";
import { ALL_CLASSES } from "./classes/all-classes.js";
import type { EditCase } from "./classes/edit-case.js";
import { ALL_ENGINES } from "./peers/all-engines.js";
import type { EditEngine } from "./peers/edit-engine.js";
import { type ClassResult, formatTable, type Tally } from "./score/tally.js";
import { judge } from "./score/verdict.js";
import { collectEdits } from "./source/collect-edits.js";
import { downloadPackages } from "./source/download.js";
import { HELD_OUT_PAIRS, PACKAGE_PAIRS } from "./source/packages.js";
import type { RealEdit } from "./source/real-edit.js";

// Peers answer a part of the cases, so that the run takes minutes.
const CASES_FOR_PEERS = 60;

async function scoreClass(name: string, cases: readonly EditCase[]): Promise<ClassResult> {
  const tallies = new Map<string, Tally>();
  for (const [index, engine] of ALL_ENGINES.entries()) {
    const step = index === 0 ? 1 : Math.ceil(cases.length / CASES_FOR_PEERS);
    tallies.set(
      engine.name,
      await scoreEngine(
        engine,
        cases.filter((_, place) => place % step === 0),
      ),
    );
  }
  const [first] = cases;
  return { name, tallies, mustRefuse: first !== undefined && "refusedAs" in first.expected };
}

async function scoreEngine(engine: EditEngine, cases: readonly EditCase[]): Promise<Tally> {
  const tally: Tally = {};
  for (const one of cases.filter((each) => canTake(engine, each))) {
    const answer = await engine.apply(one.before, one.edits);
    const verdict = judge(one, answer);
    tally[verdict] = (tally[verdict] ?? 0) + 1;
  }
  return tally;
}

function canTake(engine: EditEngine, { edits }: EditCase): boolean {
  if (edits.length > 1 && !engine.takesSeveral) return false;
  return engine.takesReplaceAll || edits.every((edit) => edit.replaceAll !== true);
}

function countKinds(results: readonly ClassResult[], engine: string): string {
  const counts = results.map(({ tallies }) => tallies.get(engine) ?? {});
  const right = counts.reduce((sum, tally) => sum + (tally.correct ?? 0), 0);
  const other = counts.reduce((sum, tally) => sum + (tally.kind ?? 0), 0);
  return `${right} of ${right + other} refusals of ${engine} have the right kind.`;
}

function countLanguages(edits: readonly RealEdit[]): string {
  const languages = [...new Set(edits.map((edit) => edit.language))];
  return languages
    .map((language) => `${edits.filter((edit) => edit.language === language).length} ${language}`)
    .join(", ");
}

const isHeldOut = process.argv.includes("--held-out");
const pairs = isHeldOut ? HELD_OUT_PAIRS : PACKAGE_PAIRS;
await downloadPackages(pairs);
const edits = await collectEdits(pairs);
const results: ClassResult[] = [];
for (const { name, make } of ALL_CLASSES) {
  const cases = edits.map(make).filter((one) => one !== null);
  results.push(await scoreClass(name, cases));
  console.error(name);
}
const engines = ALL_ENGINES.map((engine) => engine.name);
const [ours = ""] = engines;
const answerable = results.filter(({ mustRefuse }) => !mustRefuse);
const refusals = results.filter(({ mustRefuse }) => mustRefuse);
const counts = countLanguages(edits);
const list = isHeldOut ? "HELD_OUT_PAIRS" : "PACKAGE_PAIRS";
const origin = isHeldOut
  ? "Before any rule was changed with these packages in view, 99.3 % of 46 019 cases in 80 classes were right and 0.2 % differed in\nblanks; their failures were then looked at, too, so they are blind no longer. The classes are our own"
  : "The cases are our own, the engine was improved on them";
const report = `# Edits as models send them${isHeldOut ? ", held out" : ""}

${edits.length} real changes (${counts}) between published versions of the packages in \`${list}\` of \`source/packages.ts\`, perturbed in
${results.length} ways. The truth is computed from the change, never judged. The seed is fixed. Every case of a class goes to
${ours}, an even sample of about ${CASES_FOR_PEERS} to the others. Engines that take one edit a call are not asked for several.

Read it with care: "wrong" counts characters of the file that were rewritten outside the change, quotes for instance. The sums
weigh the classes as they were sampled, so compare engines by class. ${origin}, and
the placeholders are worded by whoever wrote the guard, which no other engine has.

## Answerable: percent byte for byte right / differing only in blanks / wrong; the rest is refused (cases)

${formatTable(answerable, engines)}

## Must be refused: percent applied (cases)

${formatTable(refusals, engines)}

${countKinds(refusals, ours)}
`;
await writeFile(new URL(isHeldOut ? "RESULTS-HELD-OUT.md" : "RESULTS.md", import.meta.url), report);
