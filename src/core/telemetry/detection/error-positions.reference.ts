import { PACKET_BITS } from "../packet.ts";

/** Decided and transmitted packets, 6336 bits (0 or 1) each. */
export interface DecidedPacket {
  decided: ArrayLike<number>;
  sent: ArrayLike<number>;
}

/** Returns the errors of all packets per 32 bits of the packet. */
export function errorPositions(packets: readonly DecidedPacket[]): number[] {
  const errors = Array.from({ length: PACKET_BITS / 32 }, () => 0);
  for (const { decided, sent } of packets) {
    for (let k = 0; k < PACKET_BITS; k++) if (decided[k] !== sent[k]) errors[Math.floor(k / 32)]++;
  }
  return errors;
}
