import complex from "#shaders/lib/complex.wgsl?raw";
import leastSquares from "#shaders/lib/least-squares.wgsl?raw";
import decision from "#shaders/adaptive/lib/decision.wgsl?raw";
import rlsKernel from "#shaders/adaptive/adaptation/rls.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { inSegments } from "../../gpu/segments.ts";

/** Most taps in all. */
export const MOST_RLS_TAPS = 44;

/** Sizes of recursive least squares. */
export interface RlsConfig {
  /** N. With the feedback taps at most 44. */
  forwardTaps: number;
  /** Nb, taps on past decisions. Default 0. */
  feedbackTaps?: number;
  /** λ, above 0 and at most 1. */
  forgetting: number;
  /** p0, above 0: P = p0·I at the start. */
  start: number;
  /** T: symbols with known values. */
  training: number;
  /** Whether taps follow decisions after the training. Default "adapt". */
  afterTraining?: "adapt" | "hold";
  /** "one-sided": P is not kept Hermitian. Default "hermitian". */
  update?: "hermitian" | "one-sided";
  /** Symbols per dispatch. It changes no result. Default: as many as take some milliseconds on a large GPU. */
  segment?: number;
}

export interface RlsEqualizer extends Plan, Required<EqualizedBatch> {
  /** Sets δ in samples. Default 0. */
  setDelay(delay: number): void;
}

/** Elements of P, of all packets, that a dispatch changes at most: some milliseconds on a large GPU. */
const MOST_CHANGES = 2 ** 31;
/** Most invocations of a row of P: with more, they wait longer for each other than they compute. */
const MOST_SPLIT = 2;

/** Returns the invocations that share a row of P: as many as leave the fewest idle in whole groups of 32. */
function splitOf(total: number): { split: number; owned: number; group: number } {
  const splits = Array.from({ length: MOST_SPLIT }, (_, i) => {
    const [split, owned] = [i + 1, Math.ceil(total / (i + 1))];
    return { split, owned, group: 32 * Math.ceil((total * split) / 32) };
  });
  return splits.reduce((best, one) => (one.owned * one.group < best.owned * best.group ? one : best));
}

/**
 * Creates recursive least squares, with or without decision feedback. Source: Haykin, Adaptive Filter Theory, 5th edition, section 10.3.
 *
 * @throws RangeError when a size is out of range.
 *
 * @example
 * ```ts
 * import { createRlsEqualizer, decisionTables } from "threeray/adaptive";
 * import { allocate, openGpu, readBack } from "threeray/gpu";
 *
 * // Known BPSK symbols over a channel of one tap, 0.5. RLS learns the gain of 2 that undoes it.
 * const [symbols, guard] = [64, 16];
 * const rows = symbols + 2 * guard;
 * const bits = Uint8Array.from({ length: rows }, (_, i) => ((i * i) % 7) & 1);
 * const decisions = decisionTables("bpsk");
 * const received = Float32Array.from({ length: 2 * rows }, (_, i) => 0.5 * decisions.points[2 * bits[i >> 1] + (i % 2)]);
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const batch = {
 *   packets: 1,
 *   symbols,
 *   guard,
 *   samplesPerSymbol: 1,
 *   received: memory.constant("received", received),
 *   labels: memory.constant("labels", bits),
 *   hasOwnTaps: false,
 *   tapCount: 1,
 *   taps: memory.constant("taps", Float32Array.of(0.5, 0)),
 * } as const;
 * const config = { forwardTaps: 1, training: symbols, forgetting: 1, start: 100 };
 * const equalizer = await createRlsEqualizer(device, batch, decisions, config);
 * const encoder = device.createCommandEncoder();
 * equalizer.encode(encoder);
 * const [taps] = await readBack(device, [equalizer.finalTaps], encoder);
 * console.log(new Float32Array(taps)[0].toFixed(2)); // 2.00
 * equalizer.destroy();
 * memory.release();
 * close();
 * ```
 */
export async function createRlsEqualizer(
  device: GPUDevice,
  batch: ReceivedBatch,
  decisions: DecisionTables,
  config: RlsConfig,
): Promise<RlsEqualizer> {
  const label = "adaptive/rls";
  const { packets, symbols, guard, samplesPerSymbol, received, labels } = batch;
  const { forgetting, start, training, afterTraining = "adapt", update = "hermitian" } = config;
  const forward = checkedInteger(label, "forwardTaps", config.forwardTaps, 1, MOST_RLS_TAPS);
  const feedback = checkedInteger(label, "feedbackTaps", config.feedbackTaps ?? 0, 0, MOST_RLS_TAPS - forward);
  if (!(forgetting > 0 && forgetting <= 1)) {
    throw new RangeError(`${label}: forgetting must be above 0 and at most 1, got ${forgetting}`);
  }
  const total = forward + feedback;
  const { split, owned, group } = splitOf(total);
  const segment = config.segment ?? Math.max(1, Math.floor(MOST_CHANGES / (packets * owned * group)));
  const memory = allocate(device);
  const state = memory.storage("taps", 8 * (total + feedback + 1) * packets);
  const matrices = memory.storage("matrices", 8 * owned * packets * group);
  const estimates = memory.storage("estimates", 8 * symbols * packets);
  const lengths = lengthConstants({ FORWARD: forward, TOTAL: total, SPLIT: split, OWNED: owned });
  const stage = await createStage(device, {
    label,
    wgsl: [rlsKernel, complex, leastSquares, decision, sent, lengths],
    constants: {
      GROUP: group,
      SPS: samplesPerSymbol,
      HOLD: Number(afterTraining === "hold"),
      ONE_SIDED: Number(update === "one-sided"),
      ...decisions.constants,
    },
    resources: {
      received,
      labels,
      points: memory.constant("points", decisions.points),
      state,
      matrices,
      estimates,
      params: { packets, symbols, segment, training, guard, delay: 0, forgetting, start },
    },
    groups: [packets, 1],
    memory,
  });
  return {
    ...stage,
    estimates,
    finalTaps: state,
    ...inSegments(stage, { symbols, segment, state }),
    setDelay: (delay) => stage.set({ delay }),
  };
}
