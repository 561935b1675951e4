import { createFrameErrors } from "../../detection/frame-errors.ts";
import { createHardDecisions } from "../../detection/hard-decisions.ts";
import { readBack } from "../../gpu/readback.ts";
import { type Owner, owningRehearsed } from "../../gpu/owning.ts";
import { allocate } from "../../gpu/pool.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { createInterleavedBits } from "../../codes/interleaving/bits.ts";
import { createDeinterleavedLlrs } from "../../codes/interleaving/llrs.ts";
import { createInterleavedPriors } from "../../codes/interleaving/priors.ts";
import type { Decoder } from "../../codes/code.ts";
import { createCrcChecking } from "../../codes/crc/checking.ts";
import { crcCheck } from "../../codes/crc/crc.ts";
import { createDecoder, createEncoder, widestBuffer } from "../../codes/factories.ts";
import { createChannelUse } from "../channel-use.ts";
import type { Detector } from "../detector.ts";
import { createEnding, type Ended } from "../ending.ts";
import { createDetector } from "../factories.ts";
import type { DetectorName } from "../registry.ts";
import { createQr } from "../qr.ts";
import { createRandomBits } from "../../random/bits.ts";
import {
  decodingOf,
  frameOf,
  type MimoExperiment,
  mimoNoiseVariance,
  outersOf,
  receiversOf,
  sizesOf,
} from "./experiment.ts";
import { type FrameOrder, frameOrder } from "./interleaver.ts";

/** Counts of one receiver for the codewords of a page. */
export interface MimoCount {
  /** Wrong information bits of each codeword, after the decoder. */
  errors: Uint32Array;
  /** Wrong coded bits of each codeword by the signs of the detector's LLRs. */
  uncodedErrors: Uint32Array;
  /** Iterations of the decoder for each codeword, in this outer iteration: 0 after an early stop; absent without a code. */
  iterations?: Uint32Array;
}

/** Bits, encoder, interleaver, channel uses, detectors, decoders and counters for pages of a fixed number of frames. */
export interface MimoChain {
  readonly frames: number;
  /** Channel uses per page. */
  readonly uses: number;
  /** Transmitted bits, u32 [frame][⌈E/32⌉]. */
  readonly sent: GPUBuffer;
  /** H, vec2f [use][N][M], and y, vec2f [use][N]. */
  readonly channel: GPUBuffer;
  readonly received: GPUBuffer;
  readonly detectors: readonly Detector[];
  /** LLRs of the coded bits after each detector's last run, f32 [codeword][n]. */
  readonly llrs: readonly GPUBuffer[];
  /** Information bits, u32 [codeword][⌈K/32⌉]. */
  readonly bits: GPUBuffer;
  /** The whole block diagram: from the bits to the channel, and then one branch per detector. */
  readonly stages: readonly Stage[];
  readonly link: readonly Stage[];
  readonly branches: readonly MimoBranch[];
  /** Takes effect for later submissions. */
  setPage(page: { firstFrame: number; snrDb: number }): void;
  /** Runs the page and returns one count per receiver: each detector after each of its outer iterations. */
  run(): Promise<MimoCount[]>;
  destroy(): void;
}

/** Most frames per page. */
const MOST_PAGE = 16_384;
/** Largest size of a page's largest buffer on any device, bytes. */
const MOST_BYTES = 2 ** 29;

/** Most frames that the device can bind: channels, LLRs, and messages of decoders have the largest buffers. */
export function mostFrames(device: GPUDevice, config: MimoExperiment): number {
  const { code, codewords, coded, uses, sent } = frameOf(config);
  const { antennas, receiveAntennas } = sizesOf(config);
  const iterative = receiversOf(config).some(({ outer }) => outer > 1);
  const decoder = code && iterative ? codewords * widestBuffer(code) : 0;
  const widest = Math.max(4 * codewords * coded, 4 * sent, 8 * uses * antennas * receiveAntennas, decoder);
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits;
  const bytes = Math.min(MOST_BYTES, maxStorageBufferBindingSize, maxBufferSize);
  return Math.max(1, Math.min(MOST_PAGE, Math.floor(bytes / widest)));
}

/** A detector with the blocks around it. */
export interface MimoBranch {
  detector: Detector;
  /** LLRs of the codewords' bits after the detector, f32 [codeword][n]. */
  llr: GPUBuffer;
  /** The decoder of these LLRs; absent without a code. */
  decoder?: Decoder;
  /** The decoder's LLRs for the next detection, f32 [use][M·B]; absent with one outer iteration. */
  prior?: GPUBuffer;
  /** The stages of each outer iteration. */
  passes: readonly (readonly Stage[])[];
  /** Counts, u32 [outer iteration][kind][codeword]: wrong coded bits, and with a code wrong information bits and iterations. */
  counts: GPUBuffer;
}

/**
 * @param names Detectors instead of the experiment's own.
 * @throws OutOfMemoryError when the device has no memory for this many frames.
 */
