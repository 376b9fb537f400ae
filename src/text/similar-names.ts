// Finds the names that somebody may have meant. Pure; knows no store.

const MAX_NAME_LENGTH = 64;
const MAX_SUGGESTIONS = 3;

/** Answers up to three candidates that differ from a name only in letter case or by one or two characters, best first. */
export function findSimilarNames(name: string, candidates: readonly string[]): readonly string[] {
  const wanted = fold(name);
  return candidates
    .map((candidate) => ({ candidate, distance: nameDistance(wanted, fold(candidate)) }))
    .filter(({ distance }) => distance <= allowedDistance(wanted))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function allowedDistance(name: string): number {
  return name.length < 5 ? 1 : 2;
}

// A name with another extension is as near as one with a typing error: models guess `.ts` for `.tsx`.
function nameDistance(left: string, right: string): number {
  if (left === right) return 0;
  const [leftStem = "", rightStem = ""] = [left, right].map((name) => name.replace(/(?<=.)\.[^.]*$/, ""));
  return leftStem === rightStem && leftStem !== "" ? 1 : editDistance(left, right);
}

/** Counts the characters to insert, remove or replace; names of very different or great length are far apart. */
function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > 2 || Math.max(left.length, right.length) > MAX_NAME_LENGTH) {
    return Number.POSITIVE_INFINITY;
  }
  return countEdits(left, right);
}

/** Counts the characters to insert, remove or replace; takes as long as the product of both lengths. */
export function countEdits(left: string, right: string): number {
  const first = Array.from({ length: right.length + 1 }, (_, index) => index);
  const last = Array.from(left).reduce(
    (previous, character, index) => nextRow(previous, character, { index, right }),
    first,
  );
  return last[right.length] ?? Number.POSITIVE_INFINITY;
}

function nextRow(
  previous: readonly number[],
  character: string,
  { index, right }: { readonly index: number; readonly right: string },
): number[] {
  const row = [index + 1];
  for (let column = 1; column <= right.length; column += 1) {
    const replaced = (previous[column - 1] ?? 0) + (right[column - 1] === character ? 0 : 1);
    row.push(Math.min(replaced, (previous[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
  }
  return row;
}
