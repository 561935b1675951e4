// Frames of 802.11n, ac, ax and be in float64, from the standards' tables and equations: IEEE Std 802.11-2020, clauses 17, 19 and 21, and IEEE
// Std 802.11ax-2021, clause 27. They share no code with the receiver. Samples have 20 MS/s and a carrier has the amplitude 1/64.
import { testRandom } from "../../gpu/testing.ts";

type Complex = readonly [re: number, im: number];
type Carriers = ReadonlyMap<number, Complex>;

const ones = (count: number, bit = 1) => Array.from({ length: count }, () => bit);

/** Bits of a number, the least significant one first. */
export const lsbFirst = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => Math.floor(value / 2 ** i) % 2);

/** Carriers from −last to last, from a text of signs; "0" is no carrier. */
function carriersOf(signs: string, value: Complex = [1, 0]): Carriers {
  const last = (signs.length - 1) / 2;
  const all = [...signs].map((sign, i): [number, Complex] => {
    const s = sign === "+" ? 1 : sign === "-" ? -1 : 0;
    return [i - last, [s * value[0], s * value[1]]];
  });
  return new Map(all.filter(([, [re]]) => re !== 0));
}

/** Equation 17-6: √(13/6)·{0, 0, 1+j, …}. */
const SHORT = carriersOf(
  "00+000-000+000-000-000+0000000-000-000+000+000+000+00",
  ones(2, Math.sqrt(13 / 6)) as unknown as Complex,
);
/** Equation 17-8. */
const LONG = carriersOf("++--++-+-++++++--++-+-++++0+--++-+-+-----++--+-+-++++");
/** Equation 19-23: HT-LTF of 20 MHz, and VHT-LTF. */
const HT_LONG = carriersOf("++++--++-+-++++++--++-+-++++0+--++-+-+-----++--+-+-++++--");

/** Polarity of the pilots, equation 17-25: the first of 127. */
const POLARITY = [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, -1, 1, 1, -1, 1];

/** Σ c·e^{j2πk(n − guard)/64}/64 over the carriers, `length` samples. */
function waveform(carriers: Carriers, length: number, guard: number): Complex[] {
  return Array.from({ length }, (_, n): Complex => {
    let [re, im] = [0, 0];
    for (const [k, [a, b]] of carriers) {
      const angle = (2 * Math.PI * k * (n - guard)) / 64;
      re += a * Math.cos(angle) - b * Math.sin(angle);
      im += a * Math.sin(angle) + b * Math.cos(angle);
    }
    return [re / 64, im / 64];
  });
}

/** The convolutional code of figure 17-8: A has the taps 1011011, B 1111001, the newest bit on the left. */
function convolved(bits: readonly number[]): number[] {
  return bits.flatMap((_, t) =>
    ["1011011", "1111001"].map((taps) =>
      [...taps].reduce((sum, tap, delay) => sum ^ (Number(tap) & (bits[t - delay] ?? 0)), 0),
    ),
  );
}

/** Table 19-17 and 17.3.5.7: coded bit k goes to place rows·(k mod columns) + ⌊k/columns⌋ of BPSK. */
function interleaved(coded: readonly number[], columns: number): number[] {
  const places = Array.from({ length: coded.length }, () => 0);
  for (const [k, bit] of coded.entries()) {
    places[(coded.length / columns) * (k % columns) + Math.floor(k / columns)] = bit;
  }
  return places;
}

const PILOTS = new Map([
  [-21, 1],
  [-7, 1],
  [7, 1],
  [21, -1],
]);

/** One symbol of BPSK, or of rotated BPSK, on carriers up to ±last. */
function bpsk(coded: readonly number[], symbol: number, { last = 26, rotated = false, plain = false } = {}): Complex[] {
  const columns = last === 26 ? 16 : 13;
  const bits = plain ? coded : interleaved(coded, columns);
  const carriers = new Map<number, Complex>();
  let i = 0;
  for (let k = -last; k <= last; k++) {
    const pilot = PILOTS.get(k);
    if (k === 0) continue;
    if (pilot !== undefined) {
      carriers.set(k, [pilot * POLARITY[symbol], 0]);
      continue;
    }
    const value = 2 * bits[i++] - 1;
    carriers.set(k, rotated ? [0, value] : [value, 0]);
  }
  return waveform(carriers, 80, 16);
}

/** Random 64-QAM on 56 carriers. */
function dataSymbol(random: () => number, samples: number): Complex[] {
  const level = () => (2 * Math.floor(8 * random()) - 7) / Math.sqrt(42);
  const carriers = new Map<number, Complex>();
  for (let k = -28; k <= 28; k++) if (k) carriers.set(k, [level(), level()]);
  return waveform(carriers, samples, samples - 64);
}

/** The CRC of 19.3.9.4.4, by long division with 1 + D + D² + D⁸; the first eight bits are inverted, and so is the remainder. */
export function crc8(bits: readonly number[]): number[] {
  const rest = [...bits.map((bit, i) => (i < 8 ? 1 - bit : bit)), ...ones(8, 0)];
  for (let i = 0; i < bits.length; i++) {
    if (rest[i]) for (const power of [0, 6, 7, 8]) rest[i + power] ^= 1;
  }
  return rest.slice(-8).map((bit) => 1 - bit);
}

