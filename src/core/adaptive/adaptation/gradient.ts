import complex from "#shaders/lib/complex.wgsl?raw";
import decision from "#shaders/adaptive/lib/decision.wgsl?raw";
import gradientKernel from "#shaders/adaptive/adaptation/gradient.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { inSegments } from "../../gpu/segments.ts";

export const GRADIENT_RULES = ["lms", "nlms", "cma", "mma"] as const;
/** How taps follow the error: least mean squares, the same with a normalized step, constant modulus, or the modulus of each axis. */
export type GradientRule = (typeof GRADIENT_RULES)[number];

/** Sizes and rules of an equalizer that follows a gradient. */
export interface GradientConfig {
  rule: GradientRule;
  /** N, 1 to 256. */
  forwardTaps: number;
  /** Nb, taps on past decisions. Default 0. */
  feedbackTaps?: number;
  /** δ in samples, 0 to N − 1 + the channel's memory. */
  delay: number;
  /** T: symbols with known values. The blind rules use none. */
  training: number;
  /** Whether taps follow decisions after the training. Default "adapt". */
  afterTraining?: "adapt" | "hold";
  /** Number of the tap that starts as 1; the others start as 0. Default: none. */
  start?: number;
  /** Symbol from which the blind rules follow decisions. Default: never. */
  switching?: number;
  /** Symbols per dispatch, a multiple of 16. It changes no result. Default 4096. */
  segment?: number;
}

export interface GradientEqualizer extends Plan, Required<EqualizedBatch> {
  /** Sets μ. Default 0.01. */
  setStep(step: number): void;
  /** Sets δ in samples. */
  setDelay(delay: number): void;
}

/** Invocations of a workgroup, and taps of an invocation where they suffice. */
const [GROUP, OWNED] = [32, 16];
/** Least invocations of a packet: samples of few packets fit into the memory of a workgroup. */
const LEAST_LANES = 4;
/** Symbols whose samples are fetched together: the kernel's BLOCK. */
const BLOCK = 16;
/** E|a|⁴/E|a|² of the constellation for CMA, and E[Re a]⁴/E[Re a]² for MMA. */
export function modulusOf(points: ArrayLike<number>, rule: "cma" | "mma"): number {
  let [fourth, second] = [0, 0];
  for (let i = 0; i < points.length; i += 2) {
    const energy = points[i] ** 2 + (rule === "cma" ? points[i + 1] ** 2 : 0);
    fourth += energy ** 2;
    second += energy;
  }
  return fourth / second;
}

/**
 * Creates LMS, NLMS, CMA or MMA, with or without decision feedback.
 *
 * @throws RangeError when a size is out of range.
 *
 * @example
 * ```ts
 * import { createGradientEqualizer, decisionTables } from "threeray/adaptive";
 * import { allocate, openGpu, readBack } from "threeray/gpu";
 *
 * // Known BPSK symbols over a channel of one tap, 0.5. LMS learns the gain of 2 that undoes it.
 * const [symbols, guard] = [512, 16];
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
 * const config = { rule: "lms", forwardTaps: 1, delay: 0, training: symbols } as const;
 * const equalizer = await createGradientEqualizer(device, batch, decisions, config);
 * equalizer.setStep(0.1);
 * const encoder = device.createCommandEncoder();
 * equalizer.encode(encoder);
 * const [taps] = await readBack(device, [equalizer.finalTaps], encoder);
 * console.log(new Float32Array(taps)[0].toFixed(2)); // 2.00
 * equalizer.destroy();
 * memory.release();
 * close();
 * ```
 */
export async function createGradientEqualizer(
  device: GPUDevice,
  batch: ReceivedBatch,
  decisions: DecisionTables,
  config: GradientConfig,
): Promise<GradientEqualizer> {
  const label = "adaptive/gradient";
  const { packets, symbols, guard, samplesPerSymbol, received, labels } = batch;
  const { rule, start, afterTraining = "adapt", switching, segment = 4096 } = config;
  const forward = checkedInteger(label, "forwardTaps", config.forwardTaps, 1, 256);
  const feedback = checkedInteger(label, "feedbackTaps", config.feedbackTaps ?? 0, 0, 256);
  checkedCount(label, "packets", packets);
  const isBlind = rule === "cma" || rule === "mma";
  const memory = allocate(device);
  const rows = forward + 2 * feedback + 1;
  const state = memory.storage("taps", 8 * rows * packets);
  const estimates = memory.storage("estimates", 8 * symbols * packets);
  const lanes = Math.max(LEAST_LANES, Math.min(GROUP, 2 ** Math.ceil(Math.log2((forward + feedback) / OWNED))));
  const lengths = {
    SPS: samplesPerSymbol,
    FORWARD: forward,
    FEEDBACK: feedback,
    LANES: lanes,
    PACKETS: GROUP / lanes,
    RING: 2 ** Math.ceil(Math.log2(forward + 2 * BLOCK * samplesPerSymbol)),
  };
  const stage = await createStage(device, {
    label: `${label} ${rule}`,
    wgsl: [gradientKernel, complex, decision, sent, lengthConstants(lengths)],
    constants: {
      RULE: GRADIENT_RULES.indexOf(rule),
      START: start ?? forward,
      SEGMENT: segment,
      HOLD: Number(afterTraining === "hold"),
      ...decisions.constants,
    },
    resources: {
      received,
      labels,
      points: memory.constant("points", decisions.points),
      state,
      estimates,
      params: {
        packets,
        symbols,
        training: isBlind ? 0 : config.training,
        switching: isBlind ? (switching ?? 0xffffffff) : 0,
        guard,
        delay: config.delay,
        step: 0.01,
        modulus: isBlind ? modulusOf(decisions.points, rule) : 0,
      },
    },
    groups: [Math.ceil((packets * lanes) / GROUP), 1],
    memory,
  });
  return {
    ...stage,
    estimates,
    finalTaps: state,
    ...inSegments(stage, { symbols, segment, state }),
    setStep: (step) => stage.set({ step }),
    setDelay: (delay) => stage.set({ delay }),
  };
}
