import { readdirSync, readFileSync } from "node:fs";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { createThreadPlugin } from "./test/support/thread-plugin.js";

function here(path: string): string {
  return new URL(path, import.meta.url).pathname;
}

const self = [
  { find: /^ai-file-tools\/acp$/, replacement: here("./src/acp/index.ts") },
  { find: /^ai-file-tools\/anthropic$/, replacement: here("./src/anthropic/index.ts") },
  { find: /^ai-file-tools\/openai$/, replacement: here("./src/openai/index.ts") },
  { find: /^ai-file-tools\/http$/, replacement: here("./src/http/index.ts") },
  { find: /^ai-file-tools\/mcp$/, replacement: here("./src/mcp/index.ts") },
  { find: /^ai-file-tools\/testing$/, replacement: here("./src/testing/index.ts") },
  { find: /^ai-file-tools$/, replacement: here("./src/index.ts") },
];

const ai6 = [
  { find: /^ai\/test$/, replacement: here("./node_modules/ai-v6/dist/test/index.mjs") },
  { find: /^ai$/, replacement: here("./node_modules/ai-v6/dist/index.mjs") },
];

/** Lists the tests that use the SDK themselves; only they can tell one major of it from the other. */
function listSdkTests(): string[] {
  const paths = readdirSync(here("./test/tools")).map((name) => `test/tools/${name}`);
  return paths.filter(
    (path) => path.endsWith(".test.ts") && /from "ai(?:\/test)?"/.test(readFileSync(here(path), "utf8")),
  );
}

const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // Loading everything anew for each file would take a third of the time, and no test changes what others load.
  isolate: false,
} as const;

const config: ViteUserConfig = defineConfig({
  test: {
    // Many tests wait for processes: leaving a core free would leave it idle.
    maxWorkers: "100%",
    projects: [
      {
        resolve: { alias: self },
        plugins: [createThreadPlugin()],
        test: {
          name: "ai7",
          include: ["test/**/*.test.ts"],
          ...common,
        },
      },
      {
        resolve: { alias: [...self, ...ai6] },
        plugins: [createThreadPlugin()],
        test: { name: "ai6", include: listSdkTests(), ...common },
      },
    ],
  },
});

export default config;
