// Which legacy encoding a file is taken for: what it says of itself, what its characters show, and when neither counts.

import { describe, expect, it } from "vitest";
import { decodeExactly, detectTextFormat, encodeText, type TextEncodingName } from "../../../src/text/encoding.js";

const SENTENCES: Readonly<Record<string, string>> = {
  japanese: "// ファイルを読み込めませんでした。もう一度お試しください。\n",
  simplified: "// 这个函数返回一个新的值，如果没有找到文件就返回错误。\n",
  traditional: "// 這個函式會傳回一個新的值，如果沒有找到檔案就會發生錯誤。\n",
  korean: "// 이 함수는 새로운 값을 반환하고 파일을 찾을 수 없으면 오류가 발생합니다.\n",
  russian: "// Эта функция возвращает новое значение, если файл найден.\n",
  greek: "// Αυτή η συνάρτηση επιστρέφει μια νέα τιμή αν βρεθεί το αρχείο.\n",
  hebrew: "// הפונקציה הזאת מחזירה ערך חדש אם הקובץ נמצא\n",
  arabic: "// هذه الدالة ترجع قيمة جديدة إذا تم العثور على الملف\n",
  thai: "// ฟังก์ชันนี้คืนค่าใหม่ถ้าพบไฟล์ที่ต้องการ\n",
};

function encode(text: string, encoding: TextEncodingName): Uint8Array {
  return encodeText(text, { encoding, bom: false });
}

function detect(bytes: Uint8Array): TextEncodingName {
  return detectTextFormat(bytes).encoding;
}

function declared(declaration: string, text: string, encoding: TextEncodingName): TextEncodingName {
  return detect(encode(`${declaration}\n${text}\n`, encoding));
}

describe("a text without a declaration", () => {
  it.each<[string, TextEncodingName, TextEncodingName]>([
    ["japanese", "shift_jis", "shift_jis"],
    ["japanese", "euc-jp", "euc-jp"],
    ["simplified", "gb18030", "gb18030"],
    ["simplified", "gbk", "gb18030"],
    ["traditional", "big5", "big5"],
    ["korean", "euc-kr", "euc-kr"],
    ["russian", "windows-1251", "windows-1251"],
    ["russian", "koi8-r", "koi8-r"],
    ["russian", "iso-8859-5", "iso-8859-5"],
    ["russian", "ibm866", "ibm866"],
    ["greek", "windows-1253", "windows-1253"],
    ["hebrew", "windows-1255", "windows-1255"],
    ["arabic", "windows-1256", "windows-1256"],
    ["arabic", "iso-8859-6", "iso-8859-6"],
    ["thai", "windows-874", "windows-874"],
  ])("in %s, %s, is taken for %s", (language, encoding, expected) => {
    const text = SENTENCES[language] ?? "";
    const bytes = encode(text, encoding);
    expect(decodeExactly(bytes)).toEqual({ text, format: { encoding: expected, bom: false } });
    expect(detect(encode("const a = 1;\n".repeat(5000) + text, encoding))).toBe(expected);
  });

  it.each([
    ["German", "Die Größe der Schlüssel überschreitet das für ähnliche Fälle übliche Maß; ÄÖÜ"],
    ["French", "Le fichier n’a pas été trouvé, où était-il à l’époque ? « Ça marche », dit l’élève."],
    ["Spanish", "¿Dónde está el año que pasó? ¡Aquí! La función devolvió un número erróneo."],
    ["Italian", "Perché la città è già così? Però andrà più in là; è libertà, sarà possibilità."],
    ["Danish", "Rødgrød med fløde på åen æøå ÆØÅ, så længe øllet gærer."],
    ["Finnish", "Määränpäätä ei löytynyt, sillä tämä hääyöaie jää äärettömän pitkäksi."],
    ["capitals", "DÉJÀ ÉTÉ; ÜBERMÄSSIGE GRÖSSE; AÑO PASADO"],
    ["one word", "naïve"],
  ])("stays windows-1252 in %s", (_language, text) => {
    expect(detect(encode(text, "windows-1252"))).toBe("windows-1252");
  });

  it("is not guessed from two characters", () => {
    expect(detect(encode("中文", "gbk"))).toBe("windows-1252");
  });

  it("is not guessed from a frame of line drawing", () => {
    expect(detect(Uint8Array.from({ length: 400 }, (_, index) => (index % 40 === 39 ? 0x0a : 0xc4)))).not.toBe(
      "gb18030",
    );
  });

  it("stays damaged UTF-8 when most of it is UTF-8, whatever it declares", () => {
    for (const text of Object.values(SENTENCES)) {
      const damaged = Buffer.concat([Buffer.from(`# coding: gbk\n${text}`), Buffer.of(0xff, 0x0a)]);
      expect(detect(damaged)).toBe("unknown");
    }
  });

  it("is shown but not decoded for editing when a byte of it is damaged", () => {
    const text = SENTENCES["simplified"] ?? "";
    const damaged = Buffer.concat([encode(text.repeat(400), "gbk"), Buffer.of(0xff, 0x0a)]);
    expect(detect(damaged)).toBe("gb18030");
    expect(() => decodeExactly(damaged)).toThrow(expect.objectContaining({ kind: "unsupported_encoding" }));
  });
});

