// A tiny, strict applier of unified diffs for tests: every context and removed line must be there, at its exact place.

interface HunkHeader {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

/** Applies a diff of one file; throws when anything in it does not fit the text. An empty diff changes nothing. */
export function applyUnifiedDiff(text: string, diff: string): string {
  if (diff === "") return text;
  const lines = text === "" ? [] : text.split(/(?<=\n)/);
  const [oldHeader, newHeader, ...body] = joinMissingNewlines(diff.split(/(?<=\n)/));
  if (!oldHeader?.startsWith("--- ") || !newHeader?.startsWith("+++ ")) throw new Error("the header is missing");
  const result: string[] = [];
  let next = 0;
  for (let index = 0; index < body.length; ) {
    const header = parseHeader(body[index] ?? "");
    const start = lineBefore(header.oldStart, header.oldCount);
    result.push(...lines.slice(next, start));
    if (result.length !== lineBefore(header.newStart, header.newCount)) throw new Error("the new start is wrong");
    const hunk = takeHunk(body.slice(index + 1), header);
    assertSame(lines.slice(start, start + header.oldCount), hunk.oldLines);
    result.push(...hunk.newLines);
    next = start + header.oldCount;
    index += 1 + hunk.length;
  }
  return [...result, ...lines.slice(next)].join("");
}

function lineBefore(start: number, count: number): number {
  return count === 0 ? start : start - 1;
}

interface Hunk {
  readonly oldLines: string[];
  readonly newLines: string[];
  readonly length: number;
}

function takeHunk(body: readonly string[], header: HunkHeader): Hunk {
  const oldLines: string[] = [];
  const newLines: string[] = [];
  let length = 0;
  while (oldLines.length < header.oldCount || newLines.length < header.newCount) {
    const line = body[length] ?? "";
    if (!/^[ +-]/.test(line)) throw new Error(`not a line of a hunk: ${JSON.stringify(line)}`);
    if (line[0] !== "+") oldLines.push(line.slice(1));
    if (line[0] !== "-") newLines.push(line.slice(1));
    length += 1;
  }
  return { oldLines, newLines, length };
}

function assertSame(actual: readonly string[], expected: readonly string[]): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) throw new Error(`the text has ${JSON.stringify(actual)}`);
}

function joinMissingNewlines(diffLines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of diffLines) {
    if (line.startsWith("\\ ")) joined.push((joined.pop() ?? "").replace(/\n$/, ""));
    else joined.push(line);
  }
  return joined;
}

function parseHeader(line: string): HunkHeader {
  const match = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n$/.exec(line);
  if (match === null) throw new Error(`not a hunk header: ${JSON.stringify(line)}`);
  const [oldStart, oldCount = "1", newStart, newCount = "1"] = match.slice(1);
  return {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
  };
}
