export type FrameType = "management" | "control" | "data" | "extension";

/** The header of a MAC frame, as far as its octets reach. */
export interface MacHeader {
  /** Protocol version; the standard defines 0 only. In other versions the octets after the first two are not read. */
  version: number;
  type: FrameType;
  /** 0 to 15; its meaning depends on the type. */
  subtype: number;
  /** The standard's name of type and subtype, for example "Beacon"; "Reserved" for one without a name. */
  name: string;
  /** The frame goes to the distribution system, through an access point. */
  toDs: boolean;
  /** The frame comes from the distribution system. */
  fromDs: boolean;
  moreFragments: boolean;
  retry: boolean;
  powerManagement: boolean;
  moreData: boolean;
  /** The body is encrypted. */
  protectedFrame: boolean;
  /** The flag +HTC/order. */
  order: boolean;
  /** The field duration/ID: below 32768 a duration in µs. */
  duration?: number;
  /** Address 1 (the receiver's), address 2 (the transmitter's) and so on: as many as the frame has and its octets hold. */
  addresses: string[];
  /** 0 to 4095. */
  sequence?: number;
  /** 0 to 15. */
  fragment?: number;
  /** Octets of the header, which the body follows. */
  length: number;
  /** The octets end within the header. */
  truncated: boolean;
}

const TYPES: readonly FrameType[] = ["management", "control", "data", "extension"];

/** Names by type and subtype. Source: IEEE Std 802.11-2012, table 8-1, and for control 4 and 5 IEEE Std 802.11ac-2013. */
const NAMES: Record<FrameType, Readonly<Record<number, string>>> = {
  management: {
    0: "Association request",
    1: "Association response",
    2: "Reassociation request",
    3: "Reassociation response",
    4: "Probe request",
    5: "Probe response",
    6: "Timing advertisement",
    8: "Beacon",
    9: "ATIM",
    10: "Disassociation",
    11: "Authentication",
    12: "Deauthentication",
    13: "Action",
    14: "Action no ack",
  },
  control: {
    4: "Beamforming report poll",
    5: "VHT NDP announcement",
    7: "Control wrapper",
    8: "Block ack request",
    9: "Block ack",
    10: "PS-Poll",
    11: "RTS",
    12: "CTS",
    13: "Ack",
    14: "CF-End",
    15: "CF-End + CF-Ack",
  },
  data: {
    0: "Data",
    1: "Data + CF-Ack",
    2: "Data + CF-Poll",
    3: "Data + CF-Ack + CF-Poll",
    4: "Null",
    5: "CF-Ack",
    6: "CF-Poll",
    7: "CF-Ack + CF-Poll",
    8: "QoS data",
    9: "QoS data + CF-Ack",
    10: "QoS data + CF-Poll",
    11: "QoS data + CF-Ack + CF-Poll",
    12: "QoS null",
    14: "QoS CF-Poll",
    15: "QoS CF-Ack + CF-Poll",
  },
  extension: {},
};

/** Control frames with a transmitter's address. The others have a receiver's only. */
const CONTROL_WITH_TRANSMITTER: readonly number[] = [4, 5, 8, 9, 10, 11, 14, 15];

const FIRST_ADDRESS = 4;
const SEQUENCE_CONTROL = 22;
const FOURTH_ADDRESS = 24;

/**
 * Reads the header of a MAC frame. Any octets give an answer: a header that is cut short has `truncated` set and lacks what
 * its octets do not hold. Source: IEEE Std 802.11-2012, 8.2 and 8.3.
 *
 * @param frame The PSDU without its frame check sequence.
 * @returns Undefined for fewer than the two octets of frame control.
 *
 * @example
 * ```ts
 * import { parseMacHeader } from "threeray/wifi";
 *
 * // An acknowledgement: frame control, duration, and the receiver's address.
 * const header = parseMacHeader(Uint8Array.of(0xd4, 0, 0, 0, 2, 0, 0, 0, 0, 1));
 * console.log(header?.name, header?.addresses); // Ack [ '02:00:00:00:00:01' ]
 * ```
 */
export function parseMacHeader(frame: Uint8Array): MacHeader | undefined {
  if (frame.length < 2) return undefined;
  const [control, flags] = frame;
  const flag = (place: number) => ((flags >> place) & 1) === 1;
  const [version, type, subtype] = [control & 3, TYPES[(control >> 2) & 3], control >> 4];
  const [toDs, fromDs, order] = [flag(0), flag(1), flag(7)];
  const known = version === 0 && type !== "extension";
  const layout = known ? layoutOf(type, subtype, { fourth: toDs && fromDs, order }) : { addresses: [], length: 2 };
  const word = (at: number) => (frame.length < at + 2 ? undefined : frame[at] | (frame[at + 1] << 8));
  const held = layout.addresses.filter((at) => frame.length >= at + 6);
  const sequenceControl = layout.length > SEQUENCE_CONTROL ? word(SEQUENCE_CONTROL) : undefined;
  return {
    version,
    type,
    subtype,
    name: (version === 0 && NAMES[type][subtype]) || "Reserved",
    toDs,
    fromDs,
    moreFragments: flag(2),
    retry: flag(3),
    powerManagement: flag(4),
    moreData: flag(5),
    protectedFrame: flag(6),
    order,
    duration: known ? word(2) : undefined,
    addresses: held.map((at) => addressText(frame.subarray(at, at + 6))),
    sequence: sequenceControl && sequenceControl >> 4,
    fragment: sequenceControl && sequenceControl & 15,
    length: layout.length,
    truncated: frame.length < layout.length,
  };
}

/** Places of the addresses, and the header's length. */
function layoutOf(type: FrameType, subtype: number, { fourth, order }: { fourth: boolean; order: boolean }) {
  if (type === "control") {
    const count = CONTROL_WITH_TRANSMITTER.includes(subtype) ? 2 : 1;
    const places = [FIRST_ADDRESS, FIRST_ADDRESS + 6].slice(0, count);
    return { addresses: places, length: FIRST_ADDRESS + 6 * count };
  }
  const three = [0, 1, 2].map((i) => FIRST_ADDRESS + 6 * i);
  const [wide, qos] = [type === "data" && fourth, type === "data" && subtype >= 8];
  const htControl = order && (qos || type === "management");
  return {
    addresses: wide ? [...three, FOURTH_ADDRESS] : three,
    length: FOURTH_ADDRESS + (wide ? 6 : 0) + (qos ? 2 : 0) + (htControl ? 4 : 0),
  };
}

const addressText = (octets: Uint8Array) =>
  Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join(":");
