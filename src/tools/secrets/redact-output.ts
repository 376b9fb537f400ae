// Hides secrets in what a command prints, snapshot by snapshot. What the cut or the end of a snapshot may have halved goes.

import { formatCutPlaceholder } from "../../redaction/placeholder.js";
import { redactText, showText } from "../../redaction/redacted-text.js";
import type { Redactor } from "../../redaction/redactor.js";
import { runInTurns } from "../../workspace/gate/take-turns.js";

// Ties placeholders to no file: none takes them back.
const NO_FILE = "\0";

const GAP = /(\n… \d+ bytes dropped …\n)/;

interface Streams {
  readonly stdout: string;
  readonly stderr: string;
}

/** Hides the secrets of both streams; says so where there were some. A snapshot's last, perhaps unfinished word is left out. */
export async function redactStreams<Output extends Streams>(
  output: Output,
  { redactor, isLast }: { readonly redactor: Redactor; readonly isLast: boolean },
): Promise<Output & { readonly redacted?: true }> {
  const stdout = await redactStream(isLast ? output.stdout : dropLastWord(output.stdout), redactor);
  const stderr = await redactStream(isLast ? output.stderr : dropLastWord(output.stderr), redactor);
  const isRedacted = stdout.isRedacted || stderr.isRedacted;
  return { ...output, stdout: stdout.text, stderr: stderr.text, ...(isRedacted ? { redacted: true as const } : {}) };
}

interface RedactedStream {
  readonly text: string;
  readonly isRedacted: boolean;
}

async function redactStream(output: string, redactor: Redactor): Promise<RedactedStream> {
  const parts = output.split(GAP);
  const shown = await Promise.all(
    parts.map(async (part, index) => {
      if (index % 2 === 1) return part;
      return showText(
        await redactText(hideHalves(part, index, parts.length), redactor, { path: NO_FILE, run: runInTurns }),
      );
    }),
  );
  const text = shown.join("");
  return { text, isRedacted: text !== output };
}

/** Hides the words on both sides of a gap, each of which may be a half of a secret. */
function hideHalves(part: string, index: number, count: number): string {
  const end = index < count - 1 ? startOfLastWord(part) : part.length;
  const start = index > 0 ? endOfFirstWord(part) : 0;
  const cut = formatCutPlaceholder("cut");
  if (start >= end) return part.length === 0 ? part : cut;
  return `${start > 0 ? cut : ""}${part.slice(start, end)}${end < part.length ? cut : ""}`;
}

function dropLastWord(text: string): string {
  return text.slice(0, startOfLastWord(text));
}

function startOfLastWord(text: string): number {
  let start = text.length;
  while (start > 0 && !/\s/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function endOfFirstWord(text: string): number {
  const end = text.search(/\s/);
  return end === -1 ? text.length : end;
}
