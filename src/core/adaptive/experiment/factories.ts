import type { Plan } from "../../gpu/timing.ts";
import { owning } from "../../gpu/owning.ts";
import { createGradientEqualizer, type GradientRule } from "../adaptation/gradient.ts";
import { createRlsEqualizer } from "../adaptation/rls.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import { createAlignment } from "../counting/alignment.ts";
import type { DecisionTables } from "../decision.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS } from "../equalizers.ts";
import { createDecisionFeedback } from "../fixed/decision-feedback.ts";
import { createLinearEqualizer } from "../fixed/linear.ts";
import { createViterbiEqualizer } from "../sequence/viterbi.ts";
import { type AdaptiveExperiment, type ExperimentChannel, feedbackTapsOf } from "./experiment.ts";
import { equalizerDelay, type FixedName, knownTaps } from "./known-taps.ts";

/** What the equalizers of an experiment are made of. */
export interface EqualizerContext {
  device: GPUDevice;
  batch: ReceivedBatch;
  decisions: DecisionTables;
  config: AdaptiveExperiment;
  channel: ExperimentChannel;
}

/** An equalizer of a batch. */
export interface EqualizerStage extends Pick<Plan, "label" | "encode" | "destroy">, EqualizedBatch {
  /** f32 [1] or [packet]: estimates are divided by it before decisions. */
  scales?: GPUBuffer;
  /** i32 [packet][2], of blind equalizers. */
  alignment?: GPUBuffer;
  /** u32 [packet], of blind equalizers. */
  isOpen?: GPUBuffer;
  /** Sets what depends on γ, for later submissions. */
  setSnr(snrDb: number): void;
}

type Factory = (context: EqualizerContext) => Promise<EqualizerStage>;

/** Taps from the known channel. */
const fixed =
  (name: FixedName): Factory =>
  ({ device, batch, decisions, config, channel }) =>
    owning(device, async ({ keep, memory }) => {
      const hasFeedback = "feedback" in ADAPTIVE_EQUALIZERS[name];
      const feedbackTaps = hasFeedback ? feedbackTapsOf(config, channel) : 0;
      const { forwardTaps } = config;
      const taps = memory.storage("equalizer taps", 8 * (forwardTaps + feedbackTaps));
      const scales = memory.storage("scale", 4);
      let delay = 0;
      const sizes = { forwardTaps, feedbackTaps, hasOwnTaps: false, taps, delay };
      const plan = await keep(
        name === "dfe"
          ? createDecisionFeedback(device, batch, decisions, { ...sizes, scales })
          : createLinearEqualizer(device, batch, decisions.points, sizes),
      );
      return {
        label: name,
        estimates: plan.estimates,
        scales,
        encode: plan.encode,
        setSnr(snrDb: number) {
          const solved = knownTaps(name, config, channel, snrDb);
          delay = solved.delay;
          plan.setDelay(delay);
          device.queue.writeBuffer(taps, 0, Float32Array.from([...solved.forward, ...solved.feedback]));
          // The MMSE estimate is too small by 1 − J; zero forcing is not.
          device.queue.writeBuffer(scales, 0, Float32Array.of(name === "zf" ? 1 : 1 - solved.mse));
        },
      };
    });

const gradient =
  (rule: GradientRule, hasFeedback = false): Factory =>
  ({ device, batch, decisions, config, channel }) =>
    owning(device, async ({ keep }) => {
      const { forwardTaps, training, afterTraining } = config;
      const isBlind = rule === "cma" || rule === "mma";
      const plan = await keep(
        createGradientEqualizer(device, batch, decisions, {
          rule,
          forwardTaps,
          feedbackTaps: hasFeedback ? feedbackTapsOf(config, channel) : 0,
          delay: 0,
          training,
          afterTraining,
          start: isBlind ? startOf(config) : undefined,
          switching: config.switch || undefined,
        }),
      );
      plan.setStep(config.step);
      const { taps, hasOwnTaps, tapCount, packets, samplesPerSymbol } = batch;
      const alignment = isBlind
        ? await keep(
            createAlignment(device, {
              packets,
              samplesPerSymbol,
              taps,
              hasOwnTaps,
              tapCount,
              finalTaps: plan.finalTaps,
              forwardTaps,
              delay: startOf(config),
              turns: decisions.turns,
            }),
          )
        : undefined;
      return {
        label: rule,
        estimates: plan.estimates,
        finalTaps: plan.finalTaps,
        alignment: alignment?.alignment,
        isOpen: alignment?.isOpen,
        encode(encoder: GPUCommandEncoder) {
          plan.encode(encoder);
          alignment?.encode(encoder);
        },
        // A blind equalizer starts with the samples around its first tap.
        setSnr: (snrDb: number) =>
          plan.setDelay(isBlind ? startOf(config) : equalizerDelay(config, channel, snrDb, hasFeedback)),
      };
    });

const rls =
  (hasFeedback = false): Factory =>
  async ({ device, batch, decisions, config, channel }) => {
    const { forwardTaps, forgetting, rlsStart, rlsUpdate, training, afterTraining } = config;
    const feedbackTaps = hasFeedback ? feedbackTapsOf(config, channel) : 0;
    const plan = await createRlsEqualizer(device, batch, decisions, {
      forwardTaps,
      feedbackTaps,
      forgetting,
      start: rlsStart,
      training,
      afterTraining,
      update: rlsUpdate,
    });
    return { ...plan, setSnr: (snrDb) => plan.setDelay(equalizerDelay(config, channel, snrDb, hasFeedback)) };
  };

const startOf = ({ start, forwardTaps }: AdaptiveExperiment) =>
  start === "middle" ? Math.floor(forwardTaps / 2) : Number(start);

const mlse: Factory = async ({ device, batch, decisions, config }) => {
  const plan = await createViterbiEqualizer(device, batch, decisions, config);
  return { ...plan, setSnr: () => {} };
};

/** The equalizers that the lab computes. */
export const FACTORIES: Readonly<Record<AdaptiveEqualizerName, Factory>> = {
  mmse: fixed("mmse"),
  zf: fixed("zf"),
  dfe: fixed("dfe"),
  "dfe-genie": fixed("dfe-genie"),
  lms: gradient("lms"),
  nlms: gradient("nlms"),
  rls: rls(),
  "dfe-lms": gradient("lms", true),
  "dfe-rls": rls(true),
  cma: gradient("cma"),
  mma: gradient("mma"),
  mlse,
};
