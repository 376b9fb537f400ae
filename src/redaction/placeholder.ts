// The form of a placeholder, and how text that looks like one is told. Pure.

const LOOKS_LIKE_ONE = /\[REDACTED(?::[^\]\s]{0,64})?\]?/gi;

/** Writes the placeholder of a secret. */
export function formatPlaceholder(kind: string, tag: string): string {
  return `[REDACTED:${kind}:${tag}]`;
}

/** Stands for a part of a secret that an output was cut in; never turned back. */
export function formatCutPlaceholder(kind: string): string {
  return `[REDACTED:${kind}]`;
}

/** Replaces whatever looks like a placeholder, forged and damaged ones included. */
export function replacePlaceholders(text: string, replace: (placeholder: string) => string): string {
  return text.replace(LOOKS_LIKE_ONE, replace);
}
