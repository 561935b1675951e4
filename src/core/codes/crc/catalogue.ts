import type { Crc } from "./crc.ts";

/** A check of octets. */
export interface OctetCrc extends Crc {
  name: string;
  /** The lowest bit of each octet comes first, and the remainder is read from its lowest coefficient. */
  reflected: boolean;
  /** Value for the octets of "123456789". */
  check: number;
}

const entry = (
  name: string,
  bits: 8 | 16,
  [polynomial, initial, final, check]: readonly [number, number, number, number],
  reflected = false,
): OctetCrc => ({ name, bits, polynomial, initial, final, check, reflected });

const REFLECTED = true;

/** Checks of 8 and 16 bits in use. Source: G. Cook, Catalogue of parametrised CRC algorithms (reveng). */
export const OCTET_CRCS: readonly OctetCrc[] = [
  entry("CRC-16/CMS", 16, [0x8005, 0xffff, 0, 0xaee7]),
  entry("CRC-16/UMTS", 16, [0x8005, 0, 0, 0xfee8]),
  entry("CRC-16/DDS-110", 16, [0x8005, 0x800d, 0, 0x9ecf]),
  entry("CRC-16/ARC", 16, [0x8005, 0, 0, 0xbb3d], REFLECTED),
  entry("CRC-16/MODBUS", 16, [0x8005, 0xffff, 0, 0x4b37], REFLECTED),
  entry("CRC-16/USB", 16, [0x8005, 0xffff, 0xffff, 0xb4c8], REFLECTED),
  entry("CRC-16/MAXIM-DOW", 16, [0x8005, 0, 0xffff, 0x44c2], REFLECTED),
  entry("CRC-16/XMODEM", 16, [0x1021, 0, 0, 0x31c3]),
  entry("CRC-16/IBM-3740", 16, [0x1021, 0xffff, 0, 0x29b1]),
  entry("CRC-16/GENIBUS", 16, [0x1021, 0xffff, 0xffff, 0xd64e]),
  entry("CRC-16/GSM", 16, [0x1021, 0, 0xffff, 0xce3c]),
  entry("CRC-16/SPI-FUJITSU", 16, [0x1021, 0x1d0f, 0, 0xe5cc]),
  entry("CRC-16/KERMIT", 16, [0x1021, 0, 0, 0x2189], REFLECTED),
  entry("CRC-16/IBM-SDLC", 16, [0x1021, 0xffff, 0xffff, 0x906e], REFLECTED),
  entry("CRC-16/MCRF4XX", 16, [0x1021, 0xffff, 0, 0x6f91], REFLECTED),
  entry("CRC-16/DNP", 16, [0x3d65, 0, 0xffff, 0xea82], REFLECTED),
  entry("CRC-16/EN-13757", 16, [0x3d65, 0, 0xffff, 0xc2b7]),
  entry("CRC-16/DECT-X", 16, [0x0589, 0, 0, 0x007f]),
  entry("CRC-16/T10-DIF", 16, [0x8bb7, 0, 0, 0xd0db]),
  entry("CRC-16/CDMA2000", 16, [0xc867, 0xffff, 0, 0x4c06]),
  entry("CRC-16/PROFIBUS", 16, [0x1dcf, 0xffff, 0xffff, 0xa819]),
  entry("CRC-16/OPENSAFETY-A", 16, [0x5935, 0, 0, 0x5d38]),
  entry("CRC-16/M17", 16, [0x5935, 0xffff, 0, 0x772b]),
  entry("CRC-16/LJ1200", 16, [0x6f63, 0, 0, 0xbdf4]),
  entry("CRC-8/SMBUS", 8, [0x07, 0, 0, 0xf4]),
  entry("CRC-8/I-432-1", 8, [0x07, 0, 0x55, 0xa1]),
  entry("CRC-8/ROHC", 8, [0x07, 0xff, 0, 0xd0], REFLECTED),
  entry("CRC-8/MAXIM-DOW", 8, [0x31, 0, 0, 0xa1], REFLECTED),
  entry("CRC-8/NRSC-5", 8, [0x31, 0xff, 0, 0xf7]),
  // Of many weather sensors; the catalogue has no name for it.
  entry("CRC-8, 0x31 from 0", 8, [0x31, 0, 0, 0xa2]),
  entry("CRC-8/AUTOSAR", 8, [0x2f, 0xff, 0xff, 0xdf]),
  entry("CRC-8/OPENSAFETY", 8, [0x2f, 0, 0, 0x3e]),
  entry("CRC-8/SAE-J1850", 8, [0x1d, 0xff, 0xff, 0x4b]),
  entry("CRC-8/GSM-A", 8, [0x1d, 0, 0, 0x37]),
  entry("CRC-8/TECH-3250", 8, [0x1d, 0xff, 0, 0x97], REFLECTED),
  entry("CRC-8/DARC", 8, [0x39, 0, 0, 0x15], REFLECTED),
  entry("CRC-8/CDMA2000", 8, [0x9b, 0xff, 0, 0xda]),
  entry("CRC-8/WCDMA", 8, [0x9b, 0, 0, 0x25], REFLECTED),
  entry("CRC-8/LTE", 8, [0x9b, 0, 0, 0xea]),
  entry("CRC-8/DVB-S2", 8, [0xd5, 0, 0, 0xbc]),
  entry("CRC-8/BLUETOOTH", 8, [0xa7, 0, 0, 0x26], REFLECTED),
];
