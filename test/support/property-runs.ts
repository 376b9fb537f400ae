// How often a property is tried, so that one setting makes a run longer or shorter.

/** Answers how often to try what is tried so often by default; `AI_FILE_TOOLS_TEST_SCALE` multiplies it. At least one. */
export function propertyRuns(wanted: number): number {
  const scale = Number(process.env["AI_FILE_TOOLS_TEST_SCALE"] ?? "1");
  return Math.max(1, Math.round(wanted * scale));
}
