// The marker lines of the envelope: which there are and what they look like. Pure strings.

/** Names a marker line that carries a path. */
export type HeaderName = "Add File" | "Update File" | "Delete File" | "Replace File" | "Replace Line" | "Move to";

/** Names a marker line that stands alone. */
export type PlainMarker = "Begin Patch" | "End Patch" | "End of File";

/** Tells what a marker line is; `null` for one that is not known. */
export type Marker = { readonly header: HeaderName; readonly path: string } | { readonly plain: PlainMarker } | null;

const HEADER = /^\*\*\* (Add File|Begin File|Update File|Delete File|Replace File|Replace Line|Move to):(.*)$/;
const PLAIN = /^\*\*\* (Begin Patch|End Patch|End of File)(?: \*\*\*)?$/;

// Marks of another dialect around the content of a file, which say nothing that is not known without them.
const NOISE = /^\*\*\* (?:Begin Body|End Body|End File)(?: \*\*\*)?$/;

/** Tells whether a line begins as a marker does, known or not; blanks in front count unless it is content of a hunk. */
export function isMarkerLine(line: string): boolean {
  return /^\*\*\*(?:\s|$)/.test(line);
}

/** Tells whether a line only marks where the content of a file begins or ends. */
export function isNoiseMarker(line: string): boolean {
  return NOISE.test(line.trim());
}

/** Reads a marker line, with or without blanks around it. */
export function readMarker(line: string): Marker {
  const text = line.trim();
  const plain = PLAIN.exec(text)?.[1];
  if (plain !== undefined) return { plain: plain as PlainMarker };
  const [, name, rest = ""] = HEADER.exec(text) ?? [];
  if (name === undefined) return null;
  const header = name === "Begin File" ? "Add File" : (name as HeaderName);
  return { header, path: rest.replace(/ \*\*\*$/, "").trim() };
}

/** Tells whether a line is one of the markers that stand alone. */
export function isPlainMarker(line: string, name: PlainMarker): boolean {
  const marker = readMarker(line);
  return marker !== null && "plain" in marker && marker.plain === name;
}
