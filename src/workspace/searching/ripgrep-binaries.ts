// Looks for the pattern in binary files when no text has it, so that "no match" is not all there is to say.

import { MAX_BINARY_SCAN_BYTES } from "../../limits.js";
import { HOLDS_PATTERN_REASON } from "../../search/scan-file.js";
import { listWithRipgrep, type RipgrepScope } from "../../shell/ripgrep/ripgrep.js";
import type { RipgrepPass } from "./ripgrep-passes.js";

/** Names the binary files that hold the pattern; they are looked for in the rest of the search's time. */
export async function findBinaryFiles(pass: RipgrepPass, scope: RipgrepScope): Promise<void> {
  const { request, visitor, page } = pass;
  const timeoutMs = Math.ceil(request.deadlineMs - performance.now());
  if (timeoutMs <= 0) return;
  const { pattern, regex, ignoreCase, multiline } = request;
  const containing = { pattern, regex, ignoreCase, multiline, maxBinaryBytes: MAX_BINARY_SCAN_BYTES };
  const batches = listWithRipgrep({ ...scope, order: "any", timeoutMs, containing });
  const paths: string[] = [];
  for await (const batch of batches) paths.push(...batch.filter((path) => visitor.isWanted(path)));
  for (const path of paths) page.skipIfEmpty(visitor.show(path), HOLDS_PATTERN_REASON);
}
