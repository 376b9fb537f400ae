// The one place where a set of tools is wired.

import type { Subject } from "../subject.js";
import { deepAgentsTools } from "./deep-agents.js";
import { mcpTools } from "./mcp-filesystem.js";
import { ourTools } from "./ours.js";
import { piTools } from "./pi.js";

/** Every set of tools, ours first. */
export const ALL_SUBJECTS: readonly Subject[] = [ourTools, piTools, deepAgentsTools, mcpTools];
