import { deinterleave } from "../../codes/interleaving/llrs.reference.ts";
import { fft } from "../../fft/fft.float64.ts";
import { decodeFaultless } from "./convolutional.reference.ts";
import { type DataField, dataSymbols, descrambled } from "./data-field.ts";
import { maxLogLlrs } from "./demapper.reference.ts";
import { interleaverOrder } from "./interleaver.ts";
import { type Rate, SIGNAL_RATE } from "./rates.ts";
import { parseSignal, type Signal } from "./signal-field.ts";
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

/** What the receiver reads in a frame. */
export type Received = { refused: string } | (Signal & DataField);

/**
 * Receives a frame without noise and with known timing: a least-squares channel estimate from both symbols of the long training,
 * max-log LLRs, and a decoder for codewords without errors.
 *
 * @param samples Complex.
 * @param start The frame's first sample.
 * @returns What the frame holds, or why SIGNAL is refused.
 */
export function receiveFaultless(samples: Float64Array, start = 0): Received {
  const carriersAt = (from: number) => {
    const bins = fft(samples.slice(2 * (start + from), 2 * (start + from + FFT_LENGTH)));
    return Float64Array.from({ length: 2 * DATA_CARRIERS.length }, (_, i) => {
      return bins[2 * binOf(DATA_CARRIERS[i >> 1]) + (i & 1)];
    });
  };
  const [first, second] = [0, FFT_LENGTH].map((at) => carriersAt(TRAINING_SAMPLES + LONG_GUARD_SAMPLES + at));
  // The training sends 1 or −1 on each carrier, so that a division by it is a product with it.
  const channel = first.map((value, i) => ((value + second[i]) / 2) * LONG_TRAINING[2 * binOf(DATA_CARRIERS[i >> 1])]);
  const decoded = (symbol: number, count: number, rate: Rate) => {
    const [order, length] = [interleaverOrder(rate), rate.codedBits];
    const llrs = new Float64Array(count * length);
    for (let s = 0; s < count; s++) {
      const received = carriersAt(PREAMBLE_SAMPLES + (symbol + s) * SYMBOL_SAMPLES + GUARD_SAMPLES);
      llrs.set(deinterleave(maxLogLlrs(received, channel, 1, rate.modulation), { length, order }), s * length);
    }
    return decodeFaultless(llrs, rate.codeRate);
  };
  const signal = parseSignal(decoded(0, 1, SIGNAL_RATE));
  if ("refused" in signal) return signal;
  const { rate, length } = signal;
  return { ...signal, ...descrambled(decoded(1, dataSymbols(length, rate), rate), length) };
}
