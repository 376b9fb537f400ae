// One name for all spellings that some file system takes for the same file.

/**
 * Characters without a shape, which HFS+ and some tools leave out when they compare names. Made when used: reading the
 * tables behind it would cost every import some milliseconds.
 */
const invisible = (): RegExp => /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Folds case, Unicode form, invisible characters, and what Windows drops: a stream after `:`, trailing dots and blanks. */
export function foldName(name: string): string {
  const plain = name.normalize("NFKC").replace(invisible(), "").toLowerCase();
  const stream = plain.indexOf(":", 1);
  return (stream === -1 ? plain : plain.slice(0, stream)).replace(/[. ]{1,255}$/, "");
}
