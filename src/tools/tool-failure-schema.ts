// The zod schema of a failure, shared by the output of every tool.

import { z } from "zod/v4";
import { FS_ERROR_KINDS, type JsonValue } from "../errors.js";
import type { ToolFailure } from "./tool-failure.js";

const jsonValue = z.custom<JsonValue>((value) => value !== undefined && typeof value !== "function");

/** Takes a failure with any details. */
export const failureSchema: z.ZodType<ToolFailure> = z.object({
  error: z
    .object({
      kind: z.enum(FS_ERROR_KINDS),
      message: z.string(),
      hint: z.string().optional(),
      status: z.int(),
      path: z.string().optional(),
    })
    .catchall(jsonValue),
});
