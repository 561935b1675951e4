import { createEncoder } from "../../codes/factories.ts";
import { owning, owningRehearsed } from "../../gpu/owning.ts";
import { wordsOf } from "../../gpu/rows.ts";
import { readBack } from "../../gpu/readback.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { guardSymbols, type ReceivedBatch } from "../batch.ts";
import { overlapCover, overlapGuard } from "../block/overlap.ts";
import { createCodedLabels } from "../coding/coded-labels.ts";
import { PACKET_COUNTS } from "../counting/errors.ts";
import { decisionTables } from "../decision.ts";
import { ADAPTIVE_EQUALIZERS } from "../equalizers.ts";
import { factorBytes } from "../fixed/packet-taps.ts";
import { MODULATIONS } from "../modulations.ts";
import { metricBytes } from "../sequence/map.ts";
import { pathBytes } from "../sequence/path-memory.ts";
import { survivorBytes } from "../sequence/viterbi.ts";
import { createRandomBits } from "../../random/bits.ts";
import { createRandomLabels } from "../transmission/labels.ts";
import { createRandomTaps } from "../transmission/random-taps.ts";
import { createReceivedSamples } from "../transmission/received.ts";
import {
  type AdaptiveExperiment,
  channelOf,
  type ExperimentChannel,
  feedbackTapsOf,
  packetTapCount,
} from "./experiment.ts";
import { type CodedPacket, codedPacket, bitPlaces } from "./coding.ts";
import { createSentBlocks } from "./sent-blocks.ts";
import { codedBytes, createEqualizerBranch, type EqualizerBranch, type SentCodewords } from "./receivers.ts";

/** The counts of one receiver. */
export interface ReceiverCounts {
  /** u32 [4][packet], in the order of `PACKET_COUNTS`. */
  counts: Uint32Array;
  /** Wrong information bits, u32 [packet][codeword]; undefined without a code. */
  decoded: Uint32Array | undefined;
  /** u32 [bin][packet], in units of 2⁻²⁰; empty without bins. */
  learning: Uint32Array;
  /** u32 [packet]; undefined for equalizers with training. */
  isOpen: Uint32Array | undefined;
  /** Final taps of packet 0 as the bits of complex f32, [N + Nb]; undefined in other batches and where all packets share taps. */
  firstTaps: Uint32Array | undefined;
}

/** Symbols, channel, equalizers and counters of batches of packets. */
export interface AdaptiveChain {
  readonly packets: number;
  readonly batch: ReceivedBatch;
  readonly branches: readonly EqualizerBranch[];
  /** With a code. */
  readonly sent: SentCodewords | undefined;
  /** Symbols, channel and noise. */
  readonly source: readonly Pick<Stage, "encode">[];
  /** The whole block diagram. */
  readonly stages: readonly Pick<Stage, "encode">[];
  /** Takes effect for later submissions. */
  setBatch(batch: { firstPacket: number; snrDb: number }): void;
  run(): Promise<ReceiverCounts[]>;
  destroy(): void;
}

/** Most packets per batch. */
const MOST_PACKETS = 16_384;
/** Largest size of a batch's largest buffer on any device, bytes. */
const MOST_BYTES = 2 ** 29;

/** Returns the guard symbols on each side of a packet that all equalizers of an experiment need. */
function guardOf(config: AdaptiveExperiment, channel: ExperimentChannel): number {
  const { forwardTaps, equalizers, block } = config;
  const overlapping = equalizers.includes("fde-overlap") ? overlapGuard(Number(block)) : 0;
  const hasFeedback = equalizers.some((name) => "feedback" in ADAPTIVE_EQUALIZERS[name]);
  // The first decisions need as many symbols before them.
  const fedBack = hasFeedback ? 4 * Math.ceil(feedbackTapsOf(config, channel) / 4) : 0;
  return Math.max(guardSymbols(forwardTaps, channel.taps.length / 2), overlapping, fedBack);
}

