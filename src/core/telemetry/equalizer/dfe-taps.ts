import tapsKernel from "#shaders/telemetry/equalizer/dfe-taps.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { checkedSlots } from "../page.ts";
import { PRINCIPAL_PULSES, PULSE_REACH } from "../soqpsk/principal-pulses.ts";
import { FORWARD_PRECURSORS, FORWARD_TAPS, MOST_FEEDBACK } from "./taps.ts";

const label = "equalizer/dfe-taps";
const GROUP = 2 * FORWARD_TAPS;

/** Least variance σ²/2 of a real dimension, for packets of unit power: 40 dB of Eb/N0. Below, float32 could not solve for the taps. */
export const LEAST_VARIANCE = 1e-4;

export interface DfeTapsConfig extends Pick<ReceiverBuffers, "slots" | "impulse" | "noise"> {
  /** Fed-back bits Nb, 0 to 16. */
  feedback: number;
  /** Factor ≥ 0 on the estimated noise variance. Default 1. */
  noiseFactor?: number;
}

export interface DfeTaps extends Plan {
  /** Forward filter f(k), −20 ≤ k ≤ 11, vec2f [slot][32]; zeros where no packet was found. */
  readonly taps: GPUBuffer;
  /** b(j), the taps on past bits, and c(j + 1), those on products of three, for j = 1 … Nb, vec2f [slot][Nb]. */
  readonly feedback: GPUBuffer;
}

/**
 * Creates the taps of the MMSE decision-feedback equalizer from each packet's channel estimate: forward taps at half a bit, feedback at a bit. A bit
 * is one dimension of the output, so the error is real. Source: J. Proakis and M. Salehi, Digital Communications, 5th edition, section 9.5, for the two
 * real streams of SOQPSK; M. Rice, G. Narumanchi and M. Saquib, "Decision Feedback Equalization for SOQPSK", ITC 2012, for the spacing.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8, `feedback` not an integer 0 … 16, or `noiseFactor` not a number ≥ 0.
 */
export async function createDfeTaps(device: GPUDevice, config: DfeTapsConfig): Promise<DfeTaps> {
  const { impulse, noise, noiseFactor: factor = 1 } = config;
  const slots = checkedSlots(label, config.slots);
  const count = checkedInteger(label, "feedback", config.feedback, 0, MOST_FEEDBACK);
  if (!(factor >= 0 && Number.isFinite(factor))) {
    throw new RangeError(`${label}: noiseFactor must be a number ≥ 0, got ${factor}`);
  }
  const memory = allocate(device);
  const taps = memory.storage("forward taps", 8 * FORWARD_TAPS * slots);
  const feedback = memory.storage("feedback taps", 8 * Math.max(1, count) * slots);
  const [first, second] = PRINCIPAL_PULSES;
  const pulses = Float32Array.from(first.flatMap((value, n) => [value, second[n]]));
  const stage = await createStage(device, {
    label,
    wgsl: [tapsKernel],
    constants: {
      FORWARD: FORWARD_TAPS,
      ADVANCE: FORWARD_PRECURSORS,
      FEEDBACK: count,
      CHANNEL: CHANNEL_TAPS,
      EARLIEST: CHANNEL_PRECURSORS,
      PULSE: first.length,
      REACH: PULSE_REACH,
      GROUP,
    },
    resources: {
      impulse,
      noise,
      pulses: memory.constant("principal pulses", pulses),
      taps,
      feedback,
      params: { factor, least: LEAST_VARIANCE },
    },
    groups: slots,
    memory,
  });
  return { ...stage, taps, feedback };
}
