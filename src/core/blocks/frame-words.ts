/** Returns octets as a frame of a stream: their number, then words of four octets, whose lowest bits are the first octet. */
export function frameWords(octets: ArrayLike<number>): number[] {
  const words = new Uint8Array(4 * Math.ceil(octets.length / 4));
  words.set(octets);
  return [octets.length, ...new Uint32Array(words.buffer)];
}

/**
 * First word of a note in a stream of frames: 16 octets follow, which are no frame. They say what a receiver of 802.11 recognized and did not
 * receive: the index of a format, the words of its signal field, and LENGTH of SIGNAL.
 */
export const NOTE_WORD = 2 ** 24 + 16;
