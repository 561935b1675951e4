import { philox } from "../../random/philox.ts";

/** Labels of a packet's symbols from `first` on: the lowest bits of Philox's words. */
export function labelsOfPacket(
  packet: number,
  count: number,
  { bitsPerSymbol, seed }: { bitsPerSymbol: number; seed: number },
): number[] {
  return Array.from({ length: count }, (_, at) => {
    const words = philox([at >> 2, packet, 0, 0], [seed, 80]);
    return words[at % 4] % 2 ** bitsPerSymbol;
  });
}