export async function createMimoChain(
  device: GPUDevice,
  experiment: MimoExperiment,
  frames: number,
  names: readonly DetectorName[] = experiment.detectors,
): Promise<MimoChain> {
  const config = { ...experiment, detectors: [...names] };
  return owningRehearsed(device, async (owner): Promise<MimoChain> => {
    const { keep, destroy } = owner;
    const { seed, correlation, crc } = config;
    const { antennas, receiveAntennas, bitsPerSymbol } = sizesOf(config);
    const { code, codewords: perFrame, information, uses: usesPerFrame } = frameOf(config);
    const [uses, codewords] = [frames * usesPerFrame, frames * perFrame];
    const check = code && crc !== "none" ? crcCheck(information, crc) : undefined;
    const source = await keep(createRandomBits(device, { length: information, frames: codewords, seed, check }));
    const encoder = code && (await keep(createEncoder(device, { code, frames: codewords, bits: source.bits })));
    const codeword = encoder?.code ?? source.bits;
    const order = frameOrder(config);
    const usesPerChannel = config.channel === "block-rayleigh" ? usesPerFrame : 1;
    const interleaved = await keep(createInterleavedBits(device, { ...order.bits, frames, bits: codeword }));
    const use = await keep(
      createChannelUse(device, {
        antennas,
        receiveAntennas,
        bitsPerSymbol,
        frames,
        usesPerFrame,
        sent: interleaved.output,
        fading: config.channel === "white" ? "identity" : "rayleigh",
        coherence: usesPerChannel,
        correlation,
        powerControl: config.powerControl === "on",
        seed,
      }),
    );
    const { channel, received } = use;
    // All detectors, and all runs of one, share the reduction to as many equations as streams.
    const reduced =
      receiveAntennas > antennas
        ? await keep(createQr(device, { antennas, receiveAntennas, uses, usesPerChannel, channel, received }))
        : undefined;
    const input = { channel: reduced?.factor ?? channel, received: reduced?.rotated ?? received, usesPerChannel };
    const branches: MimoBranch[] = [];
    for (const name of names) {
      branches.push(
        await createBranch(device, owner, { config, frames, name, order, ...input, bits: source.bits, codeword }),
      );
    }
    const link = [source, encoder, interleaved, use, reduced].filter((stage) => stage !== undefined);
    const stages = [...link, ...branches.flatMap(({ passes }) => passes.flat())];
    const outers = names.map((name) => outersOf(config, name));
    const kinds = code ? 3 : 1;
    return {
      frames,
      uses,
      sent: interleaved.output,
      channel,
      received,
      detectors: branches.map(({ detector }) => detector),
      llrs: branches.map(({ llr }) => llr),
      bits: source.bits,
      stages,
      link,
      branches,
      setPage({ firstFrame, snrDb }) {
        const noiseVariance = mimoNoiseVariance(config, snrDb);
        source.setFirstFrame(firstFrame * perFrame);
        use.setFirstFrame(firstFrame);
        use.setNoiseVariance(noiseVariance);
        for (const { detector } of branches) detector.setNoiseVariance(noiseVariance);
      },
      async run() {
        const recorder = device.createCommandEncoder({ label: "MIMO chain" });
        for (const stage of stages) stage.encode(recorder);
        const slices = branches.map(({ counts: buffer }, b) => ({
          buffer,
          size: 4 * codewords * kinds * outers[b].length,
        }));
        const read = await readBack(device, slices, recorder);
        return read.flatMap((bytes, b) =>
          outers[b].map((_, o): MimoCount => {
            const [uncodedErrors, errors = uncodedErrors, iterations] = Array.from(
              { length: kinds },
              (_, kind) => new Uint32Array(bytes, 4 * codewords * (o * kinds + kind), codewords),
            );
            return { errors, uncodedErrors, iterations };
          }),
        );
      },
      destroy,
    };
  });
}

interface BranchConfig {
  config: MimoExperiment;
  frames: number;
  name: DetectorName;
  order: FrameOrder;
  /** H and y, or R and Qᴴy. */
  channel: GPUBuffer;
  received: GPUBuffer;
  usesPerChannel: number;
  /** Information bits, and codewords, [codeword]. */
  bits: GPUBuffer;
  codeword: GPUBuffer;
}

/**
 * Creates a receiver: detector, deinterleaver and decoder, and from the decoder back to the detector, once for each outer
 * iteration. Its buffers serve all outer iterations; only the counts grow with them.
 */