/** Returns the bytes per packet of the overlapping blocks of an experiment. */
function overlapBytes({ symbols, equalizers, block, drop }: AdaptiveExperiment, guard: number): number {
  if (!equalizers.includes("fde-overlap")) return 0;
  const length = Number(block);
  return 8 * length * overlapCover({ symbols, guard }, { length, drop }).blocks;
}

/** Returns the most packets that the device can bind: their samples have the largest buffer. */
export function mostAdaptivePackets(device: GPUDevice, config: AdaptiveExperiment): number {
  const channel = channelOf(config);
  const { taps, samplesPerSymbol, isRandom } = channel;
  const guard = guardOf(config, channel);
  const survivors = config.equalizers.includes("mlse")
    ? survivorBytes(2 ** MODULATIONS[config.modulation], taps.length / 2, config.symbols)
    : 0;
  const paths = config.equalizers.includes("m-algorithm") ? pathBytes(config.keep, config.symbols) : 0;
  const metrics = config.equalizers.includes("map")
    ? metricBytes(2 ** MODULATIONS[config.modulation], taps.length / 2, config.symbols)
    : 0;
  const isSolved = isRandom && config.equalizers.some((name) => ADAPTIVE_EQUALIZERS[name].kind === "fixed");
  const factors = isSolved ? factorBytes(config.forwardTaps, taps.length / 2) : 0;
  const samples = 8 * samplesPerSymbol * (config.symbols + 2 * guard);
  const packet = codedPacket(config);
  const ofCode = packet ? codedBytes(packet, config) : 0;
  const widest = Math.max(samples, ofCode, survivors, metrics, paths, factors, overlapBytes(config, guard));
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const bytes = Math.min(MOST_BYTES, maxStorageBufferBindingSize, maxBufferSize);
  return Math.max(1, Math.min(MOST_PACKETS, Math.floor(bytes / widest)));
}

/**
 * @throws OutOfMemoryError when the device has no memory for this many packets.
 */
