import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { spread } from "../../gpu/timing.ts";
import { WINDOW_LENGTH } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { EQUALIZER_TAPS, PRECURSORS, type EqualizerTaps } from "./taps.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { checkedInteger } from "../../gpu/rows.ts";

export interface CmaConfig extends Pick<ReceiverBuffers, "slots" | "packets" | "window"> {
  /**
   * Taps to start from, vec2f [slot][186]. Default: a centre spike, c(0) = 1 (blind). They do not change
   * where no packet was found.
   */
  initial?: GPUBuffer;
  /** Step length μ. Default 0.04; stable to 0.08. */
  step?: number;
  /** Gradient steps, one per pass over the packet. Default 12; a blind start needs 100 or more. */
  passes?: number;
}

export interface Cma extends EqualizerTaps {
  /** J = mean of (|s|² − 1)² over the packet, before each pass's update, f32 [pass][slot]; 0 where no packet was found. */
  readonly cost: GPUBuffer;
  readonly passes: number;
  /** μ. Takes effect for later submissions. */
  setStep(step: number): void;
}

/** The differences between the two gradient kernels. */
export interface GradientKernel {
  label: string;
  wgsl: readonly string[];
  constants(pass: number): Readonly<Record<string, number>>;
  /** Buffers of samples that its passes share, by their names in the text. */
  shared: Readonly<Record<string, GPUBuffer | GPUBufferBinding>>;
  /** Its own members of the uniform struct, beside those that all gradient kernels have. */
  params?: Readonly<Record<string, number>>;
}

/** Constants of all gradient kernels. */
export const GRADIENT_CONSTANTS = { TAPS: EQUALIZER_TAPS, SAMPLES: PACKET_SAMPLES, WINDOW: WINDOW_LENGTH };

/** Passes over a packet by default. */
export const PASSES = 12;

/**
 * Gradient descent on the constant-modulus cost, one dispatch per pass, by one of the gradient kernels.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8, `step` not a number ≥ 0 or `passes` not an integer ≥ 1.
 */
export async function createDescent(device: GPUDevice, gradient: GradientKernel, config: CmaConfig): Promise<Cma> {
  const { label } = gradient;
  const { packets, step = 0.04, passes = PASSES } = config;
  const slots = checkedSlots(label, config.slots);
  checkStep(label, step);
  checkedInteger(label, "passes", passes, 1);
  // Most passes share a kernel, which is compiled once.
  const kernels = await Promise.all(
    Array.from({ length: passes }, (_, pass) =>
      compile(device, {
        label,
        wgsl: [...gradient.wgsl, packet],
        constants: { ...GRADIENT_CONSTANTS, ...gradient.constants(pass) },
      }),
    ),
  );
  const memory = allocate(device);
  const bytes = slots * EQUALIZER_TAPS * 8;
  const initial = config.initial ?? memory.constant("centre spikes", centreSpikes(slots));
  const taps = memory.storage(`${label} taps`, bytes);
  const cost = memory.storage(`${label} cost`, passes * slots * 4);
  const bounds = kernels.map((kernel, iteration) =>
    kernel.bind({
      packets,
      taps,
      cost,
      ...gradient.shared,
      params: { step, iteration, slots, ...gradient.params },
    }),
  );
  const begin = (encoder: GPUCommandEncoder) => encoder.copyBufferToBuffer(initial, 0, taps, 0, bytes);
  return {
    label,
    taps,
    cost,
    passes,
    steps: bounds.map((bound, iteration) => ({
      encode(encoder) {
        if (iteration === 0) begin(encoder);
        bound.encode(encoder, slots);
      },
    })),
    setStep(step) {
      checkStep(label, step);
      for (const bound of bounds) bound.set({ step });
    },
    encode(encoder, timestampWrites) {
      begin(encoder);
      const timing = spread(timestampWrites, passes);
      for (const [iteration, bound] of bounds.entries()) bound.encode(encoder, slots, timing[iteration]);
    },
    destroy() {
      for (const bound of bounds) bound.destroy();
      memory.release();
    },
  };
}

function checkStep(label: string, step: number): void {
  if (!Number.isFinite(step) || step < 0) throw new RangeError(`${label}: step must be a number ≥ 0, got ${step}`);
}

function centreSpikes(slots: number): Float32Array<ArrayBuffer> {
  const taps = new Float32Array(slots * EQUALIZER_TAPS * 2);
  for (let slot = 0; slot < slots; slot++) taps[2 * (slot * EQUALIZER_TAPS + PRECURSORS)] = 1;
  return taps;
}
