/** Returns octets as a frame of a stream: their number, then the octets in words, four to a word, the first one lowest. */
export function frameWords(octets: ArrayLike<number>): number[] {
  const words = new Uint8Array(4 * Math.ceil(octets.length / 4));
  words.set(octets);
  return [octets.length, ...new Uint32Array(words.buffer)];
}
