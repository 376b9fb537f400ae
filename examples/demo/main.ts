// The demo: an agent works on a copy of this repository and runs into what the boundary refuses. "npm run demo".

import { stepCountIs, ToolLoopAgent } from "ai";
import { createExecTool, createFileTools, openWorkspace } from "ai-file-tools";
import { pickModel } from "./pick-model.js";
import { createPresenter } from "./present-call.js";
import { copyRepository } from "./repository-copy.js";
import { showGreeting, showSummary } from "./show-frame.js";
import { createStepPrinter } from "./show-step.js";
import { PROMPT } from "./task.js";

const copy = await copyRepository();
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
  const { steps } = await agent.generate({ prompt: PROMPT, onStepFinish: createStepPrinter(createPresenter(tools)) });
  await showSummary({ copy, workspace, steps, durationMs: performance.now() - startedMs });
} finally {
  await workspace.close();
  await copy.remove();
}
