// The table of other packages beside ours. Pure.

import { formatRows } from "./markdown-table.js";
import { PEER_NAMES, type PeerResult } from "./peer-result.js";
import type { Result } from "./result.js";

const MIB = 1024 * 1024;
const MAX_WORDS_LENGTH = 80;

function formatFigures(ratio: number, memoryBytes: number): string {
  return `×${ratio.toFixed(ratio < 100 ? 1 : 0)} · ${(memoryBytes / MIB).toFixed(0)} MiB`;
}

/** Keeps what a package says within one cell, and the directories of this machine out of it. */
function formatWords(words: string): string {
  const line = words.replaceAll(/\/[\w./-]*ai-file-tools-bench-\w+/g, "…").replaceAll(/[\s|]+/g, " ");
  return line.length <= MAX_WORDS_LENGTH ? line : `${line.slice(0, MAX_WORDS_LENGTH - 1)}…`;
}

function formatCell(result: PeerResult | undefined): string {
  if (result === undefined || result === null) return "–";
  if ("words" in result) return formatWords(result.words);
  return formatFigures(result.peerMs / result.rawMs, result.memoryBytes);
}

function toCells({ item, measurement, peers }: Result): readonly string[] {
  const { oursMs, rawMs, memoryBytes } = measurement;
  const others = PEER_NAMES.map((name) => formatCell(peers.get(name)));
  return [`${item.number}. ${item.name}`, formatFigures(oursMs / rawMs, memoryBytes), ...others];
}

/** Formats the items that other packages were asked for. */
export function formatPeerTable(results: readonly Result[]): string {
  const rows = results.filter(({ peers }) => peers.size > 0).map(toCells);
  return formatRows([["item", "ai-file-tools", ...PEER_NAMES], ...rows]);
}

/** Formats the file of results beside other packages. */
export function formatPeerResults(results: readonly Result[], machine: string, logBytes: number): string {
  return `# Benchmark results beside other packages

Written by \`npm run bench -- --peers --write\`: do not edit by hand.

${machine}; the large log has ${logBytes.toLocaleString("en-US")} bytes.

Each package does the same items with its own tools, each in a process of its own that has a minute, in turn with the
same floor. A cell is the ratio to the floor and the highest memory over that before the first call. Every answer is
checked: one that is wrong, refused or late stands there in words. "–" stands for no tool that can do it. What is told to
each package so that it can take part is in [README.md](README.md).

${formatPeerTable(results)}
`;
}
