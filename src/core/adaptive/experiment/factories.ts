import type { Plan } from "../../gpu/timing.ts";
import { owning } from "../../gpu/owning.ts";
import { createGradientEqualizer, type GradientRule } from "../adaptation/gradient.ts";
import { createRlsEqualizer } from "../adaptation/rls.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import { createCyclicEqualizer, type CyclicEqualizerConfig } from "../block/cyclic.ts";
import { createLoadedOfdm } from "../block/loaded.ts";
import { createOverlapEqualizer } from "../block/overlap.ts";
import { createAlignment } from "../counting/alignment.ts";
import type { EqualizerErrors, EqualizerErrorsConfig } from "../counting/errors.ts";
import type { ErrorKnowledge } from "../coding/soft-bits.ts";
import type { DecisionTables } from "../decision.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS } from "../equalizers.ts";
import { createDecisionFeedback } from "../fixed/decision-feedback.ts";
import { createLinearEqualizer, type FixedTaps } from "../fixed/linear.ts";
import { createPacketTaps } from "../fixed/packet-taps.ts";
import { createMAlgorithm } from "../sequence/m-algorithm.ts";
import { createMapEqualizer } from "../sequence/map.ts";
import { MODULATIONS } from "../modulations.ts";
import { createViterbiEqualizer } from "../sequence/viterbi.ts";
import { type AdaptiveExperiment, type ExperimentChannel, feedbackTapsOf } from "./experiment.ts";
import type { SentBlocks } from "./sent-blocks.ts";
import { equalizerDelay, type FixedName, knownTaps, startOf } from "./known-taps.ts";

/** What the equalizers of an experiment are made of. */
export interface EqualizerContext {
  device: GPUDevice;
  batch: ReceivedBatch;
  decisions: DecisionTables;
  config: AdaptiveExperiment;
  channel: ExperimentChannel;
  /** Of block equalizers. */
  blocks?: SentBlocks;
  /** What a decoder knows of the bits, f32 [K·m][packet], for an equalizer that takes it. */
  priors?: GPUBuffer;
}

/** An equalizer of a batch. */
export interface EqualizerStage extends Pick<Plan, "label" | "encode" | "destroy">, EqualizedBatch {
  /** f32 [1] or [packet]: estimates are divided by it before decisions. */
  scales?: GPUBuffer;
  /** True: a scale per packet. */
  hasOwnScales?: boolean;
  /** i32 [packet][2], of blind equalizers. */
  alignment?: GPUBuffer;
  /** u32 [packet], of blind equalizers. */
  isOpen?: GPUBuffer;
  /** LLRs of the bits beyond their priors, f32 [K·m][packet], of those that compute them. */
  extrinsic?: GPUBuffer;
  /** What is known of the errors of its estimates, of those that give no LLRs but can have soft decisions. */
  knowledge?: ErrorKnowledge;
  /** Sets what depends on γ, for later submissions. */
  setSnr(snrDb: number): void;
  /** Sets the number of the batch's first packet, of equalizers that send their own symbols. */
  setFirstPacket?(firstPacket: number): void;
  /** Creates a counter of its own errors, where symbols have different numbers of bits. */
  createCounter?(config: Pick<EqualizerErrorsConfig, "training" | "bin">): Promise<EqualizerErrors>;
}

type Factory = (context: EqualizerContext) => Promise<EqualizerStage>;

/** An equalizer with given taps. "dfe" is fed with decisions; without feedback taps it is linear. */
const withTaps = (
  name: FixedName,
  { device, batch, decisions }: EqualizerContext,
  sizes: FixedTaps & { scales: GPUBuffer },
) =>
  name === "dfe" && sizes.feedbackTaps !== 0
    ? createDecisionFeedback(device, batch, decisions, sizes)
    : createLinearEqualizer(device, batch, decisions.points, sizes);

const feedbackOf = (name: FixedName, { config, channel }: EqualizerContext) =>
  "feedback" in ADAPTIVE_EQUALIZERS[name] ? feedbackTapsOf(config, channel) : 0;

/** MMSE's scale tells the variance of its errors. */
const knowledgeOf = (name: FixedName): ErrorKnowledge => ({ from: name === "zf" ? "decisions" : "scale" });

/** Taps from the known channel. */
const fixed =
  (name: FixedName): Factory =>
  (context) =>
    (context.channel.isRandom ? ofPackets : ofChannel)(name, context);

/** All packets have the same channel. */
const ofChannel = (name: FixedName, context: EqualizerContext): Promise<EqualizerStage> =>
  owning(context.device, async ({ keep, memory }) => {
    const { device, config, channel } = context;
    const { forwardTaps } = config;
    const feedbackTaps = feedbackOf(name, context);
    const taps = memory.storage("equalizer taps", 8 * (forwardTaps + feedbackTaps));
    const scales = memory.storage("scale", 4);
    const plan = await keep(
      withTaps(name, context, { forwardTaps, feedbackTaps, hasOwnTaps: false, taps, scales, delay: 0 }),
    );
    return {
      label: name,
      estimates: plan.estimates,
      scales,
      knowledge: knowledgeOf(name),
      encode: plan.encode,
      setSnr(snrDb: number) {
        const solved = knownTaps(name, config, channel, snrDb);
        plan.setDelay(solved.delay);
        device.queue.writeBuffer(taps, 0, Float32Array.from([...solved.forward, ...solved.feedback]));
        // The MMSE estimate is too small by 1 − J; zero forcing is not.
        device.queue.writeBuffer(scales, 0, Float32Array.of(name === "zf" ? 1 : 1 - solved.mse));
      },
    };
  });

