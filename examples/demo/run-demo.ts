// The demo: an agent works on a copy of a project and runs into what the boundary refuses.

import { stepCountIs, ToolLoopAgent } from "ai";
import { createExecTool, createFileTools, openWorkspace } from "ai-file-tools";
import { pickModel } from "./pick-model.js";
import { createPresenter } from "./present-call.js";
import { copyProject } from "./project-copy.js";
import { showGreeting, showSummary } from "./show-frame.js";
import { createStepPrinter } from "./show-step.js";
import { PROMPT } from "./task.js";

/** Says how the demo runs. */
export interface DemoOptions {
  /** Stops it; what it has made is removed all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs the demo to its end and removes what it has made. */
export async function runDemo({ signal }: DemoOptions = {}): Promise<void> {
  const copy = await copyProject();
  const workspace = await openWorkspace({ root: copy.root, trusted: true });
  try {
    const { model, name } = await pickModel();
    showGreeting({ copy, workspace, modelName: name, prompt: PROMPT });
    const tools = {
      ...createFileTools({ workspace, exclude: ["exec"] }),
      exec: createExecTool({ workspace, allowedCommands: ["git diff", "git status", "ls"] }),
    };
    const agent = new ToolLoopAgent({ model, tools, stopWhen: stepCountIs(20) });
    const startedMs = performance.now();
    const onStepFinish = createStepPrinter(createPresenter(tools));
    const { steps } = await agent.generate({
      prompt: PROMPT,
      onStepFinish,
      ...(signal === undefined ? {} : { abortSignal: signal }),
    });
    await showSummary({ copy, workspace, steps, durationMs: performance.now() - startedMs });
  } finally {
    await workspace.close();
    await copy.remove();
  }
}
