import type { OctetCrc } from "./catalogue.ts";
import { crcStep } from "./crc.ts";

const tables = new Map<string, Uint16Array>();

/** Returns what each octet adds to an empty register. */
function tableOf(crc: OctetCrc): Uint16Array {
  const key = `${crc.bits} ${crc.polynomial}`;
  const known = tables.get(key);
  if (known) return known;
  const table = Uint16Array.from({ length: 256 }, (_, octet) => {
    let register = octet << (crc.bits - 8);
    for (let k = 0; k < 8; k++) register = crcStep(register, crc);
    return register;
  });
  tables.set(key, table);
  return table;
}

/** The octets with their bits in reverse. */
const REVERSED = Uint8Array.from({ length: 256 }, (_, octet) => {
  let reversed = 0;
  for (let k = 0; k < 8; k++) reversed |= ((octet >> k) & 1) << (7 - k);
  return reversed;
});

/** Returns the shift register after some octets. */
export function afterOctets(octets: Uint8Array, crc: OctetCrc): number {
  const table = tableOf(crc);
  let register = crc.initial;
  for (let k = 0; k < octets.length; k++) {
    const octet = crc.reflected ? REVERSED[octets[k]] : octets[k];
    register = crc.bits === 8 ? table[register ^ octet] : ((register << 8) & 0xffff) ^ table[(register >> 8) ^ octet];
  }
  return register;
}

/** Returns the check's value from the shift register after the last octet. */
function crcValue(register: number, { bits, final, reflected }: OctetCrc): number {
  let value = register;
  if (reflected) {
    value = 0;
    for (let k = 0; k < bits; k++) value |= ((register >> k) & 1) << (bits - 1 - k);
  }
  return value ^ final;
}

/** Returns the check's value of octets. */
export const crcOfOctets = (octets: ArrayLike<number>, crc: OctetCrc): number =>
  crcValue(afterOctets(Uint8Array.from(octets), crc), crc);
