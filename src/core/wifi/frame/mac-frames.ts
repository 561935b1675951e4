import { fcsOf } from "./fcs.ts";

/** Six octets of a MAC address. */
export type Address = readonly number[];

export const BROADCAST: Address = [255, 255, 255, 255, 255, 255];

/** Octets of the shortest data frame that {@link dataFrame} makes: header, LLC, and the check sequence. */
export const LEAST_DATA_OCTETS = 36;
/** Octets from which on its body is a UDP datagram. */
const LEAST_DATAGRAM_OCTETS = 64;
/** Octets of an acknowledgement. */
export const ACK_OCTETS = 14;

const FLAG_TO_DS = 1;
const FLAG_FROM_DS = 2;
/** Supported rates of OFDM in units of 500 kbit/s; 6, 12 and 24 Mbit/s are mandatory. */
const SUPPORTED_RATES = [0x8c, 18, 0x98, 36, 0xb0, 72, 96, 108];
/** An EtherType for experiments: IEEE Std 802-2014, 9.2.3.3. */
const EXPERIMENTAL_ETHERTYPE = 0x88b5;
const IPV4_ETHERTYPE = 0x0800;
/** Ports for private use: RFC 6335. */
const [SOURCE_PORT, DESTINATION_PORT] = [49_500, 49_501];

const little = (value: number, octets: number) =>
  Array.from({ length: octets }, (_, i) => Math.floor(value / 256 ** i) % 256);
const big = (value: number, octets: number) => little(value, octets).toReversed();
const element = (id: number, content: readonly number[]) => [id, content.length, ...content];
const withCheck = (octets: readonly number[]) => Uint8Array.from([...octets, ...fcsOf(octets)]);

/** Frame control, duration, three addresses and sequence control. Source: IEEE Std 802.11-2012, 8.2.4. */
function header(
  control: readonly [type: number, flags: number],
  duration: number,
  addresses: readonly [Address, Address, Address],
  sequence: number,
): number[] {
  return [...control, ...little(duration, 2), ...addresses.flat(), ...little((sequence % 4096) * 16, 2)];
}

/** The contents of a beacon. */
export interface Beacon {
  /** Address of the access point. */
  bssid: Address;
  /** Name of the network, at most 32 characters of ASCII. */
  ssid: string;
  /** Time in µs of the frame's start. */
  timestamp: number;
  sequence: number;
}

/**
 * Returns a beacon of a network without encryption, with its check sequence. Source: IEEE Std 802.11-2012, 8.3.3.2.
 *
 * @example
 * ```ts
 * import { beacon, parseMacHeader } from "threeray/wifi";
 *
 * const frame = beacon({ bssid: [2, 0, 0, 0, 0, 1], ssid: "Threeray", timestamp: 0, sequence: 1 });
 * console.log(parseMacHeader(frame.subarray(0, -4))?.name); // Beacon
 * ```
 */
export function beacon({ bssid, ssid, timestamp, sequence }: Beacon): Uint8Array<ArrayBuffer> {
  const name = [...ssid].map((letter) => letter.charCodeAt(0));
  return withCheck([
    ...header([0x80, 0], 0, [BROADCAST, bssid, bssid], sequence),
    ...little(timestamp, 8),
    // One beacon per 100 time units of 1024 µs; an infrastructure network with short slots.
    ...little(100, 2),
    ...little(0x0401, 2),
    ...element(0, name),
    ...element(1, SUPPORTED_RATES),
    // The traffic indication map: a period of one beacon, and nothing is buffered.
    ...element(5, [0, 1, 0, 0]),
  ]);
}

/** The contents of a data frame. */
export interface DataFrame {
  direction: "to access point" | "from access point";
  bssid: Address;
  station: Address;
  /** The station behind the access point: source or destination. */
  beyond: Address;
  /** Time in µs from the frame's end to the end of its acknowledgement. */
  duration: number;
  sequence: number;
  /** Octets of the PSDU, from {@link LEAST_DATA_OCTETS} on. */
  octets: number;
  /** Returns octet `i` of the payload. */
  payload(i: number): number;
}

