// Pseudo-random numbers from a fixed seed, so that every run makes the same cases.

/** Draws numbers in a fixed order. */
export interface Random {
  /** Answers a whole number from 0 up to, but without, `below`. */
  draw(below: number): number;
}

/** Creates a generator whose numbers follow from a text alone. */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  return {
    draw: (below) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    },
  };
}

/** Answers the items in an order that follows from the generator. */
export function shuffle<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, place: random.draw(2 ** 31) }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item);
}
