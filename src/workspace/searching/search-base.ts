// The directory that a search by ripgrep runs in, held open for as long as the search takes.

import type { Directory } from "../directories/directory.js";
import type { Gate } from "../gate/gate.js";
import type { BroughtBack } from "../ignoring/hidden-names.js";
import type { IgnoreChain } from "../ignoring/ignore-chain.js";
import { chainAt, holdPlaceDirectory } from "../listing/list-operations.js";
import type { Place } from "../paths/walk-path.js";

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
}

/** Holds what ripgrep runs in; the caller closes the directory. A file that is asked for is searched whatever hides it. */
export function openSearchBase(gate: Gate, place: Place, includeIgnored: boolean): SearchBase {
  const { broughtBack } = gate.parts.ignore;
  if (place.node?.type !== "dir") {
    const components = place.components.slice(0, -1);
    return { directory: place.parent.reopen(), components, onlyFile: place.name, chain: undefined, broughtBack };
  }
  const directory = holdPlaceDirectory(place);
  const chain = includeIgnored ? undefined : chainAt(gate, place, directory);
  return { directory, components: place.components, onlyFile: undefined, chain, broughtBack };
}
