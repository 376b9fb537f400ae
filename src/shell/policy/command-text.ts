// What every command line must be, whoever wrote it, before it is read. Knows no syntax.

import { MAX_COMMAND_BYTES } from "../../limits.js";
import type { Refuse } from "./refusal.js";

/** Nobody sees these in an approval prompt, and shells disagree about some of them. Tab and line feed are fine. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u;

/** Refuses a text that is too long to be judged, or that a reader would not see as it is. */
export function enforceCommandText(source: string, refuse: Refuse): void {
  if (Buffer.byteLength(source) > MAX_COMMAND_BYTES) refuse(`it is longer than ${MAX_COMMAND_BYTES} bytes`);
  const invisible = INVISIBLE.exec(source)?.[0];
  if (invisible === undefined) return;
  refuse(`it holds the control character U+${invisible.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
}
