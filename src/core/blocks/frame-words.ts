/** Returns octets as a frame of a stream: their number, then words of four octets, whose lowest bits are the first octet. */
export function frameWords(octets: ArrayLike<number>): number[] {
  const words = new Uint8Array(4 * Math.ceil(octets.length / 4));
  words.set(octets);
  return [octets.length, ...new Uint32Array(words.buffer)];
}
