import complex from "#shaders/lib/complex.wgsl?raw";
import decision from "#shaders/adaptive/lib/decision.wgsl?raw";
import feedbackKernel from "#shaders/adaptive/fixed/decision-feedback.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { inSegments } from "../../gpu/segments.ts";
import type { FixedTaps } from "./linear.ts";

export interface DecisionFeedback extends Plan, EqualizedBatch {
  /** Sets δ in samples. */
  setDelay(delay: number): void;
}

const GROUP = 32;
/** Symbols per dispatch, so that none takes long. */
const SEGMENT = 4096;

/**
 * Creates a decision-feedback equalizer with given taps.
 *
 * @param scales f32 [packet] or [1], as many as taps: estimates are divided by it before decisions.
 * @throws RangeError when a size is out of range.
 */
export async function createDecisionFeedback(
  device: GPUDevice,
  batch: ReceivedBatch,
  decisions: DecisionTables,
  { forwardTaps, feedbackTaps = 1, delay, taps, hasOwnTaps, scales }: FixedTaps & { scales: GPUBuffer },
): Promise<DecisionFeedback> {
  const label = "adaptive/decision-feedback";
  const { packets, symbols, guard, samplesPerSymbol, received, labels } = batch;
  const feedback = checkedInteger(label, "feedbackTaps", feedbackTaps, 1, 256);
  const memory = allocate(device);
  const estimates = memory.storage("estimates", 8 * symbols * packets);
  const progress = memory.storage("symbols done", 4 * packets);
  const stage = await createStage(device, {
    label,
    wgsl: [feedbackKernel, complex, decision, sent, lengthConstants({ FEEDBACK: feedback })],
    constants: {
      GROUP,
      SPS: samplesPerSymbol,
      FORWARD: checkedInteger(label, "forwardTaps", forwardTaps, 1, 256),
      OWN: Number(hasOwnTaps),
      SEGMENT,
      ...decisions.constants,
    },
    resources: {
      received,
      labels,
      points: memory.constant("points", decisions.points),
      taps,
      scales,
      progress,
      estimates,
      params: { packets, symbols, guard, delay },
    },
    groups: [Math.ceil(packets / GROUP), 1],
    memory,
  });
  return {
    ...stage,
    estimates,
    setDelay: (next) => stage.set({ delay: next }),
    ...inSegments(stage, { symbols, segment: SEGMENT, state: progress }),
  };
}
