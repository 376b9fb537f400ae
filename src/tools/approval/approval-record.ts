// What is remembered between the question and the answer to it. Plain data, so that it can be kept outside the process.

import { MAX_APPROVAL_RECORD_CHARACTERS, MAX_APPROVAL_RECORDS } from "../../limits.js";
import type { ToolError } from "../definition/tool-failure.js";
import type { CallVersions } from "./call-preview.js";

/** What was found when a call was judged, in plain JSON. */
export interface ApprovalRecord {
  /** sha256 of the input as the tool reads it, in lower-case hex. */
  readonly inputSha256: string;
  /**
   * `asked`: waits for a person. `denied`: by the policy. `failed`: would do nothing but fail. `used`: the answer of a person
   * was used up. `refused`: a person said no.
   */
  readonly outcome: "asked" | "denied" | "failed" | "used" | "refused";
  /** The versions that the person was shown; empty unless asked. */
  readonly versions: CallVersions;
  /** Tells one question from a later one about the same call. Only of what was asked. */
  readonly questionId?: string | undefined;
  /** Ids of the SDK's approvals that were used up under this `toolCallId`. */
  readonly usedAnswers?: readonly string[] | undefined;
  /** sha256 of the names of everything that the call touches, which links and moves change. Only of what was asked. */
  readonly places?: string | undefined;
  /** All of what was asked about: the diff, however long it is, or the command or operation. Only of what was asked. */
  readonly diff?: string | undefined;
  /** Why the policy denied it. */
  readonly reason?: string | undefined;
  /** What the call failed with. */
  readonly error?: ToolError | undefined;
}

/** Answers the key of what goes away with the first run that a question serves; `undefined`: there is none. */
export function keyOfQuestion({ questionId }: ApprovalRecord): string | undefined {
  return questionId === undefined ? undefined : `question ${questionId}`;
}

/**
 * Keeps records by `toolCallId`, and while a question is open by a key of its own: a `Map`, or anything that keeps them for another process. They
 * are those of one workspace: a call is known by its input and the versions of its files, not by where these lie.
 */
export interface ApprovalRecords {
  /** Answers the record of a call. */
  get(toolCallId: string): ApprovalRecord | undefined | Promise<ApprovalRecord | undefined>;
  /** Keeps the record of a call, in place of an older one. */
  set(toolCallId: string, record: ApprovalRecord): unknown;
  /** Forgets the record of a call, if there is one. `false`: there was none, so that of two takers only one has it. */
  delete(toolCallId: string): unknown;
}

/**
 * Creates records in memory, the oldest give way above {@link MAX_APPROVAL_RECORDS}, and the oldest with a diff when their
 * diffs together are longer than {@link MAX_APPROVAL_RECORD_CHARACTERS}.
 */
export function createApprovalRecords(): ApprovalRecords {
  const records = new Map<string, ApprovalRecord>();
  let characters = 0;
  const forget = (toolCallId: string): boolean => {
    characters -= records.get(toolCallId)?.diff?.length ?? 0;
    return records.delete(toolCallId);
  };
  return {
    get: (toolCallId) => records.get(toolCallId),
    set: (toolCallId, record) => {
      forget(toolCallId);
      records.set(toolCallId, record);
      characters += record.diff?.length ?? 0;
      for (const [oldest, { diff }] of records) {
        const isTooLong = characters > MAX_APPROVAL_RECORD_CHARACTERS && oldest !== toolCallId;
        if (records.size <= MAX_APPROVAL_RECORDS && !isTooLong) break;
        if (records.size > MAX_APPROVAL_RECORDS || diff !== undefined) forget(oldest);
      }
    },
    delete: forget,
  };
}
