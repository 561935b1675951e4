import { deinterleave } from "../../codes/interleaving/llrs.float64.ts";
import { fft } from "../../fft/fft.float64.ts";
import { depunctured } from "./convolutional.float64.ts";
import { decodeFaultless } from "./convolutional.reference.ts";
import { type DataField, descrambled, SERVICE_BITS, TAIL_BITS } from "./data-field.ts";
import { maxLogLlrs } from "./demapper.float64.ts";
import { interleaverOrder } from "./interleaver.ts";
import { type Rate, SIGNAL_RATE } from "./rates.ts";
import { type SignalContent, SIGNAL_BITS } from "./signal-field.ts";
import { parseSignal } from "./signal-field.float64.ts";
import {
  binOf,
  DATA_CARRIERS,
  FFT_LENGTH,
  GUARD_SAMPLES,
  LONG_GUARD_SAMPLES,
  PREAMBLE_SAMPLES,
  SYMBOL_SAMPLES,
  TRAINING_SAMPLES,
} from "./symbol.ts";
import { LONG_TRAINING } from "./training.ts";

/** The contents of a received frame. */
export type Received = { refused: string } | (SignalContent & DataField);

interface Receiver {
  /** The frame's first sample. Default: 0. */
  start?: number;
  /** E|noise|² per carrier. Default: 1, which is any value for decoders that do not depend on the scale of LLRs. */
  noiseVariance?: number;
  /** Returns bits of a terminated codeword from the LLRs of A and B per step. Default: the decoder for codewords without errors. */
  decode?(llr: Float64Array): ArrayLike<number>;
}

/**
 * Receives a frame with known timing and no frequency offset: a least-squares channel estimate from both symbols of the long
 * training, max-log LLRs, and a decoder.
 *
 * @param samples Complex.
 * @returns The frame's contents, or why SIGNAL is refused.
 */
export function receive(
  samples: Float64Array,
  { start = 0, noiseVariance = 1, decode = decodeFaultless }: Receiver = {},
): Received {
  const carriersAt = (from: number) => {
    const bins = fft(samples.slice(2 * (start + from), 2 * (start + from + FFT_LENGTH)));
    return Float64Array.from({ length: 2 * DATA_CARRIERS.length }, (_, i) => {
      return bins[2 * binOf(DATA_CARRIERS[i >> 1]) + (i & 1)];
    });
  };
  const [first, second] = [0, FFT_LENGTH].map((at) => carriersAt(TRAINING_SAMPLES + LONG_GUARD_SAMPLES + at));
  // The training sends 1 or −1 on each carrier, so that a division by it is a product with it.
  const channel = first.map((value, i) => ((value + second[i]) / 2) * LONG_TRAINING[2 * binOf(DATA_CARRIERS[i >> 1])]);
  /** Bits of the codeword that begins with a symbol and ends with its tail after `steps` bits. */
  const decoded = (symbol: number, steps: number, rate: Rate) => {
    const [order, length, count] = [interleaverOrder(rate), rate.codedBits, Math.ceil(steps / rate.dataBits)];
    const llrs = new Float64Array(count * length);
    for (let s = 0; s < count; s++) {
      const received = carriersAt(PREAMBLE_SAMPLES + (symbol + s) * SYMBOL_SAMPLES + GUARD_SAMPLES);
      const sent = maxLogLlrs(received, channel, noiseVariance, rate.modulation);
      llrs.set(deinterleave(sent, { length, order }), s * length);
    }
    return Uint8Array.from(decode(depunctured(llrs, rate.codeRate).subarray(0, 2 * steps)));
  };
  const signal = parseSignal(decoded(0, SIGNAL_BITS, SIGNAL_RATE));
  if ("refused" in signal) return signal;
  const { rate, length } = signal;
  return { ...signal, ...descrambled(decoded(1, SERVICE_BITS + 8 * length + TAIL_BITS, rate), length) };
}
