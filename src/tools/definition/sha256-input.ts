// The `expectedSha256` field that write and edit share.

import { FsError } from "../../errors.js";
import { contentSha256 } from "../../stores/content-sha256.js";
import type { Fields } from "./coerce-input.js";
import * as z from "./schema.js";

/** Takes a sha256. */
export const expectedSha256Schema = (): z.Schema<string | undefined, true> =>
  z.string().optional().describe("Refuses if the file has another sha256");

/** Writes the field as hashes are written here; in capitals, with blanks or behind `sha256:` it means the same. */
export function normalizeSha256Field(fields: Fields): Fields {
  const given = fields["expectedSha256"];
  return typeof given === "string"
    ? {
        ...fields,
        expectedSha256: given
          .trim()
          .toLowerCase()
          .replace(/^sha256:/, ""),
      }
    : fields;
}

/** @throws {FsError} hash_mismatch – when the content has another sha256 than the expected one */
export async function assertSha256(path: string, content: Uint8Array, expected: string | undefined): Promise<void> {
  if (expected === undefined || (await contentSha256(content)) === expected) return;
  throw new FsError("hash_mismatch", `${path} is not the content that was expected.`, {
    path,
    hint: "Read the file again and repeat the change on its current content.",
  });
}
