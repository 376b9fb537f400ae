// Finds texts one of which every match of an expression contains, so that few lines are left for the engine.
// Understands the plainest part of the syntax, and says nothing of an expression with any other.

/** Characters of a text that is worth looking for at least. */
const LEAST_LENGTH = 2;

/** Alternatives that are looked for at most. */
const MAX_LITERALS = 8;

/** What ends a text: an anchor, any character, an escape for some, a class or a group with nothing nested in it. */
const UNKNOWN =
  /[.^$]|\\[dDwWsSbBntrfvAz]|\[\^?(?:[^[\]\\&~-]|\\[dDwWsSntr\]\\.-]|-(?!-))+\]|\((?:\?:)?(?!\?)[^()[\]\\]*\)/y;

const QUANTIFIER = /(?:[*?]|(\+)|\{(\d+)(?:,\d*)?\})\??/y;

/** `\<` and `\>` stand for places. */
const ESCAPED_PUNCTUATION = /\\([!-/:;=?@[-`{-~])/y;

const PLAIN_CHARACTER = /[^\\.^$|?*+()[\]{}\r\n]/uy;

/** Reads an expression from left to right and keeps, of each alternative, the longest text that its matches contain. */
class LiteralReader {
  readonly #pattern: string;
  readonly #literals: string[] = [];
  #index = 0;
  #run: string[] = [];
  #longest = "";

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): readonly string[] | null {
    while (this.#index < this.#pattern.length) if (!this.#readPiece()) return null;
    this.#endAlternative();
    const isWorthwhile = this.#literals.every((literal) => literal.length >= LEAST_LENGTH);
    return isWorthwhile && this.#literals.length <= MAX_LITERALS ? this.#literals : null;
  }

  /** Answers `false` for what is not understood. */
  #readPiece(): boolean {
    const quantifier = this.#take(QUANTIFIER);
    if (quantifier !== null) this.#quantify(quantifier);
    else if (this.#take(UNKNOWN) !== null) this.#endRun();
    else if (this.#take(/\|/y) !== null) this.#endAlternative();
    else return this.#readCharacter();
    return true;
  }

  #readCharacter(): boolean {
    const character = this.#take(ESCAPED_PUNCTUATION)?.[1] ?? this.#take(PLAIN_CHARACTER)?.[0];
    if (character !== undefined) this.#run.push(character);
    return character !== undefined;
  }

  #quantify([, plus, least = "0"]: RegExpExecArray): void {
    if (plus === undefined && Number(least) === 0) this.#run.pop();
    this.#endRun();
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#index;
    const match = expression.exec(this.#pattern);
    if (match !== null) this.#index += match[0].length;
    return match;
  }

  #endRun(): void {
    const text = this.#run.splice(0).join("");
    if (text.length > this.#longest.length) this.#longest = text;
  }

  #endAlternative(): void {
    this.#endRun();
    this.#literals.push(this.#longest);
    this.#longest = "";
  }
}

/** Answers texts of which every match in exact case contains at least one; `null` where none are known. */
export function findRequiredLiterals(pattern: string): readonly string[] | null {
  return new LiteralReader(pattern).read();
}
