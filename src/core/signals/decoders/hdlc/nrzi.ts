/** Returns a decoder of NRZI: a bit is 1 where the level stays. */
export function createNrziDecoder(): (level: number) => number {
  let last = 0;
  return (level) => {
    const bit = level === last ? 1 : 0;
    last = level;
    return bit;
  };
}
