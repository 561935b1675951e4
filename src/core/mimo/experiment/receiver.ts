import { createFrameErrors } from "../../detection/frame-errors.ts";
import { createHardDecisions } from "../../detection/hard-decisions.ts";
import type { Owner } from "../../gpu/owning.ts";
import { allocate } from "../../gpu/pool.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { createDeinterleavedLlrs } from "../../codes/interleaving/llrs.ts";
import { createInterleavedPriors } from "../../codes/interleaving/priors.ts";
import type { Decoder } from "../../codes/code.ts";
import { createCrcChecking } from "../../codes/crc/checking.ts";
import { createDecoder } from "../../codes/factories.ts";
import type { Detector } from "../detector.ts";
import { createEnding, type Ended } from "../ending.ts";
import { createDetector } from "../factories.ts";
import type { DetectorName } from "../registry.ts";
import { decodingOf, mimoFrame, type MimoExperiment, outersOf, sizesOf } from "./experiment.ts";
import type { FrameOrder } from "./interleaver.ts";

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

export interface BranchConfig {
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
export async function createBranch(device: GPUDevice, owner: Owner, given: BranchConfig): Promise<MimoBranch> {
  const { keep, scratch } = owner;
  const { config, frames, name, order, channel, received, usesPerChannel, bits } = given;
  const { code, codewords: perFrame, information, coded, uses: usesPerFrame, sent } = mimoFrame(config);
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
  const keepsMessages = iterative && config.messages !== "reset";
  const decoding = decodingOf(config);
  const soft = {
    codeword: iterative,
    keepsMessages,
    keepsFromBits: config.messages === "kept-from-bits",
    skipsEnded: ending !== undefined,
    endsExactly: iterative && config.lastDecoding === "exact",
  };
  const decoder = await keep(createDecoder(device, { code, frames: codewords, llr, decoding, scratch, ...soft }));
  const decided = { length: information, frames: codewords, bits, decisions: decoder.decisions };
  const counter = await keep(createFrameErrors(device, decided));
  const fed = { posterior: decoder.codeword!, input: config.feedback === "extrinsic" ? llr : undefined };
  const priors =
    prior && (await keep(createInterleavedPriors(device, { ...order.llrs, frames, ...fed, ended, prior })));
  const verification = ending && (await createVerification(device, owner, given, decoder, ending));
  const again = (outer: number) => (outer === last ? (decoder.exact ?? decoder.continued) : decoder.continued);
  const passes = Array.from({ length: last }, (_, i): Stage[] => {
    const outer = i + 1;
    const reported = outers.includes(outer);
    const stages = [outer === 1 ? begun : (detector.again ?? detector), ordered];
    if (reported) stages.push(signs, counted(uncoded, [uncoded.errors], outer, 0));
    stages.push(outer === 1 ? decoder : (again(outer) ?? decoder));
    if (reported) stages.push(counted(counter, [counter.errors, decoder.iterations], outer, 1));
    if (outer < last && verification) stages.push(verification);
    if (outer < last) stages.push(priors!);
    const first = outer < last && again(outer + 1)?.first;
    if (first) stages.push(first);
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
  const { codewords, information: length, uses } = mimoFrame(config);
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
