// The lines of a patch and the place in them that parsing has reached. Nothing here knows what a line means.

/** Walks through the lines of a patch, or of a part of it. */
export class PatchLines {
  readonly #lines: readonly string[];
  readonly #end: number;
  #index: number;

  /** Begins at a 0-based index of the lines and ends before another. */
  constructor(lines: readonly string[], range: { readonly start: number; readonly end: number }) {
    this.#lines = lines;
    this.#index = range.start;
    this.#end = range.end;
  }

  /** Tells whether no line is left. */
  get isDone(): boolean {
    return this.#index >= this.#end;
  }

  /** The number of the next line in the whole patch, 1-based; behind the last line once all are taken. */
  get lineNumber(): number {
    return this.#index + 1;
  }

  /** Answers a line without taking it: the next one, or one so many lines behind it; `""` behind the last. */
  peek(ahead = 0): string {
    const index = this.#index + ahead;
    return index < this.#end ? (this.#lines[index] ?? "") : "";
  }

  /** Tells whether a line that is left is of some kind. */
  has(isWanted: (line: string) => boolean): boolean {
    return this.#lines.slice(this.#index, this.#end).some(isWanted);
  }

  /** Takes the next line. */
  take(): string {
    const line = this.peek();
    this.#index += 1;
    return line;
  }

  /** Takes lines as long as they hold nothing but blanks. */
  skipBlank(): void {
    while (!this.isDone && this.peek().trim() === "") this.#index += 1;
  }
}

/**
 * Cuts a patch into lines without their line feeds. Where every line ends with CRLF the CR goes too; elsewhere it stays, as
 * the last character of its line.
 */
export function splitPatch(text: string): readonly string[] {
  const unmarked = text.startsWith("\ufeff") ? text.slice(1) : text;
  const lines = unmarked.split("\n");
  const isCrlf = lines.length > 1 && lines.slice(0, -1).every((line) => line.endsWith("\r"));
  if (lines.at(-1) === "") lines.pop();
  return isCrlf ? lines.map(withoutCarriageReturn) : lines;
}

/** Answers a line without the CR at its end, if it has one. */
export function withoutCarriageReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
