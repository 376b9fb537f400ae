// One name for all spellings that some file system takes for the same file.

/** Characters without a shape, which HFS+ and some tools leave out when they compare names. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Folds case, Unicode form, invisible characters, and what Windows drops: a stream after `:`, trailing dots and blanks. */
export function foldName(name: string): string {
  const plain = name.normalize("NFKC").replace(INVISIBLE, "").toLowerCase();
  const stream = plain.indexOf(":", 1);
  return (stream === -1 ? plain : plain.slice(0, stream)).replace(/[. ]{1,255}$/, "");
}
