import { DATA_CARRIERS } from "./symbol.ts";

/**
 * Formats of frames, from the symbols after the long training; the table of frames holds the index. "undecided": SIGNAL names
 * 6 Mbit/s, as in all later formats, and the samples end before the symbols that distinguish them.
 */
export const FORMATS = ["non-HT", "undecided", "HT-mixed", "HT-greenfield", "VHT", "HE", "HE extended range"] as const;

export type Format = (typeof FORMATS)[number];

/** The four outermost carriers of HE formats, and what SIGNAL sends there. Source: IEEE Std 802.11ax-2021, 27.3.11.5. */
export const EDGE_CARRIERS: readonly number[] = [-28, -27, 27, 28];
export const EDGE_SIGNS: readonly number[] = [-1, -1, -1, 1];

/** The 52 data carriers of HE-SIG-A, in the order in which they are filled. */
export const WIDE_DATA_CARRIERS: readonly number[] = [
  ...EDGE_CARRIERS.slice(0, 2),
  ...DATA_CARRIERS,
  ...EDGE_CARRIERS.slice(2),
];

/** A bit of the first word of a signal field: the field's CRC holds. */
export const CRC_HOLDS = 2 ** 31;

/** A frame of a later standard than 802.11a, g and p, as its signal field describes it. */
export interface OtherFrame {
  /** For example "802.11n". */
  standard: string;
  /** The signal field that names it, for example "HT-SIG". */
  field: string;
  /** Whether the field's CRC holds. If it does not, nothing else is known. */
  readable: boolean;
  /** Modulation and coding scheme; null where the field does not give one. */
  mcs: number | null;
  /** Octets of the PSDU; null where the field does not give them. */
  octets: number | null;
  /** Null where the field does not give one. */
  bandwidthMHz: number | null;
  /** Spatial streams, or space-time streams from VHT on; null where the field does not give them. */
  streams: number | null;
  /** Further properties, for example "short guard interval". */
  traits: string[];
}

/** The words of a signal field in the table of frames. */
export interface SignalField {
  format: Format;
  field0: number;
  field1: number;
  /** LENGTH of SIGNAL. Its remainder by 3 distinguishes the HE formats. */
  length: number;
}

/** Returns the contents of a frame's signal field; undefined for frames of 802.11a, g and p. */
export function otherFrame({ format, field0, field1, length }: SignalField): OtherFrame | undefined {
  if (format === "non-HT" || format === "undecided") return undefined;
  const bits = (word: number, first: number, count: number) => (word >>> first) & (2 ** count - 1);
  const fields: Fields = {
    a: (first, count = 1) => bits(field0, first, count),
    b: (first, count = 1) => bits(field1, first, count),
  };
  const readable = bits(field0, 31, 1) === 1;
  const told = TELLS[format](fields, length, readable);
  const { standard, field, mcs = null, octets = null, bandwidthMHz = null, streams = null } = told;
  const traits = told.traits.filter((trait) => trait !== undefined);
  return { standard, field, readable, mcs, octets, bandwidthMHz, streams, traits };
}

/** Bits of the two words of a field, from place `first` on. */
interface Fields {
  a(first: number, count?: number): number;
  b(first: number, count?: number): number;
}

type Told = Pick<OtherFrame, "standard" | "field"> &
  Partial<Pick<OtherFrame, "mcs" | "octets" | "bandwidthMHz" | "streams">> & { traits: (string | undefined)[] };

const when = (isTrue: number | boolean, trait: string) => (isTrue ? trait : undefined);

/** Source: IEEE Std 802.11-2020, table 19-11. */
function tellHt(layout: string, { a, b }: Fields, readable: boolean): Told {
  const told = { standard: "802.11n", field: "HT-SIG" };
  if (!readable) return { ...told, traits: [layout] };
  const mcs = a(0, 7);
  return {
    ...told,
    mcs,
    octets: a(8, 16),
    bandwidthMHz: a(7) ? 40 : 20,
    // From 33 on the streams have different modulations.
    streams: mcs < 32 ? Math.floor(mcs / 8) + 1 : mcs === 32 ? 1 : mcs < 39 ? 2 : mcs < 53 ? 3 : mcs < 77 ? 4 : null,
    traits: [
      layout,
      when(b(7), "short guard interval"),
      when(b(3), "aggregated"),
      when(b(6), "LDPC"),
      when(b(4, 2), "STBC"),
      when(!b(1), "sounding"),
    ],
  };
}

/** Source: IEEE Std 802.11-2020, table 21-12. */
function tellVht({ a, b }: Fields, readable: boolean): Told {
  const told = { standard: "802.11ac", field: "VHT-SIG-A" };
  if (!readable) return { ...told, traits: [] };
  const group = a(4, 6);
  const isSingle = group === 0 || group === 63;
  const streams = isSingle ? 1 + a(10, 3) : [0, 1, 2, 3].reduce((sum, user) => sum + a(10 + 3 * user, 3), 0);
  return {
    ...told,
    mcs: isSingle ? b(4, 4) : null,
    bandwidthMHz: [20, 40, 80, 160][a(0, 2)],
    streams,
    traits: [
      isSingle ? "single user" : `several users, group ${group}`,
      when(b(0), "short guard interval"),
      when(isSingle && b(2), "LDPC"),
      when(a(3), "STBC"),
      when(isSingle && b(8), "beamformed"),
    ],
  };
}

