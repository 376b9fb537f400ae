// The `expectedSha256` field that write and edit share.

import { z } from "zod/v4";
import { FsError } from "../errors.js";
import { contentSha256 } from "../stores/content-sha256.js";

/** Takes a sha256; a model that copies it in capitals means the same. */
export const expectedSha256Schema: z.ZodOptional<z.ZodString> = z.string().trim().toLowerCase().optional();

/** @throws {FsError} hash_mismatch – when the content has another sha256 than the expected one */
export async function assertSha256(path: string, content: Uint8Array, expected: string | undefined): Promise<void> {
  if (expected === undefined || (await contentSha256(content)) === expected) return;
  throw new FsError("hash_mismatch", `${path} is not the content that was expected.`, {
    path,
    hint: "Read the file again and repeat the change on its current content.",
  });
}
