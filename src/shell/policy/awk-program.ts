// Knows which awk programs only compute and print. Reads tokens; where implementations disagree about one, it says no.

/** Where a program stands when the next token is read. */
interface AwkState {
  readonly source: string;
  /** 0-based offset of the next token. */
  offset: number;
  /** A slash that follows divides; otherwise it begins a regular expression. `null` where awks disagree. */
  slash: "divides" | "begins" | null;
  /** For each open parenthesis, whether it holds a condition. */
  readonly parens: boolean[];
  /** A parenthesis that opens now holds a condition. */
  isAfterConditional: boolean;
  /** Parentheses that were open at `print`, inside of which `>` compares; `null` outside of such a statement. */
  printDepth: number | null;
}

const BLANK = /[ \t]+|#[^\n]*/y;
const STRING = /"(?:[^"\\\n]|\\[^\n])*"/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_]\w*/y;
const OPERATOR = /\|\||&&|\+\+|--|\*\*=?|[-+*%^!=<]=|!~|[-+*%^!=<~?:,$&]/y;

/** No slash and no bracket inside of brackets, since awks disagree about where the expression ends then. */
const REGEX =
  /\/(?:[^\\/[\n]|\\[^\n]|\[\^?(?:\]|\[:[a-z]+:\]|\\[^\n]|[^[\]\\/\n])(?:\[:[a-z]+:\]|\\[^\n]|[^[\]\\/\n])*\])*\//y;

/** `>` behind `print` is harmless only towards the two streams that every command has. */
const TO_STREAM = />[ \t]*"\/dev\/std(?:err|out)"[ \t]*(?=[;}\n]|$)/y;
const COMPARISON = />=?(?!>)/y;

/** Reading a line from the input, or from a file that is named; nothing else may follow. */
const GETLINE = /getline(?:[ \t]+[A-Za-z_]\w*)?[ \t]*(?:<[ \t]*"(?!\/inet)[^"\\\n]*"[ \t]*)?(?=[);}\n]|$)/y;

const CONDITIONALS: ReadonlySet<string> = new Set(["if", "while", "for"]);
const PRINTS: ReadonlySet<string> = new Set(["print", "printf"]);
/** Words of every awk behind which an expression begins. */
const OPENERS: ReadonlySet<string> = new Set([
  ...["print", "printf", "return", "exit", "in", "else", "do", "if", "while", "for"],
  ...["BEGIN", "END", "next", "break", "continue"],
]);
/** Words that only some awks know, or that others take for a value. */
const DISPUTED: ReadonlySet<string> = new Set([
  ...["length", "func", "function", "switch", "case", "default", "nextfile", "delete", "BEGINFILE", "ENDFILE"],
]);

function take(state: AwkState, pattern: RegExp): string | null {
  pattern.lastIndex = state.offset;
  const text = pattern.exec(state.source)?.[0] ?? null;
  if (text !== null) state.offset += text.length;
  return text;
}

function afterWord(word: string): AwkState["slash"] {
  if (OPENERS.has(word)) return "begins";
  return DISPUTED.has(word) ? null : "divides";
}

function readWord(state: AwkState): boolean {
  if (take(state, GETLINE) !== null) {
    state.slash = null;
    return true;
  }
  const word = take(state, WORD);
  if (word === null) return false;
  if (PRINTS.has(word)) state.printDepth = state.parens.length;
  state.isAfterConditional = CONDITIONALS.has(word);
  state.slash = afterWord(word);
  return word !== "system" && word !== "getline";
}

function readValue(state: AwkState): boolean {
  if ((take(state, STRING) ?? take(state, NUMBER)) === null) return false;
  state.slash = "divides";
  return true;
}

function readSlash(state: AwkState): boolean {
  if (state.slash === null) return false;
  if (state.slash === "divides") {
    state.offset += 1;
    state.slash = "begins";
    return true;
  }
  state.slash = null;
  return take(state, REGEX) !== null;
}

function readGreater(state: AwkState): boolean {
  const isRedirect = state.printDepth === state.parens.length;
  state.slash = "begins";
  return take(state, isRedirect ? TO_STREAM : COMPARISON) !== null;
}

function closeParen(state: AwkState): void {
  // Awks disagree about a slash behind a condition.
  state.slash = state.parens.pop() === true ? null : "divides";
}

function endStatement(state: AwkState, character: string): void {
  // A line may go on behind a comma or an operator.
  if (character !== "\n" || state.slash !== "begins") state.printDepth = null;
  state.slash = "begins";
}

const PUNCTUATION: Readonly<Record<string, (state: AwkState, character: string) => void>> = {
  "(": (state) => {
    state.parens.push(state.isAfterConditional);
    state.slash = "begins";
  },
  ")": closeParen,
  "[": (state) => {
    state.slash = "begins";
  },
  "]": (state) => {
    state.slash = "divides";
  },
  "{": endStatement,
  "}": endStatement,
  ";": endStatement,
  "\n": endStatement,
};

function readPunctuation(state: AwkState, character: string): boolean {
  const read = Object.hasOwn(PUNCTUATION, character) ? PUNCTUATION[character] : undefined;
  if (read === undefined) return false;
  read(state, character);
  state.offset += 1;
  return true;
}

function readOperator(state: AwkState): boolean {
  const operator = take(state, OPERATOR);
  if (operator === null) return false;
  state.slash = operator === "++" || operator === "--" ? null : "begins";
  return true;
}

/** Reads one token; `false` where it may leave the program, or is not known. */
function readToken(state: AwkState): boolean {
  const character = state.source[state.offset] ?? "";
  if (/[A-Za-z_]/.test(character)) return readWord(state);
  const isRead =
    character === "/"
      ? readSlash(state)
      : character === ">"
        ? readGreater(state)
        : readValue(state) || readPunctuation(state, character) || readOperator(state);
  state.isAfterConditional = false;
  return isRead;
}

/**
 * Tells whether an awk program does nothing but compute, read and print: no other program, no file that is written, no
 * network. `false` also where the awks in use read it differently, or where it uses what is not known here.
 */
export function isHarmlessAwkProgram(source: string): boolean {
  const state: AwkState = {
    source,
    offset: 0,
    slash: "begins",
    parens: [],
    isAfterConditional: false,
    printDepth: null,
  };
  while (state.offset < source.length) {
    if (take(state, BLANK) !== null) continue;
    if (!readToken(state)) return false;
  }
  return true;
}
