// The one place where a package is wired. Only the one that is measured is loaded.

import type { PeerName } from "../harness/peer-result.js";
import { openBashTool } from "./bash-tool.js";
import { openDeepAgents } from "./deep-agents.js";
import { openMastra } from "./mastra.js";
import { openMcpFilesystem } from "./mcp-filesystem.js";
import type { OpenTools } from "./peer.js";
import { openPi } from "./pi.js";

/** Opens the tools of each package. */
export const ALL_PEERS: Readonly<Record<PeerName, OpenTools>> = {
  "pi-coding-agent": openPi,
  deepagents: openDeepAgents,
  "server-filesystem": openMcpFilesystem,
  mastra: openMastra,
  "bash-tool": openBashTool,
};
