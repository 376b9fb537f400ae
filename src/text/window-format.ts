// The format of a window of a text, of which only the head of the file and the window are known.

import { detectTextFormat } from "./detect-text-format.js";
import type { TextFormat } from "./text-format.js";

/** Tells the format of a window: a file whose head is plain ASCII may turn out to be a legacy one further down. */
export function detectWindowFormat(head: TextFormat, window: Uint8Array): TextFormat {
  if (head.encoding !== "utf-8") return head;
  return { encoding: detectTextFormat(window, { complete: false }).encoding, bom: head.bom };
}
