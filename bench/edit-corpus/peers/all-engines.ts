// The list of all engines, ours first: the one place to add another.

import { agentsCoreEngine } from "./agents-core.js";
import { cloudflareEngine } from "./cloudflare-computer.js";
import { deepAgentsEngine } from "./deep-agents.js";
import type { EditEngine } from "./edit-engine.js";
import { mcpEngine } from "./mcp-filesystem.js";
import { ourEngine } from "./ours.js";
import { piEngine } from "./pi.js";

/** Lists the engines in the order of the columns. */
export const ALL_ENGINES: readonly EditEngine[] = [
  ourEngine,
  piEngine,
  mcpEngine,
  agentsCoreEngine,
  deepAgentsEngine,
  cloudflareEngine,
];
