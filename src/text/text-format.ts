// The names of encodings and what is to know about the form of a text. Types only.

/** Names an encoding; `unknown` stands for damaged UTF-8, which can be shown but not written. */
export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | "unknown";

/** Says how a text is written as bytes. */
export interface TextFormat {
  readonly encoding: TextEncodingName;
  /** The content begins with a byte order mark. */
  readonly bom: boolean;
}
