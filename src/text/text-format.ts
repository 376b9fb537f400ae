// The names of encodings and what is to know about the form of a text. Types only.

/** Names an encoding of several bytes for most characters, with no state from one character to the next. */
export type MultiByteEncodingName = "shift_jis" | "euc-jp" | "gbk" | "gb18030" | "big5" | "euc-kr";

/** Names a code page of one byte a character, windows-1252 aside. */
export type CodePageName =
  | "ibm866"
  | "iso-8859-2"
  | "iso-8859-3"
  | "iso-8859-4"
  | "iso-8859-5"
  | "iso-8859-6"
  | "iso-8859-7"
  | "iso-8859-8"
  | "iso-8859-10"
  | "iso-8859-13"
  | "iso-8859-14"
  | "iso-8859-15"
  | "koi8-r"
  | "koi8-u"
  | "macintosh"
  | "windows-874"
  | "windows-1250"
  | "windows-1251"
  | "windows-1253"
  | "windows-1254"
  | "windows-1255"
  | "windows-1256"
  | "windows-1257"
  | "windows-1258"
  | "x-mac-cyrillic";

/** Names an encoding whose characters the platform's decoder knows; the names are those of the WHATWG standard. */
export type LegacyEncodingName = MultiByteEncodingName | CodePageName;

/** Names an encoding; `unknown` stands for damaged UTF-8, which can be shown but not written. */
export type TextEncodingName = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" | LegacyEncodingName | "unknown";

/** Says how a text is written as bytes. */
export interface TextFormat {
  readonly encoding: TextEncodingName;
  /** The content begins with a byte order mark. */
  readonly bom: boolean;
}
