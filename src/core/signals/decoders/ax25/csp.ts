import { crcBits } from "../../../codes/crc/crc.ts";
import { textOf } from "./packet.ts";

/** A packet of the Cubesat Space Protocol as people read it. */
export interface CspPacket {
  payload: "CSP";
  source: number;
  destination: number;
  sourcePort: number;
  destinationPort: number;
  /** The data if they are text, else null. */
  text: string | null;
}

/** Octets of the header and of the check. */
const [HEADER, CHECK] = [4, 4];
/** The header says that the packet has a check. */
const HAS_CHECK = 1;

/**
 * Reads a packet of version 1 without AX.25, as some satellites send it in HDLC; undefined without a good CRC-32C of its data, or of header and data: programs
 * differ. Source: libcsp 1.6, csp_types.h and csp_crc32.c.
 */
export function readCspPacket(octets: Uint8Array): CspPacket | undefined {
  if (octets.length <= HEADER + CHECK || !(octets[3] & HAS_CHECK)) return undefined;
  const end = octets.length - CHECK;
  const view = new DataView(octets.buffer, octets.byteOffset, octets.length);
  const check = view.getUint32(end);
  if (![HEADER, 0].some((start) => crcOf(octets.subarray(start, end)) === check)) return undefined;
  const header = view.getUint32(0);
  return {
    payload: "CSP",
    source: (header >>> 25) & 31,
    destination: (header >>> 20) & 31,
    sourcePort: (header >>> 8) & 63,
    destinationPort: (header >>> 14) & 63,
    text: textOf(octets.subarray(HEADER, end)),
  };
}

/** The check as a number: its first bit is the lowest one. */
function crcOf(octets: Uint8Array): number {
  const bits = Uint8Array.from({ length: 8 * octets.length }, (_, k) => (octets[k >> 3] >> (k & 7)) & 1);
  return crcBits(bits, "32C").reduce((sum, bit, k) => sum + bit * 2 ** k, 0);
}
