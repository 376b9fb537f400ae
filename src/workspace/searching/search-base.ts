// The directory that a search by ripgrep runs in, held open for as long as the search takes.

import type { Directory } from "../directories/directory.js";
import type { Gate } from "../gate/gate.js";
import type { BroughtBack } from "../ignoring/hidden-names.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import type { FoundIgnored } from "../ignoring/ignored-directories.js";
import { chainAt, holdPlaceDirectory } from "../listing/list-operations.js";
import type { Place } from "../paths/walk-path.js";
import type { GrepRequest } from "./grep-request.js";

/** A directory that ripgrep runs in, and what of it is searched. */
export interface SearchBase {
  readonly directory: Directory;
  /** Components from the root of the workspace to the directory. */
  readonly components: readonly string[];
  /** The only file that is searched; absent searches everything below. */
  readonly onlyFile: string | undefined;
  /** Rules that hold in the directory; absent hides nothing. */
  readonly chain: IgnoreChain | undefined;
  /** What earlier searches found out about hidden names. */
  readonly broughtBack: BroughtBack;
  /** Finds directories below that the rules hide: some of them, or only those right here. */
  readonly findIgnored: (where: "near" | "all") => Promise<FoundIgnored>;
  /** Answers a list of wanted files that this search makes, or another made since this one was asked for. */
  readonly shareList: (
    list: { readonly kind: string; readonly patienceMs: number },
    make: () => Promise<readonly string[] | undefined>,
  ) => Promise<readonly string[] | undefined>;
}

/** Holds what ripgrep runs in; the caller closes the directory. A file that is asked for is searched whatever hides it. */
export function openSearchBase(gate: Gate, place: Place, { glob, includeIgnored, signal }: GrepRequest): SearchBase {
  const { fileLists, ignore } = gate.parts;
  const { broughtBack, ignoredDirectories } = ignore;
  const isFile = place.node?.type !== "dir";
  const directory = isFile ? place.parent.reopen() : holdPlaceDirectory(place);
  const components = isFile ? place.components.slice(0, -1) : place.components;
  const readChain = isFile || includeIgnored ? undefined : () => chainAt(gate, place, directory);
  const onlyFile = isFile ? place.name : undefined;
  const mark = ignoredDirectories.mark();
  const listMark = fileLists.mark();
  return {
    directory,
    components,
    onlyFile,
    chain: readChain?.(),
    broughtBack,
    findIgnored: (where) => {
      const search = { directory, components, readChain };
      return where === "near" ? ignoredDirectories.findNear(search) : ignoredDirectories.find(search, mark);
    },
    shareList: ({ kind, patienceMs }, make) => {
      const key = JSON.stringify([kind, glob, includeIgnored, onlyFile, directory.identity, ...components]);
      return fileLists.find({ key, mark: listMark, signal, patienceMs }, make);
    },
  };
}