async function createBranch(device: GPUDevice, owner: Owner, given: BranchConfig): Promise<MimoBranch> {
  const { keep } = owner;
  const { config, frames, name, order, channel, received, usesPerChannel, bits } = given;
  const { code, codewords: perFrame, information, coded, uses: usesPerFrame, sent } = frameOf(config);
  const { receiveAntennas: _, ...sizes } = sizesOf(config);
  const codewords = frames * perFrame;
  const outers = outersOf(config, name);
  const last = outers[outers.length - 1];
  const iterative = last > 1;
  const memory = await keep(allocation(device));
  const uses = frames * usesPerFrame;
  const prior = iterative ? memory.storage("priors", 4 * frames * sent) : undefined;
  const ending: Ended | undefined =
    iterative && config.stop !== "none"
      ? { ended: memory.storage("ended frames", 4 * frames), skipped: memory.storage("skipped uses", 4 * uses) }
      : undefined;
  const { ended, skipped } = ending ?? {};
  const input = { ...sizes, uses, channel, received, usesPerChannel, prior, skipped };
  const detector = await keep(createDetector[name](device, { ...input, clip: config.clip }));
  const ordered = await keep(createDeinterleavedLlrs(device, { ...order.llrs, frames, llr: detector.llr, ended }));
  const { llr } = ordered;
  const signs = await keep(createHardDecisions(device, { length: coded, frames: codewords, llr }));
  const raw = { length: coded, frames: codewords, bits: given.codeword, decisions: signs.decisions };
  const uncoded = await keep(createFrameErrors(device, raw));
  const counts = memory.storage("counts", 4 * codewords * outers.length * (code ? 3 : 1));
  /** A stage, and then the copy of one of its buffers to the place of an outer iteration and a kind. */
  const counted = (stage: Stage, from: readonly GPUBuffer[], outer: number, kind: number): Stage => ({
    label: stage.label,
    encode(encoder, timestampWrites) {
      stage.encode(encoder, timestampWrites);
      const first = outers.indexOf(outer) * (code ? 3 : 1) + kind;
      for (const [i, buffer] of from.entries()) {
        encoder.copyBufferToBuffer(buffer, 0, counts, 4 * codewords * (first + i), 4 * codewords);
      }
    },
  });
  const begun: Stage = {
    label: detector.label,
    encode(encoder, timestampWrites) {
      for (const buffer of [prior, ended]) if (buffer) encoder.clearBuffer(buffer);
      detector.encode(encoder, timestampWrites);
    },
  };
  if (!code) {
    return { detector, llr, counts, passes: [[begun, ordered, signs, counted(uncoded, [uncoded.errors], 1, 0)]] };
  }
  const keepsMessages = iterative && config.messages === "kept";
  const decoding = decodingOf(config);
  const soft = {
    codeword: iterative,
    keepsMessages,
    skipsEnded: ending !== undefined,
    endsExactly: iterative && config.lastDecoding === "exact",
  };
  const decoder = await keep(createDecoder(device, { code, frames: codewords, llr, decoding, ...soft }));
  const decided = { length: information, frames: codewords, bits, decisions: decoder.decisions };
  const counter = await keep(createFrameErrors(device, decided));
  const fed = { posterior: decoder.codeword!, input: config.feedback === "extrinsic" ? llr : undefined };
  const priors =
    prior && (await keep(createInterleavedPriors(device, { ...order.llrs, frames, ...fed, ended, prior })));
  const verification = ending && (await createVerification(device, owner, given, decoder, ending));
  const passes = Array.from({ length: last }, (_, i): Stage[] => {
    const outer = i + 1;
    const reported = outers.includes(outer);
    const stages = [outer === 1 ? begun : (detector.again ?? detector), ordered];
    if (reported) stages.push(signs, counted(uncoded, [uncoded.errors], outer, 0));
    const again = outer === last ? (decoder.exact ?? decoder.continued) : decoder.continued;
    stages.push(outer === 1 ? decoder : (again ?? decoder));
    if (reported) stages.push(counted(counter, [counter.errors, decoder.iterations], outer, 1));
    if (outer < last && verification) stages.push(verification);
    if (outer < last) stages.push(priors!);
    return stages;
  });
  return { detector, llr, decoder, prior, counts, passes };
}

/** Returns the stage that ends the frames whose codewords are all verified after an outer iteration. */
async function createVerification(
  device: GPUDevice,
  { keep }: Owner,
  { config, frames }: BranchConfig,
  { decisions, iterations, holds: checks }: Decoder,
  ended: Ended,
): Promise<Stage> {
  const { codewords, information: length, uses } = frameOf(config);
  const { crc, stop } = config;
  const page = { length, frames: frames * codewords, bits: decisions };
  const checking =
    stop === "crc" && crc !== "none" ? await keep(createCrcChecking(device, { ...page, crc })) : undefined;
  const holds = checking?.holds ?? checks!;
  const ending = await keep(createEnding(device, { frames, uses, codewords, holds, iterations, ...ended }));
  return checking ? sequence(ending.label, [checking, ending]) : ending;
}

/** Buffers that are destroyed like a plan. */
function allocation(device: GPUDevice) {
  const memory = allocate(device);
  return { ...memory, destroy: memory.release };
}
