import normal from "#shaders/telemetry/equalizer/normal.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";
import { checkedInteger } from "../../gpu/rows.ts";

const GROUP = 64;

export interface NormalEquationsConfig {
  /** Names the plan in errors. Default: "equalizer/normal". */
  label?: string;
  /** Slots in the page, ≥ 1. */
  slots: number;
  /** Channel estimates ĥ(n), vec2f [slot][38]; zeros where no packet was found. */
  impulse: GPUBuffer;
  /** The ridge that is added to R's diagonal: `factor` ≥ 0 times the noise variance σ̂² per real dimension, f32 [slot]. Default: 0. */
  ridge?: { noise: GPUBuffer; factor: number };
}

export interface NormalEquations extends Plan {
  /** First columns of R + ridge·I, vec2f [slot][38]. */
  readonly column: GPUBuffer;
  /** ĝ, vec2f [slot][186]. */
  readonly right: GPUBuffer;
}

/**
 * The systems (R + ridge·I) c = ĝ of the least-squares equalizers, computed from the channel estimates (thesis eqs 2.17 and 2.22).
 *
 * @throws RangeError when `slots` is not an integer from 1 to 65535 or `ridge.factor` is not a number ≥ 0.
 */
export async function createNormalEquations(
  device: GPUDevice,
  config: NormalEquationsConfig,
): Promise<NormalEquations> {
  const { label = "equalizer/normal", slots, impulse, ridge } = config;
  checkedInteger(label, "slots", slots, 1, 65535);
  const factor = ridge?.factor ?? 0;
  if (!Number.isFinite(factor) || factor < 0) {
    throw new RangeError(`${label}: ridge factor must be a number ≥ 0, got ${factor}`);
  }
  const memory = allocate(device);
  const noise = ridge?.noise ?? memory.constant("no ridge", new Float32Array(slots));
  const column = memory.storage("first columns", slots * CHANNEL_TAPS * 8);
  const right = memory.storage("right-hand sides", slots * EQUALIZER_TAPS * 8);
  const stage = await createStage(device, {
    label: "equalizer/normal",
    wgsl: [normal, complex],
    constants: { SIZE: EQUALIZER_TAPS, BAND: CHANNEL_TAPS, ORIGIN: PRECURSORS + CHANNEL_PRECURSORS, GROUP },
    resources: { impulse, noise, column, right, params: { ridge: factor } },
    groups: slots,
    memory,
  });
  return { ...stage, label, column, right };
}
