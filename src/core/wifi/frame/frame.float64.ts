import { interleave } from "../../codes/interleaving/bits.float64.ts";
import { encodeField } from "./convolutional.float64.ts";
import { dataFieldBits, scrambled } from "./data-field.ts";
import { interleaverOrder } from "./interleaver.ts";
import { constellation, mapBits } from "../../constellation/constellation.ts";
import { type Rate, SIGNAL_RATE } from "./rates.ts";
import { signalBits } from "./signal-field.ts";
import { joinSegments, type Segment, symbolSegment } from "./symbol.float64.ts";
import { LONG_GUARD_SAMPLES, TRAINING_SAMPLES } from "./symbol.ts";
import { LONG_TRAINING, SHORT_TRAINING } from "./training.ts";

/** A frame to be sent. */
export interface Frame {
  rate: Rate;
  /** 1 to 4095 octets, with the frame check sequence. */
  psdu: ArrayLike<number>;
  /** The scrambler's initial state, 1 to 127. */
  scramblerState: number;
}

/** The steps from bits to points of one field, SIGNAL or DATA. */
interface Field {
  /** Bits into the convolutional encoder. */
  bits: Uint8Array;
  /** Punctured code bits, [symbol][N_CBPS]. */
  coded: Uint8Array;
  /** The same bits in the order of the mapper, [symbol][N_CBPS]. */
  interleaved: Uint8Array;
  /** Points of the data carriers, complex [symbol][48]. */
  points: Float64Array;
}

function fieldOf(bits: Uint8Array, rate: Rate): Field {
  const coded = encodeField(bits, rate.codeRate);
  const order = interleaverOrder(rate);
  const interleaved = new Uint8Array(coded.length);
  for (let at = 0; at < coded.length; at += order.length) {
    interleaved.set(interleave(coded.subarray(at, at + order.length), { length: order.length, order }), at);
  }
  return { bits, coded, interleaved, points: mapBits(interleaved, constellation(rate.bitsPerCarrier, "802.11")) };
}

/**
 * Returns every step of a frame's two coded fields: SIGNAL, and DATA after the scrambler.
 *
 * @throws RangeError when the PSDU's length or the scrambler's state is out of range.
 */
export function frameFields({ rate, psdu, scramblerState }: Frame): { signal: Field; data: Field } {
  const bits = scrambled(dataFieldBits(psdu, rate), psdu.length, scramblerState);
  const signal = fieldOf(signalBits({ rate, length: psdu.length }), SIGNAL_RATE);
  return { signal, data: fieldOf(bits, rate) };
}

/**
 * Returns the samples of a whole frame, complex: short and long training, SIGNAL and data. The mean power of a symbol is
 * 52/64², as in the standard's annex G.
 *
 * @param transition Duration of the windows' slopes in samples, even, 2 to 16. The default is the standard's 100 ns at 20 MS/s.
 * @returns The frame's samples, one more at the end, and `transition/2 − 1` more at both ends.
 * @throws RangeError when the PSDU's length, the scrambler's state or the transition is out of range.
 *
 * @example
 * ```ts
 * import { acknowledgement, rateOf, transmitWifi } from "threeray/wifi";
 *
 * // 16 µs of preamble, 4 µs of SIGNAL and 28 µs of data at 20 MS/s, and one sample for the last slope.
 * const psdu = acknowledgement([2, 0, 0, 0, 0, 1]);
 * const samples = transmitWifi({ psdu, rate: rateOf(6), scramblerState: 93 });
 * console.log(samples.length / 2); // 881
 * ```
 */
export function transmit(frame: Frame, transition = 2): Float64Array {
  if (!Number.isInteger(transition / 2) || transition < 2 || transition > 16) {
    throw new RangeError(
      `wifi/frame: the transition must be an even number of samples from 2 to 16, got ${transition}`,
    );
  }
  const { signal, data } = frameFields(frame);
  const training: Segment[] = [
    { carriers: SHORT_TRAINING, length: TRAINING_SAMPLES, guard: LONG_GUARD_SAMPLES },
    { carriers: LONG_TRAINING, length: TRAINING_SAMPLES, guard: LONG_GUARD_SAMPLES },
  ];
  const symbols = [signal, data].flatMap(({ points }) =>
    Array.from({ length: points.length / 96 }, (_, i) => points.subarray(96 * i, 96 * (i + 1))),
  );
  return joinSegments([...training, ...symbols.map(symbolSegment)], transition);
}
