import { PACKET_SAMPLES } from "../packet.ts";

export interface TrackOptions {
  /** Residues nearer than this to the wrap at 12,672 are unwrapped. */
  wrap: number;
  /** As many samples before a packet's start its chain may be. */
  reach: number;
  /** Residue that every block is unwrapped to. */
  anchor?: number;
}

/**
 * Residues of successive blocks (`undefined` where a block has no packets), each moved by one packet if it lies across
 * the wrap from the block before, or from the anchor; if there is neither, when it lies at most `reach` before the wrap.
 */
export function trackChains(
  residues: readonly (number | undefined)[],
  { wrap, reach, anchor }: TrackOptions,
): (number | undefined)[] {
  let previous: number | undefined;
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
