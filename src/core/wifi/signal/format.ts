import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import finiteSample from "#shaders/wifi/lib/finite-sample.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import wifiSignalCode from "#shaders/wifi/lib/signal-code.wgsl?raw";
import formatKernel from "#shaders/wifi/signal/format.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import { EDGE_CARRIERS, EDGE_SIGNS, WIDE_DATA_CARRIERS } from "../frame/formats.ts";
import {
  binOf,
  DATA_CARRIERS,
  FFT_LENGTH,
  LONG_GUARD_SAMPLES,
  PREAMBLE_SAMPLES,
  SYMBOL_SAMPLES,
  TRAINING_SAMPLES,
  WINDOW_ADVANCE,
} from "../frame/symbol.ts";
import { SIGNAL_TRANSFORM, type SignalDecoder, type SignalDecoderConfig } from "./decoder.ts";

/** Samples from the middle of the long training's symbols to the middle of SIGNAL's transform. */
export const SIGNAL_AGE =
  SIGNAL_TRANSFORM + FFT_LENGTH / 2 - (TRAINING_SAMPLES + LONG_GUARD_SAMPLES - WINDOW_ADVANCE + FFT_LENGTH);

/**
 * Finds the frames of 802.11n, ac, ax and later in a table of 802.11 frames, by the signal fields after SIGNAL.
 * They get their format, the field's bits, the status "other standard" and no symbols of data. Frames whose SIGNAL is refused are tried
 * too, because greenfield frames have none. Runs after the decoder of SIGNAL.
 *
 * Sources: IEEE Std 802.11-2020, 19.3.9 and 21.3.8; IEEE Std 802.11ax-2021, 27.3.11.
 *
 * @throws RangeError when `length` is not a positive integer.
 */
export async function createFormatDecoder(device: GPUDevice, config: SignalDecoderConfig): Promise<SignalDecoder> {
  const label = "wifi/signal/format";
  const { samples, frames, channel, counts, groups } = config;
  const length = checkedCount(label, "length", config.length);
  const wgsl = [formatKernel, wifiFrame, wifiSignalCode, finiteSample, complex, phasor, angle];
  const constants = {
    FIRST: SIGNAL_TRANSFORM,
    PREAMBLE: PREAMBLE_SAMPLES,
    SYMBOL: SYMBOL_SAMPLES,
    AGE: SIGNAL_AGE,
  };
  const memory = allocate(device);
  const bins = Uint32Array.from([...DATA_CARRIERS, ...WIDE_DATA_CARRIERS], binOf);
  const edges = Float32Array.from(EDGE_CARRIERS.flatMap((carrier, i) => [binOf(carrier), EDGE_SIGNS[i]]));
  const stage = await createStage(device, {
    label,
    wgsl,
    constants,
    resources: {
      samples,
      channel,
      counts,
      bins: memory.constant("bins of data", bins),
      edges: memory.constant("outermost carriers", edges),
      frames,
      params: { length },
    },
    groups,
    memory,
  });
  return { ...stage, setLength: (now) => stage.set({ length: now }) };
}