/** Bits of SIGNAL at 6 Mbit/s, table 17-6. */
function lSig(length: number): number[] {
  const bits = [1, 1, 0, 1, 0, ...lsbFirst(length, 12)];
  return [...bits, bits.reduce((sum, bit) => sum ^ bit, 0), ...ones(6, 0)];
}

/** A field of two symbols with CRC and tail. `wrong`: the CRC is damaged. */
function checkedField(bits: readonly number[], checks: number, wrong = false): number[] {
  const crc = crc8(bits).slice(0, checks);
  if (wrong) crc[1] ^= 1;
  return [...bits, ...crc, ...ones(6, 0)];
}

const symbolsOf = (bits: readonly number[], size: number): number[][] => {
  const coded = convolved(bits);
  return Array.from({ length: coded.length / size }, (_, i) => coded.slice(size * i, size * (i + 1)));
};

/** A frame of another standard. */
export interface OtherPreamble {
  samples: Float64Array;
  /** Samples from its start to the end that the frame claims. */
  claim: number;
}

function frameOf(parts: readonly (readonly Complex[])[], claim: number): OtherPreamble {
  return { samples: Float64Array.from(parts.flat(2) as unknown as number[]), claim };
}

const shortTraining = () => waveform(SHORT, 160, 0);
const longTraining = () => waveform(LONG, 160, 32);
/** Samples until LENGTH octets at 6 Mbit/s end. */
const claimOf = (length: number) => 400 + 80 * Math.ceil((16 + 8 * length + 6) / 24);

export interface HtSettings {
  mcs: number;
  octets: number;
  wide?: boolean;
  short?: boolean;
  aggregated?: boolean;
  ldpc?: boolean;
  stbc?: number;
  extensions?: number;
  sounding?: boolean;
  /** Damages the CRC. */
  wrong?: boolean;
  seed?: number;
}

/** HT-SIG, table 19-11. */
function htSig({ mcs, octets, ...rest }: HtSettings): number[] {
  const { wide, short, aggregated, ldpc, stbc = 0, extensions = 0, sounding, wrong } = rest;
  const flags = [1, sounding ? 0 : 1, 1, aggregated ? 1 : 0, ...lsbFirst(stbc, 2), ldpc ? 1 : 0, short ? 1 : 0];
  const bits = [...lsbFirst(mcs, 7), wide ? 1 : 0, ...lsbFirst(octets, 16), ...flags, ...lsbFirst(extensions, 2)];
  return checkedField(bits, 8, wrong);
}

/** Data bits per symbol of one stream at 20 MHz: 52 carriers of the modulations of table 19-27. */
const HT_BITS = [26, 52, 78, 104, 156, 208, 234, 260];

/** Equation 19-32 for BCC with one encoder. */
function htSymbols({ mcs, octets, stbc = 0, wide = false }: HtSettings): number {
  const streams = Math.floor(mcs / 8) + 1;
  const bits = HT_BITS[mcs % 8] * streams * (wide ? 108 / 52 : 1);
  const m = stbc ? 2 : 1;
  return m * Math.ceil((8 * octets + 16 + 6) / (bits * m));
}

const trainings = ({ mcs, stbc = 0, extensions = 0 }: HtSettings) =>
  [0, 1, 2, 4, 4][Math.floor(mcs / 8) + 1 + stbc] + [0, 1, 2, 4][extensions];

function htData(settings: HtSettings, random: () => number): Complex[][] {
  const samples = settings.short ? 72 : 80;
  return Array.from({ length: Math.min(40, htSymbols(settings)) }, () => dataSymbol(random, samples));
}

/** HT-mixed, figure 19-1. */
export function htMixed(settings: HtSettings): OtherPreamble {
  const random = testRandom(settings.seed ?? settings.mcs);
  const [first, second] = symbolsOf(htSig(settings), 48);
  const data = htData(settings, random);
  const after = 160 + 80 + 80 * trainings(settings) + htSymbols(settings) * (settings.short ? 72 : 80);
  // Equation 9-11: the end of the frame in symbols of 4 µs with 3 octets each.
  const length = 3 * Math.ceil(after / 80) - 3;
  const parts = [
    shortTraining(),
    longTraining(),
    bpsk(convolved(lSig(length)), 0),
    bpsk(first, 1, { rotated: true }),
    bpsk(second, 2, { rotated: true }),
    waveform(SHORT, 80, 0),
    ...Array.from({ length: trainings(settings) }, () => waveform(HT_LONG, 80, 16)),
    ...data,
  ];
  return frameOf(parts, claimOf(length));
}

