// What came of one item with the tools of another package. Words stand where a number would mislead.

/** The packages beside ours, in the order of the columns. */
export const PEER_NAMES = ["pi-coding-agent", "deepagents", "server-filesystem", "mastra", "bash-tool"] as const;

/** One of them. */
export type PeerName = (typeof PEER_NAMES)[number];

/** Figures of the same kind as ours. */
export interface PeerFigures {
  /** Median milliseconds. */
  readonly peerMs: number;
  /** Median milliseconds of the floor, which took turns with the package. */
  readonly rawMs: number;
  /** Highest resident memory over that before the first call, that of a server's process included. */
  readonly memoryBytes: number;
}

/** The figures; why there are none; or `null` where the package has no tool for the item. */
export type PeerResult = PeerFigures | { readonly words: string } | null;

/** The results of one item, by package; empty where none was asked. */
export type PeerResults = ReadonlyMap<PeerName, PeerResult>;
