// The legacy encodings there are, and how their names are found. How each is detected is decided elsewhere.

import { LegacyCodec } from "./legacy-codec.js";
import type { LegacyEncodingName, TextEncodingName } from "./text-format.js";

const NAMES: readonly LegacyEncodingName[] = [
  "big5",
  "euc-jp",
  "euc-kr",
  "gb18030",
  "gbk",
  "ibm866",
  "iso-8859-2",
  "iso-8859-3",
  "iso-8859-4",
  "iso-8859-5",
  "iso-8859-6",
  "iso-8859-7",
  "iso-8859-8",
  "iso-8859-10",
  "iso-8859-13",
  "iso-8859-14",
  "iso-8859-15",
  "koi8-r",
  "koi8-u",
  "macintosh",
  "shift_jis",
  "windows-874",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "x-mac-cyrillic",
];

const CODECS: ReadonlyMap<string, LegacyCodec> = new Map(NAMES.map((name) => [name, new LegacyCodec(name)]));

// Names that programs write and the WHATWG standard does not have, without what stands between letters and digits.
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["cp932", "shift_jis"],
  ["cp936", "gbk"],
  ["cp949", "euc-kr"],
  ["uhc", "euc-kr"],
  ["cp950", "big5"],
  ["cp874", "windows-874"],
  ["eucjp", "euc-jp"],
  ["euckr", "euc-kr"],
  ["latin2", "iso-8859-2"],
  ["latin9", "iso-8859-15"],
  ["macroman", "macintosh"],
  ["maccyrillic", "x-mac-cyrillic"],
]);

/** Finds the codec of an encoding; `undefined` for Unicode, windows-1252 and `unknown`. */
export function findLegacyCodec(encoding: TextEncodingName): LegacyCodec | undefined {
  return CODECS.get(encoding);
}

/** Finds the codec that a name in a file asks for, in any spelling that is in use; `undefined` when there is none. */
export function findCodecByLabel(label: string): LegacyCodec | undefined {
  const plain = label.toLowerCase();
  const alias = ALIASES.get(plain.replaceAll(/[^a-z\d]/g, ""));
  return CODECS.get(alias ?? resolveLabel(plain) ?? resolveLabel(plain.replaceAll("_", "-")) ?? "");
}

/** Tells whether a name in a file stands for windows-1252, as that of Latin-1 does. */
export function isWindows1252Label(label: string): boolean {
  const plain = label.toLowerCase().replaceAll("_", "-");
  return plain === "latin-1" || resolveLabel(plain) === "windows-1252";
}

function resolveLabel(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}
