// Which quote and which brackets are open at a place of a line. Linear in the text, for places in ascending order.

const MAX_OPEN_QUOTES = 16;
// Backslashes in front of a quote in a text, in a text inside a text, and so on.
const OPENING_BACKSLASHES = [7, 3, 1, 0] as const;

/** Says what is open at a place. */
export interface OpenQuote {
  /** The innermost open quote; empty when none is. */
  readonly mark: string;
  /** Backslashes in front of it. */
  readonly backslashes: number;
  /** Brackets that were opened since that quote. */
  readonly brackets: number;
  /** A tag stands earlier in the line. */
  readonly isMarkup: boolean;
}

interface Level {
  readonly mark: string;
  readonly backslashes: number;
  brackets: number;
}

/** Follows the quotes of a text. */
export class LineQuotes {
  readonly #text: string;
  #position = 0;
  #backslashes = 0;
  #levels: [Level, ...Level[]] = [createGround()];
  #isMarkup = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** Answers what is open at a place, which must not lie before the last one. */
  at(end: number): OpenQuote {
    for (; this.#position < end; this.#position += 1) {
      const character = this.#text.charAt(this.#position);
      if (character !== "\\") this.#take(character);
      this.#backslashes = character === "\\" ? this.#backslashes + 1 : 0;
    }
    return { ...this.#innermost(), isMarkup: this.#isMarkup };
  }

  #take(character: string): void {
    switch (character) {
      case "\n":
        this.#levels = [createGround()];
        this.#isMarkup = false;
        break;
      case ">":
        this.#isMarkup = true;
        break;
      case '"':
      case "'":
      case "`":
        this.#takeQuote(character, this.#backslashes);
        break;
      case "(":
      case "[":
      case "{":
        this.#innermost().brackets += 1;
        break;
      case ")":
      case "]":
      case "}":
        this.#innermost().brackets = Math.max(0, this.#innermost().brackets - 1);
    }
  }

  #innermost(): Level {
    return this.#levels.at(-1) ?? this.#levels[0];
  }

  #takeQuote(mark: string, slashes: number): void {
    const opened = this.#levels.findLastIndex((level) => level.mark === mark && isClosing(slashes, level.backslashes));
    const backslashes = OPENING_BACKSLASHES.find((count) => isClosing(slashes, count)) ?? 0;
    if (opened > 0) this.#levels.splice(opened);
    else this.#levels.push({ mark, backslashes, brackets: 0 });
    if (this.#levels.length > MAX_OPEN_QUOTES) this.#levels.splice(1, 1);
  }
}

function createGround(): Level {
  return { mark: "", backslashes: 0, brackets: 0 };
}

/** Tells whether a quote behind some backslashes ends a text whose opening one stood behind `backslashes` of them. */
export function isClosing(slashes: number, backslashes: number): boolean {
  if (backslashes === 0) return slashes % 2 === 0;
  return slashes % 2 === 1 && isClosing((slashes - 1) / 2, (backslashes - 1) / 2);
}
