import type { OctetCrc } from "./catalogue.ts";
import { crcStep } from "./crc.ts";

/** Returns the shift register after one more octet. */
export function afterOctet(register: number, octet: number, crc: OctetCrc): number {
  for (let k = 0; k < 8; k++) {
    const bit = (octet >> (crc.reflected ? k : 7 - k)) & 1;
    register = crcStep(register ^ (bit << (crc.bits - 1)), crc);
  }
  return register;
}

/** Returns the check's value from the shift register after the last octet. */
export function crcValue(register: number, { bits, final, reflected }: OctetCrc): number {
  let value = register;
  if (reflected) {
    value = 0;
    for (let k = 0; k < bits; k++) value |= ((register >> k) & 1) << (bits - 1 - k);
  }
  return value ^ final;
}

/** Returns the check's value of octets. */
export const crcOfOctets = (octets: Iterable<number>, crc: OctetCrc): number => {
  let register = crc.initial;
  for (const octet of octets) register = afterOctet(register, octet, crc);
  return crcValue(register, crc);
};
