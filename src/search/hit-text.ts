// Where a hit is, how it is to be shown, and what is shown of it. Types only.

/** Where a search says that a line matches. */
export interface HitPosition {
  /** 1-based position of the match in the line, in bytes; beyond the line stands for its end. */
  readonly columnByte: number;
  /** 0-based position of the line in the file. */
  readonly byteOffset: number;
}

/** Says how much of the lines is shown. */
export interface HitOptions {
  /** Lines before and after. */
  readonly context: number;
  readonly maxBytesPerLine: number;
  /** Position of the first line, behind a byte order mark. */
  readonly firstByte: number;
}

/** The lines of a hit, without their endings. */
export interface HitText {
  /** 1-based, in code points. */
  readonly column: number;
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}
