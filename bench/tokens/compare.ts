// Counts what tools cost a model in tokens; `run.ts` starts it where the packages are installed.
// Fails when the five core tools are over their budget; a peer that can't run is reported and fails nothing.

import { writeFile } from "node:fs/promises";
import { type Measurement, measureSubject } from "./measure-subject.js";
import { countCoreTokens, formatComparison, formatDefinitions, type Measurements } from "./report.js";
import { ALL_SUBJECTS } from "./subjects/all-subjects.js";

const MAX_CORE_TOKENS = 900;
const RESULTS = new URL("../TOKENS.md", import.meta.url);
const INTRODUCTION = `# What the tools cost a model

Written by \`npm run tokens -- --write\`: do not edit by hand.

Tokens of the o200k encoding. A definition is the name, the description and the JSON schema of a tool as they are sent;
an answer is the text that the model is shown. All are asked the same of the same files, but the answers do not say the
same: ours alone numbers the lines of a read and shows what is near a failed edit, pi lists no sizes, and pi and
deepagents edit without a diff. The MCP server shows absolute paths, counted below /home/user/project. "–" stands for no
tool that can do it, "can't run here" for a missing program (pi needs fd). \`npm run tokens -- --show\` prints every
answer.
`;

async function measureAll(show: (text: string) => void): Promise<Measurements> {
  const measurements = new Map<string, Measurement | { readonly failure: string }>();
  for (const [index, subject] of ALL_SUBJECTS.entries()) {
    try {
      measurements.set(subject.name, await measureSubject(subject, show));
    } catch (error) {
      if (index === 0) throw error;
      console.error(`${subject.name}: ${error instanceof Error ? error.message : error}`);
      measurements.set(subject.name, { failure: "does not run" });
    }
  }
  return measurements;
}

const options = new Set(process.argv.slice(2));
const measurements = await measureAll(options.has("--show") ? console.log : () => {});
const ours = measurements.get("ai-file-tools");
if (ours === undefined || "failure" in ours) throw new Error("Our own tools were not measured.");
const tables = `${formatComparison(measurements)}\n\n${formatDefinitions(ours)}\n`;
console.log(tables);
if (options.has("--write")) await writeFile(RESULTS, `${INTRODUCTION}\n${tables}`);

const coreTokens = countCoreTokens(ours);
if (coreTokens > MAX_CORE_TOKENS) {
  console.error(`The five core tools cost ${coreTokens} tokens, more than ${MAX_CORE_TOKENS}.`);
  process.exitCode = 1;
}
