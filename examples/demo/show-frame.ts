// What the demo prints before the first step and after the last one.

import { isToolFailure, type Workspace } from "ai-file-tools";
import type { ProjectCopy } from "./project-copy.js";
import type { ShownStep } from "./show-step.js";
import { bold, cyan, dim, green, printLines, red } from "./terminal.js";

/** What the demo knows when it begins. */
export interface DemoStart {
  readonly copy: ProjectCopy;
  readonly workspace: Workspace;
  readonly modelName: string;
  readonly prompt: string;
}

export function showGreeting({ copy, workspace, modelName, prompt }: DemoStart): void {
  printLines(`\n${bold("ai-file-tools")}: an agent works on ${copy.name}\n`);
  printLines(dim(`workspace  ${copy.fileCount} files in ${copy.root}`));
  printLines(dim(`           trusted, guarantees: ${workspace.guarantees}`));
  printLines(dim(`model      ${modelName}`));
  printLines(`\n${cyan(prompt)}\n`);
}

/** What the demo knows when it ends. */
export interface DemoEnd {
  readonly copy: ProjectCopy;
  readonly workspace: Workspace;
  readonly steps: readonly ShownStep[];
  readonly durationMs: number;
}

export async function showSummary({ copy, workspace, steps, durationMs }: DemoEnd): Promise<void> {
  const results = steps.flatMap((step) => step.toolResults);
  const failures = results.filter(({ output }) => isToolFailure(output));
  const [changed, outside] = await Promise.all([copy.listChanged(), copy.listOutside()]);
  const calls = `${results.length} calls, ${results.length - failures.length} done, ${failures.length} refused`;
  printLines(`${dim("calls    ")}  ${calls}, in ${(durationMs / 1000).toFixed(1)} s`);
  printLines(`${dim("changed  ")}  ${changed.join(", ") || "nothing"}`);
  printLines(`${dim("outside  ")}  ${outside.length === 0 ? green("untouched") : red(outside.join(", "))}`);
  printLines(`${dim("audit    ")}  ${countEvents(workspace)}\n`);
}

function countEvents(workspace: Workspace): string {
  const types = workspace.audit.recent().map(({ type }) => type);
  const counts = [...new Set(types)].map((type) => `${types.filter((other) => other === type).length} ${type}`);
  return `${types.length} events: ${counts.join(", ")}`;
}
