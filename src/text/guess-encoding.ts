// Guesses a legacy encoding from the characters that a language uses most. Answers only what is hard to be wrong about.

import { isAscii } from "node:buffer";
import { findLegacyCodec } from "./legacy-encodings.js";
import type { LegacyEncodingName } from "./text-format.js";

const PROBE_BYTES = 16_384;
const MIN_FOREIGN_BYTES = 8;

// Western European texts have their letters outside ASCII one by one.
const MIN_RUN_BYTES = 3;
const MIN_RUN_SHARE = 0.6;

// How much better one script has to fit than the next.
const MIN_LEAD = 1.3;

/** A script, what it is written in, and the characters that show that a reading is right. */
interface Script {
  /** In order of preference, where two read alike. */
  readonly encodings: readonly LegacyEncodingName[];
  readonly common: ReadonlySet<string>;
  /** Share of the common ones among all characters outside ASCII. */
  readonly minShare: number;
}

/** Says how well a reading fits: 1 just so. */
interface Reading {
  readonly encoding: LegacyEncodingName;
  readonly fit: number;
}

const KANA = charactersBetween("ぁ", "ん") + charactersBetween("ァ", "ヶ");
const SIMPLIFIED =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实新无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应向头文体政美相见被利等产或己制身加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直资命值类型参函变量请输错误返回测试码";
const TRADITIONAL =
  "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實新無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應向頭文體政美相見被利等產或己制身加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直資命值類型參函請輸錯誤返測試碼";
const HANGUL =
  "이다는을의에가고를한하은지로기도사서리나인자시어그있대수라아해일정스부과제보전으들니만주게장상구여동안조성선우원적것없할했된되와습않면및요중형식파유모소용오문";
const CYRILLIC = "оеаинтсрвлкмі";
const GREEK = "αοιετσνηυρπκόίάέήΆ";
const HEBREW = "יוהלארבתמשנחד";
const ARABIC = "اليمنورتبةعدسفهكق";
const THAI = "านรอกเงมยลวดทสต่้ัีิ";

const SCRIPTS: readonly Script[] = [
  { encodings: ["shift_jis", "euc-jp"], common: new Set(KANA), minShare: 0.3 },
  { encodings: ["gb18030"], common: new Set(SIMPLIFIED), minShare: 0.25 },
  { encodings: ["big5"], common: new Set(TRADITIONAL), minShare: 0.25 },
  { encodings: ["euc-kr"], common: new Set(HANGUL), minShare: 0.25 },
  {
    encodings: ["windows-1251", "koi8-r", "koi8-u", "iso-8859-5", "ibm866"],
    common: new Set(CYRILLIC),
    minShare: 0.6,
  },
  { encodings: ["windows-1253", "iso-8859-7"], common: new Set(GREEK), minShare: 0.65 },
  { encodings: ["windows-1255"], common: new Set(HEBREW), minShare: 0.6 },
  { encodings: ["windows-1256", "iso-8859-6"], common: new Set(ARABIC), minShare: 0.6 },
  { encodings: ["windows-874"], common: new Set(THAI), minShare: 0.6 },
];

/** Answers where the first byte outside ASCII stands, -1 where none does. */
function findForeignByte(bytes: Uint8Array): number {
  let start = 0;
  while (start < bytes.length && isAscii(bytes.subarray(start, start + PROBE_BYTES))) start += PROBE_BYTES;
  const index = bytes.subarray(start, start + PROBE_BYTES).findIndex((byte) => byte >= 0x80);
  return index < 0 ? -1 : start + index;
}

/**
 * Guesses the encoding of bytes that are no UTF-8; `undefined` when nothing fits well or two scripts do, as with short
 * texts and those in Latin letters. Looks at no more than 16 KiB, from the first byte outside ASCII on.
 */
export function guessEncoding(bytes: Uint8Array): LegacyEncodingName | undefined {
  const start = findForeignByte(bytes);
  if (start === -1) return undefined;
  const probe = bytes.subarray(start, start + PROBE_BYTES);
  if (!hasForeignRuns(probe)) return undefined;
  const readings = SCRIPTS.map((script) => bestReading(probe, script));
  const [best, next] = readings.sort((left, right) => right.fit - left.fit);
  if (best === undefined || best.fit < 1 || best.fit < (next?.fit ?? 0) * MIN_LEAD) return undefined;
  return best.encoding;
}

function bestReading(bytes: Uint8Array, { encodings, common, minShare }: Script): Reading {
  const readings = encodings.map((encoding) => ({ encoding, fit: commonShare(bytes, encoding, common) / minShare }));
  return readings.reduce((best, reading) => (reading.fit > best.fit ? reading : best));
}

function hasForeignRuns(bytes: Uint8Array): boolean {
  let foreignBytes = 0;
  let bytesInRuns = 0;
  let runBytes = 0;
  for (const byte of bytes) {
    runBytes = byte < 0x80 ? 0 : runBytes + 1;
    if (runBytes > 0) foreignBytes += 1;
    if (runBytes === MIN_RUN_BYTES) bytesInRuns += MIN_RUN_BYTES;
    else if (runBytes > MIN_RUN_BYTES) bytesInRuns += 1;
  }
  return foreignBytes >= MIN_FOREIGN_BYTES && bytesInRuns >= foreignBytes * MIN_RUN_SHARE;
}

function commonShare(bytes: Uint8Array, encoding: LegacyEncodingName, common: ReadonlySet<string>): number {
  const text = findLegacyCodec(encoding)?.decodeStrictly(bytes, { isHead: true }) ?? "";
  let characters = 0;
  let commonCharacters = 0;
  for (const character of text) {
    if (character < "\u0080") continue;
    characters += 1;
    if (common.has(character)) commonCharacters += 1;
  }
  return characters === 0 ? 0 : commonCharacters / characters;
}

function charactersBetween(first: string, last: string): string {
  const start = first.charCodeAt(0);
  return Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, index) => String.fromCharCode(start + index)).join(
    "",
  );
}