const HE_BANDWIDTHS = [20, 40, 80, 160] as const;
/** Guard interval and kind of training field by their two bits, of a frame to one user. */
const HE_GUARDS = ["guard interval 0.8 µs", "guard interval 0.8 µs", "guard interval 1.6 µs", "guard interval 3.2 µs"];

/** Sources: IEEE Std 802.11ax-2021, tables 27-18 to 27-21; IEEE Std 802.11be-2024, 36.3.12.7. */
function tellHe(fields: Fields, length: number, readable: boolean, isExtended: boolean): Told {
  const told = { standard: "802.11ax", field: "HE-SIG-A" };
  // 802.11be and what follows it have a LENGTH that is a multiple of 3.
  if (length % 3 === 0 && !isExtended) return tellUniversal(fields, readable);
  if (!readable) return { ...told, traits: [] };
  const { a, b } = fields;
  const isSingle = isExtended || (length % 3 === 1 && a(0) === 1);
  if (isSingle) {
    const wide = a(19, 2);
    // Both bits together mean neither, with the longest training and the shortest guard interval.
    const isNeither = a(7) === 1 && b(9) === 1;
    return {
      ...told,
      mcs: a(3, 4),
      bandwidthMHz: isExtended ? 20 : HE_BANDWIDTHS[wide],
      // With Doppler, the highest bit gives the period of midambles.
      streams: 1 + (b(15) ? a(23, 2) : a(23, 3)),
      traits: [
        isExtended ? "single user, extended range" : "single user",
        when(isExtended && wide === 1, "upper 106 tones"),
        a(2) ? "uplink" : "downlink",
        HE_GUARDS[isNeither ? 0 : a(21, 2)],
        when(a(7) && !isNeither, "DCM"),
        when(b(7), "LDPC"),
        when(b(9) && !isNeither, "STBC"),
        when(b(10), "beamformed"),
        when(b(15), "Doppler"),
      ],
    };
  }
  if (length % 3 === 1) {
    return { ...told, bandwidthMHz: HE_BANDWIDTHS[a(24, 2)], traits: ["uplink, triggered by an access point"] };
  }
  return {
    ...told,
    bandwidthMHz: [20, 40, 80, 160, 80, 80, 160, 160][a(15, 3)],
    traits: [
      "several users",
      a(0) ? "uplink" : "downlink",
      `HE-SIG-B with MCS ${a(1, 3)}`,
      when(a(15, 3) > 3, "punctured"),
      when(a(25), "Doppler"),
    ],
  };
}

/** U-SIG, which 802.11be and later standards share. Source: IEEE Std 802.11be-2024, tables 36-28 and 36-31. */
function tellUniversal({ a }: Fields, readable: boolean): Told {
  if (!readable) return { standard: "802.11be or later", field: "U-SIG", traits: [] };
  const version = a(0, 3);
  const standard = ["802.11be", "802.11bn"][version] ?? "a standard after 802.11be";
  return {
    standard,
    field: "U-SIG",
    bandwidthMHz: version === 0 ? ([20, 40, 80, 160, 320, 320][a(3, 3)] ?? null) : null,
    traits: [a(6) ? "uplink" : "downlink"],
  };
}

const TELLS: Readonly<
  Record<Exclude<Format, "non-HT" | "undecided">, (fields: Fields, length: number, readable: boolean) => Told>
> = {
  "HT-mixed": (fields, _, readable) => tellHt("mixed format", fields, readable),
  "HT-greenfield": (fields, _, readable) => tellHt("greenfield format", fields, readable),
  VHT: (fields, _, readable) => tellVht(fields, readable),
  HE: (fields, length, readable) => tellHe(fields, length, readable, false),
  "HE extended range": (fields, length, readable) => tellHe(fields, length, readable, true),
};

/** Names a frame in words, for example "802.11n, MCS 7, 1500 octets, not received". */
export function describeOther({ standard, field, readable, mcs, octets }: OtherFrame): string {
  if (!readable) return `${standard}, ${field} damaged, not received`;
  const parts = [mcs === null ? undefined : `MCS ${mcs}`, octets === null ? undefined : `${octets} octets`];
  return [standard, ...parts.filter((part) => part !== undefined), "not received"].join(", ");
}

/** Describes the other contents of a frame's signal field, for example "20 MHz, 1 stream, mixed format"; empty if there is nothing. */
export function describeTraits({ bandwidthMHz, streams, traits }: OtherFrame): string {
  const parts = [
    bandwidthMHz === null ? undefined : `${bandwidthMHz} MHz`,
    streams === null ? undefined : streams === 1 ? "1 stream" : `${streams} streams`,
  ];
  return [...parts.filter((part) => part !== undefined), ...traits].join(", ");
}
