import { crcBits } from "../../codes/crc/crc.ts";
import { bitsOfOctets, octetsOfBits } from "./octets.ts";

/** Octets of the frame check sequence. */
export const FCS_OCTETS = 4;

/** Returns the frame check sequence of a MAC frame: the four octets that follow it in the PSDU. */
export const fcsOf = (frame: ArrayLike<number>): Uint8Array<ArrayBuffer> =>
  octetsOfBits(crcBits(bitsOfOctets(frame), "32"));

/** Says whether the last four octets of a PSDU are the frame check sequence of the others. A shorter PSDU has none. */
export function fcsHolds(psdu: Uint8Array): boolean {
  if (psdu.length < FCS_OCTETS) return false;
  const check = fcsOf(psdu.subarray(0, -FCS_OCTETS));
  return psdu.subarray(-FCS_OCTETS).every((octet, i) => octet === check[i]);
}
