import { PACKET_SAMPLES } from "../packet.ts";

export interface TrackOptions {
  /** Residues closer than this to the wrap at 12,672 are unwrapped. */
  wrap: number;
  /** Largest distance of a chain before a packet's start, in samples. */
  reach: number;
  /** Residue to which every block is unwrapped. */
  anchor?: number;
  /** Chain of the block before the first one. */
  before?: number;
}

/**
 * Returns the residues of successive blocks (`undefined` for a block without packets). Each moves by one packet if it is across
 * the wrap from the previous block or the anchor; without either, if it is at most `reach` before the wrap.
 */
export function trackChains(
  residues: readonly (number | undefined)[],
  { wrap, reach, anchor, before }: TrackOptions,
): (number | undefined)[] {
  let previous = before;
  return residues.map((residue) => {
    const near = anchor ?? previous;
    previous = residue;
    if (residue === undefined) return undefined;
    const below = near === undefined ? reach + 1 : near < wrap ? wrap : 0;
    if (residue > PACKET_SAMPLES - below) previous = residue - PACKET_SAMPLES;
    if (near !== undefined && near > PACKET_SAMPLES - wrap && residue < wrap) previous = residue + PACKET_SAMPLES;
    return previous;
  });
}
