import fdeKernel from "#shaders/telemetry/equalizer/fde.wgsl?raw";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { createColumnFft } from "../../fft/columns.ts";
import { FFT_GROUP, FFT_LIBRARY, FFT_MAX_LENGTH } from "../../fft/workgroup.ts";
import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { PACKET_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import type { ReceiverBuffers } from "../buffers.ts";

/** The transform's rows and columns: 128 × 128 = 16384 points. */
const SIDE = Math.sqrt(WINDOW_LENGTH);

export type FdeInputs = Pick<ReceiverBuffers, "slots" | "window" | "impulse" | "noise">;

export interface FdeConfig extends FdeInputs {
  /** Names the plan in errors and timings. */
  label?: string;
  /** w(k) in C = conj(H)/(|H|² + w·σ̂²), 16384 numbers ≥ 0, in FFT order. */
  weights: ArrayLike<number>;
}

export interface Fde extends Plan {
  /** The packets after equalizer and detection filter, at samples 0, 2, … 12670 of the packet, vec2f [slot][6336]. */
  readonly matched: GPUBuffer;
}

/**
 * Frequency-domain equalizer over a packet's whole window, combined with the detection filter: transform, product with
 * C·D, inverse transform. Zeros where no packet was found.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8 or `weights` not 16384 numbers ≥ 0.
 */
export async function createFde(device: GPUDevice, config: FdeConfig): Promise<Fde> {
  const { label = "equalizer/fde", window, impulse, noise, weights } = config;
  const slots = checkedSlots(label, config.slots);
  const wrong = Array.from(weights).findIndex((weight) => !(weight >= 0));
  if (weights.length !== WINDOW_LENGTH || wrong >= 0) {
    const got = weights.length === WINDOW_LENGTH ? `${weights[wrong]} at ${wrong}` : weights.length;
    throw new RangeError(`${label}: weights must be ${WINDOW_LENGTH} numbers ≥ 0, got ${got}`);
  }
  return owning(device, async ({ memory, keep, stage }) => {
    const square = { batch: slots, rows: SIDE, columns: SIDE };
    const forward = await keep(createColumnFft(device, { ...square, input: window }));
    const inverse = await keep(
      createColumnFft(device, {
        ...square,
        columns: SIDE / SAMPLES_PER_BIT,
        pitch: SIDE,
        input: forward.output,
        inverse: true,
        keep: { start: WINDOW_ORIGIN / SAMPLES_PER_BIT, length: PACKET_BITS },
      }),
    );
    const product = await stage({
      label: "equalizer/fde",
      wgsl: [fdeKernel, ...FFT_LIBRARY],
      constants: {
        FFT_LENGTH: SIDE,
        GROUP: FFT_GROUP,
        TAPS: CHANNEL_TAPS,
        PRECURSORS: CHANNEL_PRECURSORS,
        STEP: SAMPLES_PER_BIT,
      },
      resources: {
        rows: forward.output,
        impulse,
        noise,
        response: memory.constant("detection filter's spectrum", detectionResponse()),
        weights: memory.constant("noise weights", Float32Array.from(weights)),
      },
      groups: [(SIDE * SIDE) / FFT_MAX_LENGTH, slots],
    });
    return { ...sequence(label, [forward, product, inverse]), matched: inverse.output };
  });
}

/** D(k)/N: the spectrum of the detection filter, centred, with the scale of the inverse transform. Real, by symmetry. */
function detectionResponse(): Float32Array<ArrayBuffer> {
  const delay = (DETECTION_FILTER.length - 1) / 2;
  return Float32Array.from({ length: WINDOW_LENGTH }, (_, k) => {
    const angle = (2 * Math.PI * k) / WINDOW_LENGTH;
    return DETECTION_FILTER.reduce((sum, tap, i) => sum + tap * Math.cos(angle * (i - delay)), 0) / WINDOW_LENGTH;
  });
}
