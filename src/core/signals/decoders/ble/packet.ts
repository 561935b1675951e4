import { bytesToHex } from "@noble/hashes/utils.js";
import { crcBits } from "../../../codes/crc/crc.ts";

/** Bits of the PDU's header, of the check, and the most octets of a payload. */
export const HEADER_BITS = 16;
export const CHECK_BITS = 24;
export const MOST_PAYLOAD = 255;

/** The sequence that whitens a channel's bits from the header on. Source: Bluetooth Core Specification 5.4, vol. 6 part B, 3.2. */
export function whitening(channel: number, length: number): Uint8Array {
  // Position 0 of the register is 1, and positions 1 to 6 hold the channel, its most significant bit first.
  const register = [1, ...Array.from({ length: 6 }, (_, i) => (channel >> (5 - i)) & 1)];
  return Uint8Array.from({ length }, () => {
    const out = register[6];
    register.pop();
    register.unshift(out);
    register[4] ^= out;
    return out;
  });
}

/** Octets of bits, the least significant bit first. */
export function packedOctets(bits: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: bits.length >> 3 }, (_, i) => {
    let octet = 0;
    for (let k = 0; k < 8; k++) octet |= bits[8 * i + k] << k;
    return octet;
  });
}

/** Returns the bits of header and payload if the check holds. @param bits Without whitening, header to check; more may follow. */
export function checkedPdu(bits: Uint8Array): Uint8Array | undefined {
  const octets = packedOctets(bits.subarray(8, HEADER_BITS))[0];
  const length = HEADER_BITS + 8 * octets;
  if (length + CHECK_BITS > bits.length) return undefined;
  const pdu = bits.subarray(0, length);
  return crcBits(pdu, "BLE").every((bit, i) => bit === bits[length + i]) ? pdu : undefined;
}

/** Names of the PDU's types on the advertising channels. Source: Bluetooth Core Specification 5.4, vol. 6 part B, 2.3. */
const TYPES = [
  "ADV_IND",
  "ADV_DIRECT_IND",
  "ADV_NONCONN_IND",
  "SCAN_REQ",
  "SCAN_RSP",
  "CONNECT_IND",
  "ADV_SCAN_IND",
  "ADV_EXT_IND",
];
/** Types that carry advertising data after the address. */
const WITH_DATA = new Set([0, 2, 4, 6]);
/** Types whose payload begins with the addresses of a sender and of a receiver. */
const WITH_TARGET = new Set([1, 3, 5]);
const ADDRESS_OCTETS = 6;

const addressOf = (octets: Uint8Array) =>
  Array.from(octets.toReversed(), (octet) => octet.toString(16).padStart(2, "0")).join(":");

/** One structure of advertising data: its type, and its contents in hexadecimal digits. */
export interface AdvertisedData {
  type: number;
  hex: string;
}

/** Splits advertising data; a structure that does not fit ends it. */
function structuresOf(data: Uint8Array): { type: number; octets: Uint8Array }[] {
  const structures: { type: number; octets: Uint8Array }[] = [];
  for (let at = 0; at < data.length && data[at] > 0 && at + data[at] < data.length; at += data[at] + 1) {
    structures.push({ type: data[at + 1], octets: data.subarray(at + 2, at + 1 + data[at]) });
  }
  return structures;
}

/** The extended advertising's type, whose data follow on another channel, and what its header has in this order. */
const EXTENDED = 7;
const EXTENDED_PARTS = [
  ["address", ADDRESS_OCTETS],
  ["target", ADDRESS_OCTETS],
  ["tone", 1],
  ["set", 2],
  ["pointer", 3],
  ["sync", 18],
  ["power", 1],
] as const;
const MODES = ["neither", "connectable", "scannable"];
const PHYS = ["LE 1M", "LE 2M", "LE Coded"];

/** What an extended header says: addresses, and where the data follow. Source: Bluetooth Core Specification 5.4, vol. 6 part B, 2.3.4. */
function extendedFields(payload: Uint8Array): Record<string, unknown> {
  const length = payload[0] & 63;
  const fields: Record<string, unknown> = { mode: MODES[payload[0] >> 6] ?? "reserved" };
  if (length === 0 || length >= payload.length) return fields;
  let at = 2;
  for (const [k, [name, octets]] of EXTENDED_PARTS.entries()) {
    if (!((payload[1] >> k) & 1)) continue;
    if (at + octets > 1 + length) return fields;
    const part = payload.subarray(at, at + octets);
    at += octets;
    if (name === "address" || name === "target") fields[name] = addressOf(part);
    if (name === "power") fields.txPowerDbm = part[0] < 128 ? part[0] : part[0] - 256;
    if (name !== "pointer") continue;
    const number = part[1] | (part[2] << 8);
    // The offset counts in units of 30 or 300 µs.
    fields.auxiliary = {
      channel: part[0] & 63,
      microseconds: (number & 0x1fff) * (part[0] & 0x80 ? 300 : 30),
      phy: PHYS[number >> 13] ?? "reserved",
    };
  }
  return fields;
}

/** What a PDU says. */
export function fieldsOfPdu(octets: Uint8Array, channel: number): Record<string, unknown> {
  const type = octets[0] & 15;
  const payload = octets.subarray(2);
  const fields: Record<string, unknown> = { channel, pdu: TYPES[type] ?? `type ${type}` };
  if (type === EXTENDED && payload.length > 0) return { ...fields, ...extendedFields(payload) };
  if (!(WITH_DATA.has(type) || WITH_TARGET.has(type)) || payload.length < ADDRESS_OCTETS) return fields;
  fields.address = addressOf(payload.subarray(0, ADDRESS_OCTETS));
  fields.addressType = octets[0] & 0x40 ? "random" : "public";
  const rest = payload.subarray(ADDRESS_OCTETS);
  if (WITH_TARGET.has(type)) {
    if (rest.length >= ADDRESS_OCTETS) fields.target = addressOf(rest.subarray(0, ADDRESS_OCTETS));
    return fields;
  }
  const structures = structuresOf(rest);
  // Types 8 and 9: a name, shortened or complete.
  const name = structures.find((structure) => structure.type === 8 || structure.type === 9);
  if (name) fields.name = new TextDecoder().decode(name.octets);
  const data: AdvertisedData[] = structures.map((structure) => ({
    type: structure.type,
    hex: bytesToHex(structure.octets),
  }));
  if (data.length > 0) fields.data = data;
  return fields;
}
