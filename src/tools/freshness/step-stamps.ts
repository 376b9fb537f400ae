// Stamps of calls that cannot see one another's results: those of one step, and direct calls without messages.

import type { FileStore } from "../../stores/file-store.js";
import type { FreshnessStamp } from "./freshness-stamp.js";

const MAX_STAMPS = 256;

/** Says where a call stands: the store that its factory was given, and the messages that led to it. */
export interface StepContext {
  readonly store: FileStore;
  /** The SDK hands the same array to every call of a step; `undefined` for a direct call. */
  readonly messages: unknown;
}

// The calls of a step share nothing but their store and their messages, so that is what their stamps hang on. The maps
// are weak: they hold nothing that outlives a store or a step, and two conversations never meet in them.
const STAMPS = new WeakMap<FileStore, WeakMap<object, FreshnessStamp[]>>();

/** Notes a stamp for the other calls of the step; the oldest go when there are more than 256. */
export function recordStamp(context: StepContext, stamp: FreshnessStamp): void {
  const ofStore = STAMPS.get(context.store) ?? new WeakMap<object, FreshnessStamp[]>();
  STAMPS.set(context.store, ofStore);
  const stamps = ofStore.get(stepOf(context)) ?? [];
  ofStore.set(stepOf(context), stamps);
  stamps.push(stamp);
  if (stamps.length > MAX_STAMPS) stamps.shift();
}

/** Answers the stamps of the step so far; of direct calls, those of all direct calls of the store. */
export function recallStamps(context: StepContext): readonly FreshnessStamp[] {
  return STAMPS.get(context.store)?.get(stepOf(context)) ?? [];
}

function stepOf({ store, messages }: StepContext): object {
  return typeof messages === "object" && messages !== null ? messages : store;
}
