import { PACKET_SAMPLES } from "../soqpsk/packet.ts";

/**
 * Residues of successive blocks (`undefined` where a block has no packets), each moved by one packet if it lies across
 * the wrap, within `wrap` samples, from the block before, or from the anchor.
 */
export function trackChains(
  residues: readonly (number | undefined)[],
  wrap: number,
  anchor?: number,
): (number | undefined)[] {
  let previous: number | undefined;
  return residues.map((residue) => {
    const near = anchor ?? previous ?? Number.NaN;
    previous = residue;
    if (residue === undefined) return undefined;
    if (near < wrap && residue > PACKET_SAMPLES - wrap) previous = residue - PACKET_SAMPLES;
    if (near > PACKET_SAMPLES - wrap && residue < wrap) previous = residue + PACKET_SAMPLES;
    return previous;
  });
}
