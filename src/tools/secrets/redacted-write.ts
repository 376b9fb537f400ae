// Plans a write with the secrets that its placeholders stand for, and with what the conversation has seen. Through no store.

import type { Redactor } from "../../redaction/redactor.js";
import { assertStaysNotebook } from "../changing/notebook.js";
import { keepLineEndings, planWrite, type WritePlan, type WriteRequest } from "../changing/write-plan.js";
import { enforceFreshness, type GuardedFile } from "../freshness/freshness-guard.js";

/** A plan that the guard let pass. */
export interface GuardedWrite extends WritePlan {
  /** What the `warn` guard has to say. */
  readonly warning: string | null;
  /** The diff shows placeholders. */
  readonly isRedacted: boolean;
  /** The content took the line endings of the file. */
  readonly keptLineEnding?: "crlf";
}

/** What a write is planned with. */
export interface WriteContext {
  readonly redactor: Redactor | undefined;
  readonly guarded: GuardedFile;
}

/** Plans a write with the secrets that its placeholders stand for, which are tied to the store's own name of the file. */
export async function planRedactedWrite(
  current: Uint8Array | null,
  request: Omit<WriteRequest, "shownContent">,
  { redactor, guarded }: WriteContext,
): Promise<GuardedWrite> {
  const { openRedactedChange } = await import("./redacted-change.js");
  const change = await openRedactedChange({
    redactor,
    path: request.path,
    content: current,
    wholeDiff: request.wholeDiff,
    signal: request.signal,
  });
  return change.guard(async () => {
    const warning = await enforceWriteFreshness(guarded, { current, shown: change.content });
    const given = change.sealGiven(request.content);
    const sealed = keepLineEndings(current, given);
    const plan = await planWrite(current, { ...request, content: change.unseal(sealed), shownContent: sealed });
    await assertStaysNotebook(request.path, current, plan.bytes);
    const shown = await change.describe(() => sealed);
    return {
      ...plan,
      ...(shown ?? {}),
      warning,
      isRedacted: shown !== null,
      ...(sealed === given ? {} : { keptLineEnding: "crlf" as const }),
    };
  });
}

interface ShownContent {
  readonly current: Uint8Array | null;
  /** The current content as a refusal shows it. */
  readonly shown: Uint8Array | null;
}

/** Answers the warning, or `null` when the current content was seen or there is none. */
async function enforceWriteFreshness(file: GuardedFile, { current, shown }: ShownContent): Promise<string | null> {
  if (file.guard === "off" || current === null) return null;
  const knowledge = await file.recall(current);
  return knowledge.reason === null
    ? null
    : enforceFreshness({ file, content: shown ?? current, knowledge, targets: [] });
}
