// Cuts a glob into tokens. What a token matches is told by name-matcher.ts.

import { type CodePointTest, parseCharacterClass } from "./character-class.js";

/** One piece of a glob: literal text, one free character, a class, a run of stars, or a separator. */
export type GlobToken =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "any" }
  | { readonly kind: "class"; readonly test: CodePointTest }
  | { readonly kind: "star"; readonly count: number }
  | { readonly kind: "slash"; readonly isEscaped: boolean };

/** Says how a glob is cut. */
export interface TokenizeOptions {
  /** `literal` takes brackets as they are, so that `[slug]` names a file called `[slug]`. */
  readonly brackets: "class" | "literal";
}

interface TokenAt {
  readonly token: GlobToken;
  readonly endIndex: number;
}

function starRunAt(pattern: string, index: number): TokenAt {
  let endIndex = index;
  while (pattern[endIndex] === "*") endIndex += 1;
  return { token: { kind: "star", count: endIndex - index }, endIndex };
}

function literalAt(pattern: string, index: number): TokenAt | null {
  const start = pattern[index] === "\\" ? index + 1 : index;
  const codePoint = pattern.codePointAt(start);
  if (codePoint === undefined) return null;
  const text = String.fromCodePoint(codePoint);
  if (text === "/") return { token: { kind: "slash", isEscaped: start > index }, endIndex: start + 1 };
  return { token: { kind: "literal", text }, endIndex: start + text.length };
}

function tokenAt(pattern: string, index: number, options: TokenizeOptions): TokenAt | null {
  const character = pattern[index];
  if (character === "*") return starRunAt(pattern, index);
  if (character === "?") return { token: { kind: "any" }, endIndex: index + 1 };
  if (character !== "[" || options.brackets === "literal") return literalAt(pattern, index);
  const parsed = parseCharacterClass(pattern, index);
  return parsed && { token: { kind: "class", test: parsed.test }, endIndex: parsed.endIndex };
}

function pushToken(tokens: GlobToken[], token: GlobToken): void {
  const last = tokens.at(-1);
  if (token.kind === "literal" && last?.kind === "literal") {
    tokens[tokens.length - 1] = { kind: "literal", text: last.text + token.text };
    return;
  }
  tokens.push(token);
}

/** Cuts a glob into tokens, neighbouring literals joined; `null` for an open bracket or a backslash at the end. */
export function tokenizeGlob(pattern: string, options: TokenizeOptions): readonly GlobToken[] | null {
  const tokens: GlobToken[] = [];
  let index = 0;
  while (index < pattern.length) {
    const next = tokenAt(pattern, index, options);
    if (next === null) return null;
    pushToken(tokens, next.token);
    index = next.endIndex;
  }
  return tokens;
}