/** HT-greenfield, figure 19-1. */
export function htGreenfield(settings: HtSettings): OtherPreamble {
  const random = testRandom(settings.seed ?? settings.mcs);
  const [first, second] = symbolsOf(htSig(settings), 48);
  const more = trainings(settings) - 1;
  const parts = [
    shortTraining(),
    waveform(HT_LONG, 160, 32),
    bpsk(first, 0, { rotated: true }),
    bpsk(second, 1, { rotated: true }),
    ...Array.from({ length: more }, () => waveform(HT_LONG, 80, 16)),
    ...htData(settings, random),
  ];
  return frameOf(parts, 480 + 80 * more + htSymbols(settings) * (settings.short ? 72 : 80));
}

export interface VhtSettings {
  /** Index into 20, 40, 80, 160 MHz. */
  bandwidth?: number;
  /** Modulation and space-time streams of a single user; without it a group of users. */
  mcs?: number;
  streams?: number;
  group?: number;
  users?: readonly number[];
  short?: boolean;
  length?: number;
  wrong?: boolean;
  seed?: number;
}

/** VHT, figure 21-4 and table 21-12. */
export function vht(settings: VhtSettings): OtherPreamble {
  const { bandwidth = 0, mcs, streams = 1, group = 5, users = [1, 1, 0, 0], short, length = 300, wrong } = settings;
  const random = testRandom(settings.seed ?? 5);
  const single = mcs !== undefined;
  const middle = single
    ? [...lsbFirst(streams - 1, 3), ...lsbFirst(77, 9)]
    : users.flatMap((count) => lsbFirst(count, 3));
  const a1 = [...lsbFirst(bandwidth, 2), 1, 0, ...lsbFirst(single ? 63 : group, 6), ...middle, 0, 1];
  const a2 = [short ? 1 : 0, 0, 0, 0, ...lsbFirst(single ? mcs : 15, 4), 0, 1];
  const [first, second] = symbolsOf(checkedField([...a1, ...a2], 8, wrong), 48);
  const parts = [
    shortTraining(),
    longTraining(),
    bpsk(convolved(lSig(length)), 0),
    bpsk(first, 1),
    bpsk(second, 2, { rotated: true }),
    waveform(SHORT, 80, 0),
    waveform(HT_LONG, 80, 16),
    ...Array.from({ length: 20 }, () => dataSymbol(random, short ? 72 : 80)),
  ];
  return frameOf(parts, claimOf(length));
}

export interface HeSettings {
  kind: "SU" | "ER SU" | "MU" | "TB" | "EHT";
  /** The 42 bits of HE-SIG-A or U-SIG before the CRC. */
  bits: readonly number[];
  /** LENGTH; its remainder by 3 must fit the kind. */
  length?: number;
  wrong?: boolean;
  seed?: number;
}

/** L-SIG of HE formats: four more carriers, 27.3.11.5. */
function wideSignal(length: number, symbol: number): Complex[] {
  const edges: Carriers = new Map([
    [-28, [-1, 0]],
    [-27, [-1, 0]],
    [27, [-1, 0]],
    [28, [1, 0]],
  ]);
  const outer = waveform(edges, 80, 16);
  return bpsk(convolved(lSig(length)), symbol).map(([re, im], n): Complex => [re + outer[n][0], im + outer[n][1]]);
}

/** HE formats, figure 27-8 and following, and EHT with the same beginning. */
export function he({ kind, bits, length, wrong, seed = 9 }: HeSettings): OtherPreamble {
  const octets = length ?? { SU: 301, TB: 301, MU: 302, "ER SU": 302, EHT: 300 }[kind];
  const random = testRandom(seed);
  const [first, second] = symbolsOf(checkedField(bits, 4, wrong), 52);
  const wide = { last: 28 };
  const field =
    kind === "ER SU"
      ? [
          bpsk(first, 2, wide),
          bpsk(first, 3, { last: 28, rotated: true, plain: true }),
          bpsk(second, 4, wide),
          bpsk(second, 5, { ...wide, plain: true }),
        ]
      : [bpsk(first, 2, wide), bpsk(second, 3, wide)];
  const parts = [
    shortTraining(),
    longTraining(),
    wideSignal(octets, 0),
    wideSignal(octets, 1),
    ...field,
    waveform(SHORT, 80, 0),
    ...Array.from({ length: 20 }, () => dataSymbol(random, 80)),
  ];
  return frameOf(parts, claimOf(octets));
}

/** HE-SIG-A of a frame to one user, table 27-18. */
export function heSingle({
  mcs = 0,
  bandwidth = 0,
  guard = 1,
  streams = 1,
  uplink = false,
  dcm = false,
  stbc = false,
}) {
  const a1 = [1, 0, uplink ? 1 : 0, ...lsbFirst(mcs, 4), dcm ? 1 : 0, ...lsbFirst(37, 6), 1, ...lsbFirst(0, 4)];
  const a2 = [...lsbFirst(127, 7), 1, 0, stbc ? 1 : 0, 0, ...lsbFirst(2, 2), 0, 1, 0];
  return [...a1, ...lsbFirst(bandwidth, 2), ...lsbFirst(guard, 2), ...lsbFirst(streams - 1, 3), ...a2];
}
