// The schema of a failure, shared by the output of every tool.

import { FS_ERROR_KINDS, type JsonValue } from "../../errors.js";
import * as z from "./schema.js";
import type { ToolFailure } from "./tool-failure.js";

/** Takes a failure with any details. */
export const failureSchema = (): z.Schema<ToolFailure> =>
  z.object({
    error: z.object(
      {
        kind: z.oneOf(FS_ERROR_KINDS),
        message: z.string(),
        hint: z.string().optional(),
        status: z.int(),
        path: z.string().optional(),
      },
      z.unknown<JsonValue>(),
    ),
  });