export async function createAdaptiveChain(
  device: GPUDevice,
  config: AdaptiveExperiment,
  packets: number,
): Promise<AdaptiveChain> {
  return owningRehearsed(device, async ({ keep, memory }) => {
    const { symbols, modulation, seed, learning: bin } = config;
    const channel = channelOf(config);
    const { samplesPerSymbol, isRandom, turns, isReal } = channel;
    const tapCount = channel.taps.length / 2;
    const guard = guardOf(config, channel);
    const decisions = decisionTables(modulation);
    const sizes = { packets, symbols, guard, samplesPerSymbol };
    const labels = await keep(createRandomLabels(device, { ...sizes, bitsPerSymbol: MODULATIONS[modulation], seed }));
    const packet = codedPacket(config);
    const codewords = packet && (await keep(createCodewords(device, packet, config, { ...sizes, ...labels })));
    const random = isRandom
      ? await keep(createRandomTaps(device, { packets, amplitudes: amplitudesOf(channel.taps), seed }))
      : undefined;
    const taps = random?.taps ?? memory.constant("channel", Float32Array.from(channel.taps));
    const sent = { ...sizes, labels: labels.labels, taps, hasOwnTaps: isRandom, tapCount };
    const received = await keep(
      createReceivedSamples(device, { ...sent, points: decisions.points, turns, isReal, seed }),
    );
    const batch: ReceivedBatch = { ...sent, received: received.received };
    const link = { device, batch, decisions, config, channel };
    const hasBlocks = config.equalizers.some((name) => ADAPTIVE_EQUALIZERS[name].kind === "block");
    const blocks = hasBlocks ? await keep(createSentBlocks(link)) : undefined;
    const context = { ...link, blocks };

    // Together: the device compiles their kernels side by side.
    const branches = await Promise.all(
      config.equalizers.map((name) => keep(createEqualizerBranch(context, name, codewords))),
    );
    const source = [labels, codewords, random, received, blocks].filter((stage) => stage !== undefined);
    const stages = [...source, ...branches.flatMap((branch) => branch.stages)];
    let snrOfTaps: number | undefined;
    let isFirst = true;
    return {
      packets,
      batch,
      branches,
      sent: codewords,
      source,
      stages,
      setBatch({ firstPacket, snrDb }) {
        for (const stage of source) stage.setFirstPacket(firstPacket);
        for (const { equalizer } of branches) equalizer.setFirstPacket?.(firstPacket);
        received.setNoiseVariance(10 ** (-snrDb / 10));
        blocks?.setSnr(snrDb);
        if (snrDb !== snrOfTaps) for (const branch of branches) branch.setSnr(snrDb);
        snrOfTaps = snrDb;
        isFirst = firstPacket === 0;
      },
      async run() {
        const recorder = device.createCommandEncoder({ label: "adaptive chain" });
        for (const stage of stages) stage.encode(recorder);
        const bins = bin > 0 ? Math.ceil(symbols / bin) : 0;
        // The next batch may begin before this one is read.
        const tapCounts = branches.map(({ equalizer: { finalTaps } }, b) =>
          isFirst && finalTaps ? packetTapCount(config.equalizers[b], config, channel) : 0,
        );
        const sources = branches.flatMap(({ equalizer, outputs }, b) =>
          outputs.flatMap(({ counter, decoded }) => [
            { buffer: counter.counts, size: 4 * PACKET_COUNTS.length * packets },
            ...(decoded && codewords ? [{ buffer: decoded.errors, size: 4 * codewords.codewords * packets }] : []),
            ...(counter.learning ? [{ buffer: counter.learning, size: 4 * bins * packets }] : []),
            ...(equalizer.isOpen ? [{ buffer: equalizer.isOpen, size: 4 * packets }] : []),
            ...Array.from({ length: tapCounts[b] }, (_, tap) => ({
              buffer: equalizer.finalTaps as GPUBuffer,
              offset: 8 * tap * packets,
              size: 8,
            })),
          ]),
        );
        const read = (await readBack(device, sources, recorder)).map((bytes) => new Uint32Array(bytes));
        const next = () => read.shift() as Uint32Array;
        return branches.flatMap(({ equalizer, outputs }, b) =>
          outputs.map(({ counter, decoded }) => {
            const counts = next();
            const wrong = decoded ? next() : undefined;
            const learning = counter.learning ? next() : new Uint32Array(0);
            const isOpen = equalizer.isOpen ? next() : undefined;
            const words = Array.from({ length: tapCounts[b] }, next);
            const firstTaps = words.length > 0 ? Uint32Array.from(words.flatMap((word) => [...word])) : undefined;
            return { counts, decoded: wrong, learning, isOpen, firstTaps };
          }),
        );
      },
    };
  });
}

/** Creates the codewords of a batch, in its labels. */
function createCodewords(
  device: GPUDevice,
  packet: CodedPacket,
  config: AdaptiveExperiment,
  labels: Pick<ReceivedBatch, "packets" | "symbols" | "guard" | "labels">,
) {
  return owning(device, async ({ keep }) => {
    const { code, codewords, information } = packet;
    const frames = codewords * labels.packets;
    const source = await keep(createRandomBits(device, { length: information / codewords, frames, seed: config.seed }));
    const encoder = await keep(createEncoder(device, { code, frames, bits: source.bits }));
    const places = bitPlaces(packet, config);
    const words = codewords * wordsOf(code.length);
    const sizes = { training: config.training, bitsPerSymbol: MODULATIONS[config.modulation] };
    const mapping = await keep(
      createCodedLabels(device, { ...labels, ...sizes, code: encoder.code, words, bitAt: places.packedAt }),
    );
    const sent: SentCodewords = { ...packet, places, bits: source.bits, words: encoder.code };
    return {
      ...sent,
      ...sequence("adaptive/codewords", [source, encoder, mapping]),
      setFirstPacket: (firstPacket: number) => source.setFirstFrame(codewords * firstPacket),
    };
  });
}

const amplitudesOf = (taps: Float64Array) => Float32Array.from({ length: taps.length / 2 }, (_, l) => taps[2 * l]);
