import { TAIL } from "../../codes/convolutional/code.ts";
import { encodeConvolutional } from "../../codes/convolutional/encoder.float64.ts";
import { viterbi } from "../../codes/convolutional/viterbi.float64.ts";
import { crcBits } from "../../codes/crc/crc.ts";
import { fft } from "../../fft/fft.float64.ts";
import { CRC_HOLDS, EDGE_CARRIERS, EDGE_SIGNS, type Format, WIDE_DATA_CARRIERS } from "../frame/formats.ts";
import { SIGNAL_RATE } from "../frame/rates.ts";
import { type SignalContent, signalBits } from "../frame/signal-field.ts";
import { binOf, DATA_CARRIERS, FFT_LENGTH, PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "../frame/symbol.ts";
import type { FrameLine } from "../frame-table.ts";
import { SIGNAL_TRANSFORM } from "./decoder.ts";
import { SIGNAL_AGE } from "./format.ts";

/** The contents of the symbols after the long training, as members of an entry of the table. */
export interface FollowingFields extends Pick<FrameLine, "format" | "field0" | "field1"> {
  /** Samples from the start to the end that HT-SIG gives; undefined where SIGNAL gives it, or nothing does. */
  claim?: number;
}

type Complex = readonly [re: number, im: number];

/** A symbol on its data carriers: x = Y·conj(H), turned back. */
interface Following {
  isRotated: boolean;
  /** The ratio of Σ(Re x)² and Σ(Im x)², the larger one by the smaller: 5 on average at an SNR of 3 dB. */
  clarity: number;
  /** The metric of a carrier: positive for a bit 1. */
  metric(carrier: number): number;
  /** Y of a carrier, turned back. */
  carrier(carrier: number): Complex;
}

const NON_HT = { format: "non-HT", field0: 0, field1: 0 } as const satisfies FollowingFields;
const SYMBOLS = 5;
/** Least clarity of a symbol of a field whose CRC holds, and of both symbols of one whose CRC does not hold. */
const LIKELY = 2;
const CLEAR = 4;

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const conj = ([a, b]: Complex): Complex => [a, -b];
const turn = (angle: number): Complex => [Math.cos(angle), Math.sin(angle)];
const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/**
 * Returns which standard's frame follows a long training, in float64.
 *
 * @param samples Complex.
 * @param channel H, complex [64] by bin.
 * @param signal SIGNAL; undefined if it is refused.
 */
export function decodeFormat(
  samples: Float64Array,
  place: Pick<FrameLine, "start" | "offset" | "dcReal" | "dcImaginary">,
  channel: Float64Array,
  signal: SignalContent | undefined,
): FollowingFields {
  const symbols = followingSymbols(samples, place, channel);
  const isKnown = signal?.rate === SIGNAL_RATE;
  const found = fitting(symbols, isKnown ? signal : undefined);
  if (!found.at) return { ...NON_HT, format: found.format };
  const isHe = found.format === "HE" || found.format === "HE extended range";
  const [first, second] = found.at.map((n) => symbols[n]);
  const bits = fieldBits(first, second, isHe ? withEdges(symbols) : undefined);
  const [length, count] = isHe ? [42, 4] : [34, 8];
  const parity = crcBits(bits.subarray(0, length), "8").subarray(0, count);
  const holds = parity.every((bit, i) => bit === bits[length + i]);
  const isHt = found.format === "HT-mixed" || found.format === "HT-greenfield";
  const isGreenfield = found.format === "HT-greenfield";
  // Without its CRC a field names the format only if the symbols leave no doubt.
  const isCertain = holds
    ? (isKnown && !isGreenfield) || first.clarity > LIKELY
    : isKnown && !isGreenfield && Math.min(first.clarity, second.clarity) > CLEAR;
  if (!isHe && !isCertain) return NON_HT;
  if (!holds) return { ...NON_HT, format: found.format };
  const half = bits.length / 2;
  const word = (part: Uint8Array) => part.reduceRight((sum, bit) => 2 * sum + bit, 0);
  const [field0, field1] = [word(bits.subarray(0, half)), word(bits.subarray(half))];
  const end = isHt && (isGreenfield || !isKnown) ? { claim: htEnd(field0, field1, isGreenfield) } : {};
  return { format: found.format, field0: field0 + CRC_HOLDS, field1, ...end };
}

function followingSymbols(
  samples: Float64Array,
  { start, offset, dcReal, dcImaginary }: Parameters<typeof decodeFormat>[1],
  channel: Float64Array,
): Following[] {
  const after = samples.length / 2 - start - SIGNAL_TRANSFORM;
  const whole = Math.min(SYMBOLS, Math.floor((after + SYMBOL_SAMPLES - FFT_LENGTH) / SYMBOL_SAMPLES));
  const response = (carrier: number): Complex => [channel[2 * binOf(carrier)], channel[2 * binOf(carrier) + 1]];
  let [slope, product, square] = [0, 0, 0];
  return Array.from({ length: Math.max(0, whole) }, (_, n): Following => {
    const from = SIGNAL_TRANSFORM + n * SYMBOL_SAMPLES;
    const turned = Array.from({ length: FFT_LENGTH }, (__, k): Complex => {
      const at = 2 * (start + from + k);
      return times([samples[at] - dcReal, samples[at + 1] - dcImaginary], turn(-offset * (from + k)));
    });
    const bins = fft(Float64Array.from(turned.flat()));
    const received = (carrier: number): Complex => [bins[2 * binOf(carrier)], bins[2 * binOf(carrier) + 1]];
    const matched = (carrier: number) => times(received(carrier), conj(response(carrier)));
    const x = DATA_CARRIERS.map(matched);
    const squares = x.map((value) => times(value, value));
    const sum: Complex = [total(squares.map(([re]) => re)), total(squares.map(([, im]) => im))];
    const age = SIGNAL_AGE + n * SYMBOL_SAMPLES;
    const expected = slope * age;
    const [re, im] = times(sum, turn(-2 * expected));
    const isRotated = re < 0;
    product += age * (expected + Math.atan2(isRotated ? -im : im, Math.abs(re)) / 2);
    square += age * age;
    slope = product / square;
    const back = turn(-slope * age);
    const power = total(x.map(([a, b]) => a * a + b * b));
    const difference = times(sum, times(back, back))[0];
    const [real, imaginary] = [power + difference, power - difference];
    return {
      isRotated,
      clarity: Math.max(real, imaginary) / Math.min(real, imaginary),
      metric: (carrier) => times(matched(carrier), back)[isRotated ? 1 : 0],
      carrier: (carrier) => times(received(carrier), back),
    };
  });
}

/** Returns the format that fits the symbols, and the symbols of its signal field. */
function fitting(symbols: readonly Following[], signal?: SignalContent): { format: Format; at?: [number, number] } {
  const rotated = symbols.map(({ isRotated }) => isRotated);
  if (rotated[0] && rotated[1]) return { format: "HT-greenfield", at: [0, 1] };
  if (symbols.length < 3 || rotated[0]) return { format: signal && symbols.length < 3 ? "undecided" : "non-HT" };
  if (rotated[1] && rotated[2]) return { format: "HT-mixed", at: [1, 2] };
  if (!signal || rotated[1]) return { format: "non-HT" };
  if (isRepeated(symbols[1], signal)) {
    if (symbols.length < 4) return { format: "HE" };
    if (!rotated[3]) return { format: "HE", at: [2, 3] };
    return { format: "HE extended range", at: symbols.length < 5 ? undefined : [2, 4] };
  }
  return rotated[2] ? { format: "VHT", at: [1, 2] } : { format: "non-HT" };
}

/** Whether a symbol repeats SIGNAL: less than an eighth of its magnitude has another sign. */
function isRepeated({ metric }: Following, signal: SignalContent): boolean {
  const coded = encodeConvolutional(signalBits(signal).subarray(0, -TAIL));
  const values = Array.from(coded, (bit, k) => {
    const carrier = DATA_CARRIERS[3 * (k % 16) + Math.floor(k / 16)];
    return metric(carrier) * (2 * bit - 1);
  });
  return 8 * total(values.map((value) => Math.max(0, -value))) < total(values.map(Math.abs));
}

/** Returns the channel of the outermost carriers of HE formats, from both copies of SIGNAL. */
function withEdges([first, second]: readonly Following[]): (carrier: number) => Complex | undefined {
  return (carrier) => {
    const i = EDGE_CARRIERS.indexOf(carrier);
    if (i < 0) return undefined;
    const [[a, b], [c, d]] = [first.carrier(carrier), second.carrier(carrier)];
    return [(EDGE_SIGNS[i] * (a + c)) / 2, (EDGE_SIGNS[i] * (b + d)) / 2];
  };
}

/** Returns the decoded bits of a field over two symbols of 48 carriers, or 52 with the outermost ones. */
function fieldBits(first: Following, second: Following, edge?: (carrier: number) => Complex | undefined): Uint8Array {
  const [carriers, columns] = edge ? [WIDE_DATA_CARRIERS, 13] : [DATA_CARRIERS, 16];
  const rows = carriers.length / columns;
  const llr = [first, second].flatMap(({ metric, carrier: received, isRotated }) =>
    carriers.map((_, k) => {
      const carrier = carriers[rows * (k % columns) + Math.floor(k / columns)];
      const response = edge?.(carrier);
      return response ? times(received(carrier), conj(response))[isRotated ? 1 : 0] : metric(carrier);
    }),
  );
  return viterbi(llr).bits;
}

/** Data bits per symbol and stream by MCS modulo 8, at 20 and 40 MHz. Source: IEEE Std 802.11-2020, tables 19-27 to 19-34. */
const DATA_BITS = [
  [26, 52, 78, 104, 156, 208, 234, 260],
  [54, 108, 162, 216, 324, 432, 486, 540],
];

/** Samples from a frame's start to its end by HT-SIG; to the training if the modulations of its streams differ. */
function htEnd(field0: number, field1: number, isGreenfield: boolean): number {
  const [mcs, isWide, octets] = [field0 & 127, (field0 >> 7) & 1, (field0 >> 8) & 0xffff];
  const [stbc, isShort, extensions] = [(field1 >> 4) & 3, (field1 >> 7) & 1, (field1 >> 8) & 3];
  const streams = mcs < 32 ? Math.floor(mcs / 8) + 1 : 1;
  const four = (count: number) => (count === 3 ? 4 : count);
  const trained = four(streams + stbc) + four(extensions) - (isGreenfield ? 1 : 0);
  const unit = DATA_BITS[isWide][mcs % 8] * streams * (stbc ? 2 : 1);
  const count = octets && mcs < 32 ? Math.ceil((8 * octets + 22) / unit) * (stbc ? 2 : 1) : 0;
  const before = PREAMBLE_SAMPLES + SYMBOL_SAMPLES * (isGreenfield ? 2 : 4);
  return before + SYMBOL_SAMPLES * trained + count * (SYMBOL_SAMPLES - (isShort ? 8 : 0));
}