describe("a declaration", () => {
  it.each<[string, string, TextEncodingName]>([
    ["XML", '<?xml version="1.0" encoding="ISO-8859-2"?>', "iso-8859-2"],
    ["HTML", "<!doctype html><meta charset=windows-1250>", "windows-1250"],
    ["older HTML", '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">', "iso-8859-2"],
    ["CSS", '@charset "windows-1250";', "windows-1250"],
    ["Python", "# -*- coding: cp1250 -*-", "windows-1250"],
    ["Python in the second line", "#!/usr/bin/python\n# coding=iso8859_2", "iso-8859-2"],
    ["Emacs with line ends", ";; -*- mode: lisp; coding: iso-8859-2-unix; -*-", "iso-8859-2"],
    ["Vim", "/* vim: set fileencoding=latin2 : */", "iso-8859-2"],
  ])("counts in %s", (_language, declaration, encoding) => {
    expect(declared(declaration, "žluťoučký kůň", encoding)).toBe(encoding);
    expect(declared(declaration, "no more than ASCII", encoding)).toBe("utf-8");
  });

  it("does not count where the bytes are not valid in it", () => {
    expect(detect(Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?>caf\xe9 \n', "latin1"))).toBe("windows-1252");
  });

  it("does not count against valid UTF-8 or a byte order mark", () => {
    expect(detect(Buffer.from("# coding: koi8-r\nПривет"))).toBe("utf-8");
    expect(detect(Buffer.from("\ufeff# coding: koi8-r\n", "utf16le"))).toBe("utf-16le");
  });

  it("does not count behind the first KiB, in a third line, or in a sentence", () => {
    const text = "žluťoučký kůň";
    expect(declared(`${"x".repeat(1024)}<meta charset=windows-1250>`, text, "windows-1250")).toBe("windows-1252");
    expect(declared("a\nb\n# coding: windows-1250", text, "windows-1250")).toBe("windows-1252");
    expect(declared("const coding: windows-1250", text, "windows-1250")).toBe("windows-1252");
  });

  it("of Latin-1 keeps a text from being guessed", () => {
    expect(declared("# coding: latin-1", "привет этот новый мир", "windows-1251")).toBe("windows-1252");
  });

  it.each(["<?xml ", "<meta ", "#".repeat(1020), "-*-".repeat(340), "vim:".repeat(250)])(
    "is looked for in linear time in %s",
    (part) => {
      const hostile = Buffer.from(`${part.repeat(300)}\xe9`, "latin1");
      expect(detect(hostile)).toBe("windows-1252");
    },
  );
});
