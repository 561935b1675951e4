import fdeKernel from "#shaders/telemetry/equalizer/fde.wgsl?raw";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { createColumnFft } from "../../fft/columns.ts";
import { FFT_GROUP, FFT_LIBRARY, FFT_MAX_LENGTH, longestWorkgroupFft } from "../../fft/workgroup.ts";
import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { PACKET_BITS, SAMPLES_PER_BIT } from "../packet.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { createFdeWorkgroup } from "./fde-workgroup.ts";

/** The transform's rows and columns: 128 × 128 = 16384 points. */
const SIDE = Math.sqrt(WINDOW_LENGTH);

export type FdeInputs = Pick<ReceiverBuffers, "slots" | "window" | "impulse" | "noise">;

/** A plan of one equalizer. */
export interface SingleFde extends Plan {
  /** The packets after equalizer and detection filter, at samples 0, 2, … 12670 of the packet, vec2f [slot][6336]. */
  readonly matched: GPUBufferBinding;
}

/** One equalizer of a plan. */
export interface FdeSet {
  /** w(k) in C = conj(H)/(|H|² + w·σ̂²), 16384 numbers ≥ 0, in FFT order. */
  weights: ArrayLike<number>;
  /** The part of a buffer for its result. Default: a new buffer. */
  matched?: GPUBufferBinding;
}

export interface FdeConfig extends FdeInputs {
  /** Names the plan in errors and timings. */
  label?: string;
  /** One or two equalizers, which share the transforms of window and channel. */
  sets: readonly [FdeSet] | readonly [FdeSet, FdeSet];
}

export interface Fde extends Plan {
  /**
   * For each equalizer, the packets after it and the detection filter, at samples 0, 2, … 12670 of the packet, vec2f
   * [slot][6336].
   */
  readonly matched: readonly GPUBufferBinding[];
}

/**
 * Frequency-domain equalizers over a packet's whole window, combined with the detection filter: transform, product with
 * C·D, inverse transform. Zeros where no packet was found. If the device's workgroups can hold a window, they do all of it.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8 or `weights` not 16384 numbers ≥ 0.
 */
export async function createFde(device: GPUDevice, config: FdeConfig): Promise<Fde> {
  const { label = "equalizer/fde", window, impulse, noise, sets } = config;
  const slots = checkedSlots(label, config.slots);
  for (const { weights } of sets) checkWeights(label, weights);
  return owning(device, async ({ memory, keep, stage }) => {
    const matched = sets.map((set) => set.matched ?? { buffer: memory.storage("equalized", slots * PACKET_BITS * 8) });
    const response = memory.constant("detection filter's spectrum", detectionResponse());
    if (longestWorkgroupFft(device) >= WINDOW_LENGTH) {
      const start = WINDOW_ORIGIN / SAMPLES_PER_BIT;
      const weights = sets.map((set) => set.weights);
      const inputs = { slots, window, impulse, noise, response, length: WINDOW_LENGTH, weights };
      const whole = await keep(
        createFdeWorkgroup(device, { ...inputs, start, outputLength: PACKET_BITS, outputs: matched }),
      );
      return { ...whole, label, matched };
    }
    const square = { batch: slots, rows: SIDE, columns: SIDE };
    const forward = await keep(createColumnFft(device, { ...square, input: window }));
    const columns = SIDE / SAMPLES_PER_BIT;
    const kept = memory.storage("equalized rows", slots * SIDE * columns * 8);
    const stages: Plan[] = [forward];
    for (const [i, { weights }] of sets.entries()) {
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
          response,
          weights: memory.constant("noise weights", Float32Array.from(weights)),
          kept,
        },
        groups: [(SIDE * SIDE) / FFT_MAX_LENGTH, slots],
      });
      const inverse = await keep(
        createColumnFft(device, {
          ...square,
          columns,
          input: kept,
          inverse: true,
          keep: { start: WINDOW_ORIGIN / SAMPLES_PER_BIT, length: PACKET_BITS },
          output: matched[i],
        }),
      );
      stages.push(product, inverse);
    }
    return { ...sequence(label, stages), matched };
  });
}

function checkWeights(label: string, weights: ArrayLike<number>): void {
  const wrong = Array.from(weights).findIndex((weight) => !(weight >= 0));
  if (weights.length === WINDOW_LENGTH && wrong < 0) return;
  const got = weights.length === WINDOW_LENGTH ? `${weights[wrong]} at ${wrong}` : weights.length;
  throw new RangeError(`${label}: weights must be ${WINDOW_LENGTH} numbers ≥ 0, got ${got}`);
}

let response: Float32Array<ArrayBuffer> | undefined;

/** D(k)/N: the spectrum of the detection filter, centred, with the scale of the inverse transform. Real, by symmetry. */
function detectionResponse(): Float32Array<ArrayBuffer> {
  return (response ??= computeResponse());
}

function computeResponse(): Float32Array<ArrayBuffer> {
  const delay = (DETECTION_FILTER.length - 1) / 2;
  return Float32Array.from({ length: WINDOW_LENGTH }, (_, k) => {
    const angle = (2 * Math.PI * k) / WINDOW_LENGTH;
    return DETECTION_FILTER.reduce((sum, tap, i) => sum + tap * Math.cos(angle * (i - delay)), 0) / WINDOW_LENGTH;
  });
}
