import { viterbi } from "../../codes/convolutional/viterbi.float64.ts";
import { deinterleave } from "../../codes/interleaving/llrs.float64.ts";
import { fft } from "../../fft/fft.float64.ts";
import { maxLogLlrs } from "../frame/demapper.float64.ts";
import { interleaverOrder } from "../frame/interleaver.ts";
import { SIGNAL_RATE } from "../frame/rates.ts";
import { parseSignal } from "../frame/signal-field.float64.ts";
import { binOf, DATA_CARRIERS, FFT_LENGTH, GUARD_SAMPLES, PREAMBLE_SAMPLES, WINDOW_ADVANCE } from "../frame/symbol.ts";
import type { FrameLine } from "../frame-table.ts";

/**
 * Returns the contents of a received frame's SIGNAL field, or why it is refused.
 *
 * @param samples Complex.
 * @param channel H, complex [64] by bin.
 */
export function decodeSignal(
  samples: Float64Array,
  {
    start,
    offset,
    noise,
    dcReal,
    dcImaginary,
  }: Pick<FrameLine, "start" | "offset" | "noise" | "dcReal" | "dcImaginary">,
  channel: Float64Array,
): ReturnType<typeof parseSignal> {
  const first = PREAMBLE_SAMPLES + GUARD_SAMPLES - WINDOW_ADVANCE;
  const turned = Float64Array.from({ length: 2 * FFT_LENGTH }, (_, i) => {
    const n = first + (i >> 1);
    const [re, im] = [samples[2 * (start + n)] - dcReal, samples[2 * (start + n) + 1] - dcImaginary];
    const [cos, sin] = [Math.cos(offset * n), Math.sin(offset * n)];
    return i % 2 ? im * cos - re * sin : re * cos + im * sin;
  });
  const data = (bins: Float64Array) =>
    Float64Array.from(
      DATA_CARRIERS.flatMap((carrier) => [...bins.subarray(2 * binOf(carrier), 2 * binOf(carrier) + 2)]),
    );
  const llrs = maxLogLlrs(data(fft(turned)), data(channel), noise, SIGNAL_RATE.modulation);
  const order = interleaverOrder(SIGNAL_RATE);
  return parseSignal(viterbi(deinterleave(llrs, { length: order.length, order })).bits);
}
