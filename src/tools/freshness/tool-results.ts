// Looks at the tool results in messages of the SDK. They come from outside: what has another form is passed over. Pure.

/** Answers the outputs of the tool results in messages, in their order. */
export function listToolOutputs(messages: unknown): readonly unknown[] {
  return listOf(messages)
    .filter((message) => fieldOf(message, "role") === "tool")
    .flatMap((message) => listOf(fieldOf(message, "content")))
    .filter((part) => fieldOf(part, "type") === "tool-result")
    .map((part) => fieldOf(part, "output"));
}

/** Answers a value as a list; empty when it is none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Answers a field of a value; `undefined` when the value has no fields. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
