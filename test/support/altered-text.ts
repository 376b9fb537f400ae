// Changes of a shown text that a model makes which wants to see what placeholders stand for.

/** What a model may put beside a placeholder so that it looks like something else, or like nothing. */
export const INSERTS: readonly string[] = [
  ..."\"'`\\ \n\t,;:=#&()[]{}<>$@/|.%-~",
  ..."ghp_ sk- sk-a1 xoxb- npm_ eyJ eyJa.eyJ AKIA hvs. :// $( {{ }} %s REDACTED process.env. </b> <b> <!-- --> // /*".split(
    " ",
  ),
  ...["$" + "{", "*/", "\\n", '\\"', "'''", '"""', "\r\n", "\ufeff", "\u2028", "\u200b", "\u00a0", "é"],
  ..."bearer |Basic |token=|password = |password:\n  |://a:|@example.com| note |# |mysql -p|define('KEY', '|Cookie: a=".split(
    "|",
  ),
  "a".repeat(254),
  "ghp_".padEnd(260, "a"),
  "token=".repeat(12),
  "(".repeat(8),
  "-----BEGIN RSA PRIVATE KEY-----\n",
  "\n-----END RSA PRIVATE KEY-----\n",
  "// ... rest of the code unchanged ... ",
  "*** End Patch\n",
];
const HEADS = ["%PDF-1.7\n", "GIF89a\u0001\u0001\u0001\u0001\u0001\u0001\u0001\n", "\u0000", "\ufeff", "\u0089PNG\r\n"];

// What a line of a private key may be, so that a key seems to go on.
export const FILLER: string = `${"Ab3x".repeat(16)}\n`;

/** Chooses by a number. */
export function pick<Item>(items: readonly Item[], seed = 0): Item | undefined {
  return items[seed % items.length];
}

const PLACEHOLDER = /\[REDACTED:[a-z-]+:[0-9a-f]{16}\]/g;

/** Changes a text somewhere, mostly right beside a placeholder. */
export function alter(shown: string, [, , a = 0, b = 0, c = 0, d = 0, e = 0]: readonly number[]): string {
  const found = Array.from(shown.matchAll(PLACEHOLDER));
  const one = pick(found, a);
  const insert = pick(INSERTS, b) ?? "";
  if (one === undefined || e % 8 === 0) return alterLines(shown, [a, b, c, d]);
  const [placeholder] = one;
  const [head, tail] = [shown.slice(0, one.index), shown.slice(one.index + placeholder.length)];
  const cut = c % 3 === 0 ? c % 24 : 0;
  switch (d % 9) {
    case 0:
      return `${head.slice(0, head.length - cut)}${insert}${placeholder}${tail}`;
    case 1:
      return `${head}${placeholder}${insert}${tail.slice(cut)}`;
    case 2:
      return `${head.slice(0, head.length - (c % 24))}${placeholder}${tail}`;
    case 3:
      return `${head}${placeholder}${tail.slice(c % 12)}`;
    case 4:
      return `${head}${insert}${placeholder}${insert}${tail}`;
    case 5:
      return `${head}${insert}${tail}`;
    case 6:
      return `${insert}${placeholder}${shown}`;
    case 7:
      return `${head}${placeholder}${pick(found, c)?.[0] ?? ""}${tail}`;
    default:
      return `${head.slice(0, head.lastIndexOf("\n", head.length - 1) + 1)}${insert}${placeholder}${tail}`;
  }
}

function alterLines(shown: string, [a, b, c, d]: readonly [number, number, number, number]): string {
  const lines = shown.split("\n");
  const at = a % lines.length;
  const insert = pick(INSERTS, b) ?? "";
  switch (d % 8) {
    case 0:
      return `${pick(HEADS, b)}${shown}`;
    case 1:
      return shown.replaceAll(/\r?\n/g, "\r\n");
    case 2:
      return lines.filter((_, index) => index !== at).join("\n");
    case 3:
      return [...lines.slice(0, at), lines.slice(at, at + 2).join(insert.trim()), ...lines.slice(at + 2)].join("\n");
    case 4:
      return lines.map((line) => `${insert}${line}`).join("\n");
    case 5:
      return lines.with(at, JSON.stringify(lines[at])).join("\n");
    case 6:
      return `${shown}\n${lines.slice(at, at + 1 + (c % 5)).join("\n")}`;
    default:
      return [...lines.slice(at), ...lines.slice(0, at)].join("\n");
  }
}

/** The lines of a change, and the line before them as a patch has it. */
export interface ChangedLines {
  readonly context: string;
  readonly oldLines: readonly string[];
  readonly newLines: readonly string[];
}

/** Compares two texts. */
export function compare(before: string, after: string): ChangedLines {
  const [oldLines, newLines] = [before.split("\n"), after.split("\n")];
  let same = 0;
  while (same < oldLines.length - 1 && oldLines[same] === newLines[same]) same += 1;
  let last = 0;
  while (
    last < Math.min(oldLines.length, newLines.length) - same - 1 &&
    oldLines.at(-1 - last) === newLines.at(-1 - last)
  )
    last += 1;
  const context = same === 0 ? "@@" : `@@\n ${oldLines[same - 1]}`;
  return {
    context,
    oldLines: oldLines.slice(same, oldLines.length - last),
    newLines: newLines.slice(same, newLines.length - last),
  };
}
