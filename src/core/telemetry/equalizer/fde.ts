import fdeBins from "#shaders/telemetry/equalizer/lib/fde-bins.wgsl?raw";
import fdeKernel from "#shaders/telemetry/equalizer/fde.wgsl?raw";
import { detectionResponse } from "../detection/detection-filter.ts";
import { createColumnFft } from "../../fft/columns.ts";
import { FFT_POINTS, fftGroup, longestWorkgroupFft, pairLibrary } from "../../fft/workgroup.ts";
import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence, type Stage } from "../../gpu/timing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { inSlotRanges, partOf, type SlotRange } from "../slot-ranges.ts";
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

/** The inputs for a range of slots. */
type Inputs = Record<"window" | "impulse" | "noise", GPUBufferBinding>;

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
  return owning(device, async ({ memory, scratch, keep, stage }) => {
    const matched = sets.map((set) => set.matched ?? { buffer: memory.storage("equalized", slots * PACKET_BITS * 8) });
    const response = memory.constant("detection filter's spectrum", detectionResponse(WINDOW_LENGTH));
    const weights = sets.map((set) => set.weights);
    const isWhole = longestWorkgroupFft(device) >= WINDOW_LENGTH;
    const stages = await inSlotRanges(device, slots, async (range) => {
      const inputs = {
        window: partOf(window, range, WINDOW_LENGTH * 8),
        impulse: partOf(impulse, range, CHANNEL_TAPS * 8),
        noise: partOf(noise, range, 4),
      };
      const outputs = matched.map((set) => partOf(set, range, PACKET_BITS * 8));
      return isWhole ? whole(range, inputs, outputs) : inSteps(range, inputs, outputs);
    });
    return { ...stages, label, matched };

    function whole({ slots }: SlotRange, inputs: Inputs, outputs: readonly GPUBufferBinding[]): Promise<Stage> {
      const start = WINDOW_ORIGIN / SAMPLES_PER_BIT;
      const lengths = { slots, length: WINDOW_LENGTH, start, outputLength: PACKET_BITS };
      return keep(createFdeWorkgroup(device, { ...lengths, ...inputs, response, weights, outputs }));
    }

    /** Ranges share the memory of the steps' results. */
    async function inSteps(
      { slots }: SlotRange,
      { window, impulse, noise }: Inputs,
      outputs: readonly GPUBufferBinding[],
    ): Promise<Stage> {
      const square = { batch: slots, rows: SIDE, columns: SIDE };
      const transforms = { buffer: scratch.storage("column transforms", slots * WINDOW_LENGTH * 8) };
      const forward = await keep(createColumnFft(device, { ...square, input: window, output: transforms }));
      const columns = SIDE / SAMPLES_PER_BIT;
      const kept = sets.map((_, i) => scratch.storage(`equalized rows ${i}`, slots * SIDE * columns * 8));
      const group = fftGroup(device, SIDE, SIDE);
      const quotients = await stage({
        label: "equalizer/fde",
        wgsl: [fdeKernel, fdeBins, ...pairLibrary(device, { length: SIDE, group })],
        constants: {
          FFT_LENGTH: SIDE,
          GROUP: group,
          TAPS: CHANNEL_TAPS,
          PRECURSORS: CHANNEL_PRECURSORS,
          SETS: sets.length,
        },
        resources: {
          rows: forward.output,
          impulse,
          noise,
          response,
          weights: memory.constant("noise weights", Float32Array.from(weights.flatMap((set) => Array.from(set)))),
          first: kept[0],
          second: kept[1] ?? scratch.storage("no second equalizer", 8),
        },
        groups: [(SIDE * SIDE) / (FFT_POINTS * group), slots],
      });
      const stages: Stage[] = [forward, quotients];
      for (const [i, input] of kept.entries()) {
        const inverse = createColumnFft(device, {
          ...square,
          columns,
          input,
          inverse: true,
          keep: { start: WINDOW_ORIGIN / SAMPLES_PER_BIT, length: PACKET_BITS },
          output: outputs[i],
        });
        stages.push(await keep(inverse));
      }
      return sequence(label, stages);
    }
  });
}

function checkWeights(label: string, weights: ArrayLike<number>): void {
  const wrong = Array.from(weights).findIndex((weight) => !(weight >= 0));
  if (weights.length === WINDOW_LENGTH && wrong < 0) return;
  const got = weights.length === WINDOW_LENGTH ? `${weights[wrong]} at ${wrong}` : weights.length;
  throw new RangeError(`${label}: weights must be ${WINDOW_LENGTH} numbers ≥ 0, got ${got}`);
}
