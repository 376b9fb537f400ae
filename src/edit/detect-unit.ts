// What one level of indentation is in a file, told from the lines around a place. For telling two readings apart.

import { indentationOf } from "./changed-line.js";
import type { LineIndex } from "./line-index.js";

// Lines above and below the place that are looked at.
const MAX_DISTANCE = 1000;

/**
 * Answers what most lines near a line (0-based) that are indented deeper than the line before have more; `null` when no
 * more than half of them agree.
 */
export function detectIndentationUnit(lines: LineIndex, line: number): string | null {
  const counts = new Map<string, number>();
  let deeperCount = 0;
  let last = "";
  const end = Math.min(lines.count, line + MAX_DISTANCE);
  for (let index = Math.max(0, line - MAX_DISTANCE); index < end; index += 1) {
    const content = lines.contentOf(index);
    if (content.trim() === "") continue;
    const indentation = indentationOf(content);
    if (indentation.length > last.length && indentation.startsWith(last)) {
      const more = indentation.slice(last.length);
      counts.set(more, (counts.get(more) ?? 0) + 1);
      deeperCount += 1;
    }
    last = indentation;
  }
  for (const [unit, count] of counts) if (count * 2 > deeperCount) return unit;
  return null;
}