/** Each packet has its channel. */
const ofPackets = (name: FixedName, context: EqualizerContext): Promise<EqualizerStage> =>
  owning(context.device, async ({ keep }) => {
    const { device, batch, config, channel } = context;
    const feedbackTaps = feedbackOf(name, context);
    // The delay of random channels does not depend on the SNR.
    const delay = equalizerDelay(config, channel, 0, feedbackTaps > 0);
    const sizes = { forwardTaps: config.forwardTaps, feedbackTaps, delay };
    const criterion = name === "zf" ? "zf" : "mmse";
    const solution = await keep(createPacketTaps(device, batch, { ...sizes, criterion }));
    const { taps, scales } = solution;
    const plan = await keep(withTaps(name, context, { ...sizes, hasOwnTaps: true, taps, scales }));
    return {
      label: name,
      estimates: plan.estimates,
      scales,
      hasOwnScales: true,
      knowledge: knowledgeOf(name),
      finalTaps: taps,
      encode(encoder: GPUCommandEncoder) {
        solution.encode(encoder);
        plan.encode(encoder);
      },
      setSnr: (snrDb: number) => solution.setNoiseVariance(10 ** (-snrDb / 10)),
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
        knowledge: { from: "decisions" },
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
    return {
      ...plan,
      knowledge: { from: "decisions" },
      setSnr: (snrDb) => plan.setDelay(equalizerDelay(config, channel, snrDb, hasFeedback)),
    };
  };

const mlse: Factory = async ({ device, batch, decisions, config }) => {
  const plan = await createViterbiEqualizer(device, batch, decisions, config);
  return { ...plan, setSnr: () => {} };
};

const mAlgorithm: Factory = async ({ device, batch, decisions, config }) => {
  const plan = await createMAlgorithm(device, batch, decisions, config);
  return { ...plan, setSnr: () => {} };
};
/** Mean Σ|h|². */
const powerOf = ({ taps }: ExperimentChannel) => taps.reduce((sum, part) => sum + part * part, 0);

/** What block equalizers have in common. */
const blocksOf = ({ config: { block, seed }, channel, blocks }: EqualizerContext) => {
  if (!blocks) throw new Error("adaptive: block equalizers need the blocks of the batch");
  return { length: Number(block), isReal: channel.isReal, power: powerOf(channel), seed, blocks };
};

const withSnr = <P extends { setNoiseVariance(noiseVariance: number): void }>(plan: P) => ({
  ...plan,
  setSnr: (snrDb: number) => plan.setNoiseVariance(10 ** (-snrDb / 10)),
});

const cyclic =
  (kind: Pick<CyclicEqualizerConfig, "isMulticarrier" | "criterion">): Factory =>
  async (context) => {
    const { device, batch } = context;
    const { length, power, blocks } = blocksOf(context);
    const { response } = blocks.response;
    const spectra = blocks.spectra(kind.isMulticarrier);
    const plan = await createCyclicEqualizer(device, batch, { ...kind, length, power, response, spectra });
    const knowledge: ErrorKnowledge = kind.isMulticarrier
      ? { from: "carriers", response, length }
      : { from: kind.criterion === "mmse" ? "scale" : "decisions" };
    return { ...withSnr(plan), knowledge };
  };

const map: Factory = async ({ device, batch, decisions, channel, priors }) => {
  return withSnr(await createMapEqualizer(device, batch, decisions, { isReal: channel.isReal, priors }));
};

const overlap: Factory = async (context) => {
  const { device, batch, config } = context;
  const { length, power, blocks } = blocksOf(context);
  const { response } = blocks.response;
  const plan = await createOverlapEqualizer(device, batch, { length, power, response, drop: config.drop });
  return { ...withSnr(plan), knowledge: { from: "scale" } };
};

const loaded: Factory = async (context) => {
  const { device, batch, config } = context;
  const bitsPerSymbol = MODULATIONS[config.modulation];
  const { blocks, ...sizes } = blocksOf(context);
  return withSnr(await createLoadedOfdm(device, batch, { ...sizes, response: blocks.response, bitsPerSymbol }));
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
  "m-algorithm": mAlgorithm,
  map,
  fde: cyclic({ isMulticarrier: false, criterion: "mmse" }),
  "fde-zf": cyclic({ isMulticarrier: false, criterion: "zf" }),
  "fde-overlap": overlap,
  ofdm: cyclic({ isMulticarrier: true, criterion: "zf" }),
  "ofdm-loaded": loaded,
};
