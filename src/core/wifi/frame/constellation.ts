import { BITS_PER_CARRIER, type Modulation } from "./rates.ts";

/** Level 2i + 1 − L of an axis with L levels whose Gray code i ⊕ ⌊i/2⌋ is the label. */
function axisLevel(label: number, bits: number): number {
  let i = label;
  for (let shift = 1; shift < bits; shift++) i ^= label >> shift;
  return 2 * i + 1 - 2 ** bits;
}

/**
 * The points of a modulation by label, unit mean energy. The first half of a label's bits chooses the in-phase level and the
 * second half the quadrature level; BPSK has one bit and no quadrature level. Source: IEEE Std 802.11-2012, 18.3.5.8.
 *
 * @returns Complex [2^N_BPSC]; the most significant bit of a label is sent first.
 */
export function wifiConstellation(modulation: Modulation): Float64Array {
  const bits = BITS_PER_CARRIER[modulation];
  if (bits === 1) return Float64Array.of(-1, 0, 1, 0);
  const half = bits / 2;
  const scale = Math.sqrt(1.5 / (2 ** bits - 1));
  return Float64Array.from({ length: 2 * 2 ** bits }, (_, at) => {
    const label = at >> 1;
    return scale * axisLevel(at % 2 ? label & (2 ** half - 1) : label >> half, half);
  });
}
