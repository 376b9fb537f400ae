// Consecutive lines of a file, and how a model sees them. Pure.

import { showControls } from "../../text/visible-text.js";

/** Holds consecutive lines of a file; `startLine` is 1-based, and line feeds part the lines of `text`. */
export interface TextRegion {
  readonly startLine: number;
  readonly text: string;
}

/** Numbers lines as the read tool does; `…` stands between regions that do not follow one another. */
export function presentRegions(regions: readonly TextRegion[]): readonly string[] {
  return regions.flatMap(({ startLine, text }, index) => {
    const numbered = text.split("\n").map((line, offset) => `${startLine + offset}\t${showControls(line)}`);
    const isGap = index > 0 && startLine !== endOf(regions[index - 1]);
    return isGap ? ["…", ...numbered] : numbered;
  });
}

/** Answers the number of the line behind a region. */
function endOf(region: TextRegion | undefined): number {
  return region === undefined ? 1 : region.startLine + region.text.split("\n").length;
}
