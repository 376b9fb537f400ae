// Counts the tokens of one set of tools in a new directory.

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { writeProjectFiles } from "./project-files.js";
import { type OpenSubject, SITUATIONS, type Situation, type Subject, type SubjectCall } from "./subject.js";

const TIMEOUT_MS = 60_000;
// Stands for the temporary directory, whose random name would change the counts of tools that show absolute paths.
const COUNTED_ROOT = "/home/user/project";

/** A number of tokens, why there is none, or `null` where the tools can't do it. */
export type Count = number | { readonly failure: string } | null;

/** What one set of tools costs. */
export interface Measurement {
  /** Tokens of each definition, by the tool's name. */
  readonly definitions: ReadonlyMap<string, number>;
  readonly coreTools: readonly string[];
  readonly answers: ReadonlyMap<Situation, Count>;
}

/** Measures a set of tools. With `show` each answer is handed to it. */
export async function measureSubject(subject: Subject, show: (text: string) => void): Promise<Measurement> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "ai-file-tools-tokens-")));
  try {
    await writeProjectFiles(root);
    const tools = await subject.open(root);
    try {
      return await measureTools(subject, { tools, root, show });
    } finally {
      await tools.close();
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

interface Measured {
  readonly tools: OpenSubject;
  readonly root: string;
  readonly show: (text: string) => void;
}

async function measureTools(subject: Subject, measured: Measured): Promise<Measurement> {
  const { definitions: tools } = measured.tools;
  const definitions = new Map(tools.map((tool) => [tool.name, countTokens(JSON.stringify(tool))]));
  const missing = subject.coreTools.filter((name) => !definitions.has(name));
  if (missing.length > 0) throw new Error(`no longer has ${missing.join(", ")}`);
  const answers = new Map<Situation, Count>();
  for (const situation of SITUATIONS) {
    const call = subject.planCall(situation, measured.root);
    measured.show(`${subject.name}: ${situation}`);
    answers.set(situation, call === null ? null : await countAnswer(call, measured));
  }
  return { definitions, coreTools: subject.coreTools, answers };
}

async function countAnswer(call: SubjectCall, { tools, root, show }: Measured): Promise<Count> {
  const answer = await answerCall(tools, call);
  if (typeof answer !== "string") return answer;
  const text = answer.replaceAll(root, COUNTED_ROOT);
  show(`${text}\n`);
  return countTokens(text);
}

/** An agent shows the message of a tool that throws to its model, so the message is an answer too. */
async function answerCall(tools: OpenSubject, call: SubjectCall): Promise<string | { readonly failure: string }> {
  const settled = new AbortController();
  const timeout = setTimeout(TIMEOUT_MS, { failure: "no answer in 60 s" }, { signal: settled.signal });
  timeout.catch(() => {}); // it rejects when the answer was first
  try {
    return await Promise.race([tools.call(call), timeout]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return /not available|not found in PATH|is not installed/.test(message) ? { failure: "can't run here" } : message;
  } finally {
    settled.abort();
  }
}
