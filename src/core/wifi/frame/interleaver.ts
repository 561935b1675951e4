import type { Rate } from "./rates.ts";

/**
 * The order in which one symbol's coded bits are sent: entry j is the coded bit at place j of the mapper's input.
 * The first permutation puts neighbouring bits on carriers that are far apart; the second puts them in turn on more and less
 * significant bits of the constellation. Source: IEEE Std 802.11-2012, 18.3.5.7.
 *
 * @returns [N_CBPS], an order as codes/interleaving takes it.
 */
export function interleaverOrder({
  codedBits: N,
  bitsPerCarrier,
}: Pick<Rate, "codedBits" | "bitsPerCarrier">): number[] {
  const s = Math.max(bitsPerCarrier / 2, 1);
  const order: number[] = Array.from({ length: N });
  for (let k = 0; k < N; k++) {
    const i = (N / 16) * (k % 16) + Math.floor(k / 16);
    const j = s * Math.floor(i / s) + ((i + N - Math.floor((16 * i) / N)) % s);
    order[j] = k;
  }
  return order;
}
