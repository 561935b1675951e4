import { philox } from "../../random/philox.ts";
import type { DataSource } from "./bits.ts";
import { knownBits } from "./known-bits.ts";
import { DATA_BITS, KNOWN_BITS } from "../packet.ts";
import { PN11_PERIOD, pn11 } from "./pn11.ts";

/** All 6336 bits of packet `packet` of the stream (packet may be negative), 0 or 1. */
export function packetBits(packet: number, { source, seed }: { source: DataSource; seed: number }): Uint8Array {
  const bits = Uint8Array.from({ length: KNOWN_BITS + DATA_BITS }, (_, k) => knownBits[k] ?? 0);
  for (let k = 0; k < DATA_BITS; k++) {
    if (source === "pn11") {
      const n = (DATA_BITS * packet + k) % PN11_PERIOD;
      bits[KNOWN_BITS + k] = pn11[n < 0 ? n + PN11_PERIOD : n];
    } else if (k % 128 === 0) {
      const words = philox([k / 128, packet >>> 0, 0, 0], [seed, 1]);
      for (let i = 0; i < 128; i++) bits[KNOWN_BITS + k + i] = (words[i >> 5] >>> (i & 31)) & 1;
    }
  }
  return bits;
}
