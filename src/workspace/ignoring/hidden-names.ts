// Names that ignore rules hide wherever they stand, for a program that can leave them out by itself. Whether an ignore file
// further down brings one back is only known once the program has named those files.

/** Names that are handed over at most. */
const MAX_NAMES = 128;

/** Names of ignore files that can be told in globs, letter for letter. */
const TELLABLE = /^[\w.@+~#%=-]+$/;

/** The rules that hold in a directory, as far as they decide by names. */
interface NamedChain {
  readonly ignoreFileNames: readonly string[];
  hiddenNames(): readonly string[];
}

/** What may be left out, and which files have to be named for it. */
export interface HiddenNames {
  /** Globs such as `*.map` and `coverage/`. */
  readonly globs: readonly string[];
  /** Globs of every ignore file, in any letter case, since some disks know none. */
  readonly ignoreFileGlobs: readonly string[];
}

const NO_NAMES: HiddenNames = { globs: [], ignoreFileGlobs: [] };

function inAnyCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** Tells whether a glob hides an ignore file as well, which would then not be named. */
function isAboutIgnoreFile(glob: string, names: readonly string[]): boolean {
  const plain = glob.replace(/^\*|\/$/g, "").toLowerCase();
  return names.some((name) => name.toLowerCase().endsWith(plain));
}

/** Keeps in mind which names were brought back in a workspace, since it is in vain to leave them out again. */
export class BroughtBack {
  readonly #globs = new Set<string>();
  /** An ignore file holds text in which not every engine finds an expression at the same places. */
  hasInexactFile = false;

  /** Answers what is worth leaving out of a search below a directory. */
  select(chain: NamedChain, { regex }: { readonly regex: boolean }): HiddenNames {
    const names = chain.ignoreFileNames;
    if (regex && this.hasInexactFile) return NO_NAMES;
    // Its messages there name files in a way that is not read here.
    if (process.platform === "win32") return NO_NAMES;
    if (!names.every((name) => TELLABLE.test(name))) return NO_NAMES;
    const globs = chain.hiddenNames().filter((glob) => !(this.#globs.has(glob) || isAboutIgnoreFile(glob, names)));
    return globs.length === 0 ? NO_NAMES : { globs: globs.slice(0, MAX_NAMES), ignoreFileGlobs: names.map(inAnyCase) };
  }

  /** Tells whether names are hidden in a directory further down as well. */
  isNone(globs: readonly string[], chain: NamedChain): boolean {
    const hidden = new Set(chain.hiddenNames());
    const back = globs.filter((glob) => !hidden.has(glob));
    this.add(back);
    return back.length === 0;
  }

  add(globs: readonly string[]): void {
    for (const glob of globs) this.#globs.add(glob);
  }
}