/**
 * Returns a data frame without encryption, with its check sequence. Its body is a UDP datagram between addresses for documentation,
 * or, where that does not fit, of an experimental EtherType. Sources: IEEE Std 802.11-2012, 8.3.2; RFC 1042, 791, 768 and 5737.
 *
 * @throws RangeError when `octets` is smaller than the frame without a payload.
 *
 * @example
 * ```ts
 * import { dataFrame, parseMacHeader } from "threeray/wifi";
 *
 * const frame = dataFrame({
 *   direction: "to access point",
 *   station: [2, 0, 0, 0, 0, 2],
 *   bssid: [2, 0, 0, 0, 0, 1],
 *   beyond: [2, 0, 0, 0, 0, 3],
 *   octets: 200,
 *   sequence: 5,
 *   duration: 44,
 *   payload: (i) => i & 255,
 * });
 * console.log(frame.length, parseMacHeader(frame.subarray(0, -4))?.sequence); // 200 5
 * ```
 */
export function dataFrame({ octets, payload, ...frame }: DataFrame): Uint8Array<ArrayBuffer> {
  if (octets < LEAST_DATA_OCTETS) {
    throw new RangeError(`wifi/mac-frames: a data frame has at least ${LEAST_DATA_OCTETS} octets, got ${octets}`);
  }
  const { direction, bssid, station, beyond, duration, sequence } = frame;
  const isToAp = direction === "to access point";
  const flags = isToAp ? FLAG_TO_DS : FLAG_FROM_DS;
  const head = header([0x08, flags], duration, isToAp ? [bssid, station, beyond] : [station, bssid, beyond], sequence);
  const llc = (ethertype: number) => [0xaa, 0xaa, 3, 0, 0, 0, ...big(ethertype, 2)];
  const filled = (count: number) => Array.from({ length: count }, (_, i) => payload(i));
  if (octets < LEAST_DATAGRAM_OCTETS) {
    return withCheck([...head, ...llc(EXPERIMENTAL_ETHERTYPE), ...filled(octets - LEAST_DATA_OCTETS)]);
  }
  const body = filled(octets - LEAST_DATAGRAM_OCTETS);
  const ends = isToAp ? [2, 10] : [10, 2];
  const hosts = ends.flatMap((host) => [192, 0, 2, host]);
  return withCheck([
    ...head,
    ...llc(IPV4_ETHERTYPE),
    ...ipv4(hosts, sequence, body.length + 28),
    ...big(SOURCE_PORT, 2),
    ...big(DESTINATION_PORT, 2),
    ...big(body.length + 8, 2),
    // A checksum of 0 means that there is none.
    ...big(0, 2),
    ...body,
  ]);
}

/** The header of an IPv4 packet of `length` octets with UDP. */
function ipv4(hosts: readonly number[], identification: number, length: number): number[] {
  const octets = [0x45, 0, ...big(length, 2), ...big(identification % 65_536, 2), 0x40, 0, 64, 17, 0, 0, ...hosts];
  const sum = octets.reduce((total, octet, i) => total + (i % 2 ? octet : 256 * octet), 0);
  const checksum = 0xffff - ((sum % 65_536) + Math.floor(sum / 65_536));
  octets.splice(10, 2, ...big(checksum, 2));
  return octets;
}

/**
 * Returns an acknowledgement to a transmitter. Source: IEEE Std 802.11-2012, 8.3.1.4.
 *
 * @example
 * ```ts
 * import { acknowledgement, parseMacHeader } from "threeray/wifi";
 *
 * const frame = acknowledgement([2, 0, 0, 0, 0, 1]);
 * console.log(frame.length, parseMacHeader(frame.subarray(0, -4))?.name); // 14 Ack
 * ```
 */
export const acknowledgement = (to: Address): Uint8Array<ArrayBuffer> => withCheck([0xd4, 0, 0, 0, ...to]);
