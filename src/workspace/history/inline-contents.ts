// Small contents of a transaction, which stand in its record itself, so that one flush makes all of it durable.

import type { ContentHandle, TransactionDraft, Version } from "./transaction.js";

/** Bytes up to which a content stands in the record. Source: below it a file of its own costs more than its bytes do. */
const MAX_INLINE_BYTES = 16 * 1024;

/** Which contents of a change are meant. */
export type Side = "before" | "after";

/** Answers the contents that a transaction replaces, or makes, as far as they are kept. */
export function contentsOf({ changes }: TransactionDraft, side: Side): readonly ContentHandle[] {
  return changes.flatMap((change) => {
    const version: Version | null = change[side];
    return version?.type === "file" && version.content.isKept ? [version.content] : [];
  });
}

/** Tells whether a content stands in the record, and not in a file of its own. */
export function isInline({ sha256, size }: ContentHandle): boolean {
  return size <= MAX_INLINE_BYTES && sha256 !== null;
}

/** Contents one after the other, each found again by where it begins. */
export class InlineContents {
  readonly #parts: Uint8Array[] = [];
  readonly #offsets = new Map<ContentHandle, number>();
  #size = 0;

  /** Takes a content that is small enough; answers whether it did. */
  async add(content: ContentHandle): Promise<boolean> {
    if (!isInline(content)) return false;
    if (this.#offsets.has(content)) return true;
    const bytes = await content.load();
    if (bytes === null) return false;
    this.#offsets.set(content, this.#size);
    this.#parts.push(bytes);
    this.#size += bytes.length;
    return true;
  }

  /** Answers the byte at which a content begins; `undefined` for one that is not here. */
  offsetOf(content: ContentHandle): number | undefined {
    return this.#offsets.get(content);
  }

  get parts(): readonly Uint8Array[] {
    return this.#parts;
  }
}
