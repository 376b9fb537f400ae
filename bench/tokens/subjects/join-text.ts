// Answers of tools that come in parts.

/** Joins the text of the parts of an answer. */
export function joinText(parts: unknown): string {
  if (typeof parts === "string") return parts;
  if (!Array.isArray(parts)) throw new Error("the answer has no parts");
  return parts.map((part: { text?: string }) => part.text ?? "").join("\n");
}
