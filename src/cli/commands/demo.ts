// The command "demo": the demo of the examples, which is built beside the program.

import type { CliCommand } from "../command.js";
import { EXIT_OK } from "../exit-codes.js";

interface DemoModule {
  runDemo(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** Lets an agent work on a small project in a temporary directory. */
export const demoCommand: CliCommand = {
  name: "demo",
  summary: "watch an agent work on a small project, and what it is refused",
  parameters: "",
  maxPositionals: 0,
  options: {},
  notes: [
    "Works in a temporary directory that is removed afterwards. Needs the package ai and no key: without",
    "ANTHROPIC_API_KEY or OPENAI_API_KEY, and the provider's package, the model is a script.",
  ],
  examples: ["demo"],
  run: async ({ streams }) => {
    const { runDemo } = (await import(new URL("../demo/run-demo.js", import.meta.url).href)) as DemoModule;
    await runDemo({ signal: streams.signal });
    streams.signal.throwIfAborted();
    return EXIT_OK;
  },
};
