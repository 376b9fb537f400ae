// The demo over a copy of this repository: "npm run demo". Elsewhere: "npx ai-file-tools demo".

import { runDemo } from "./run-demo.js";

await runDemo();
