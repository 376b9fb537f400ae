// Finds the ripgrep that is installed with this package.

/** Resolves the path of the program; `null` when the platform has none, and then nothing else is tried. */
export async function resolveRipgrep(): Promise<string | null> {
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    return rgPath;
  } catch {
    return null;
  }
}
