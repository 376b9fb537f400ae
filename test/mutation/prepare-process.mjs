// Preloaded by the test process: whoever imports "vitest" gets the stand-in, and properties are tried a tenth as often.

import { register } from "node:module";

process.env.AI_FILE_TOOLS_TEST_SCALE ??= "0.1";
register("./stand-in-hook.mjs", import.meta.url);
