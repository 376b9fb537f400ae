// Preloaded by the test process: whoever imports "vitest" gets the stand-in, and properties are tried a twentieth as often.

import { register } from "node:module";

process.env.AI_FILE_TOOLS_TEST_SCALE ??= "0.05";
register("./stand-in-hook.mjs", import.meta.url);
