/** Returns a decoder of NRZI: a bit is 1 where the level stays. */
export function createNrziDecoder(): (soft: number) => number {
  let level = 0;
  return (soft) => {
    const now = soft > 0 ? 1 : 0;
    const bit = now === level ? 1 : 0;
    level = now;
    return bit;
  };
}
