import { gaussianLlrs, normalNumbers } from "../../detection/gaussian-llrs.ts";
import { informationOf, type TransferCurve } from "../../detection/information.ts";
import { decoderTransfer } from "../../codes/transfer/decoder-transfer.ts";
import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import type { DetectorName } from "../registry.ts";
import { mostFrames } from "./chain.ts";
import { type DetectorLlrs, detectorLlrs } from "./detector-llrs.ts";
import { decodingOf, mimoFrame, type MimoExperiment } from "./experiment.ts";
import { iterativeDetectors, type MimoPasses, observePasses } from "./passes.ts";
import type { MimoBranch } from "./receiver.ts";

/** One outer iteration of a receiver. */
export interface LoopPass extends DetectorLlrs {
  /** Information in the LLRs that the detector passes on, and in those that the decoder feeds back; bits per coded bit. */
  detected: number;
  fed: number;
}

/** The exchange between detectors and decoder in an iterative receiver. */
export interface MimoLoop {
  snrDb: number;
  /** Frames behind all numbers. */
  frames: number;
  /** Outer iterations of each detector with priors, in order. */
  passes: LoopPass[];
  /** Transfer curves for Gaussian LLRs: of each detector, and of the decoder. */
  detectors: { detector: DetectorName; curve: TransferCurve }[];
  decoder: TransferCurve;
}

/** Coded bits that the figures need; a software adapter computes fewer. */
const BITS = 2 ** 17;
const SOFTWARE_BITS = 6 * 2304;
/** Inputs of a detector's transfer curve. Its ends are the first pass and almost perfect priors. */
const INPUTS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999] as const;
const SEED = 17;

/**
 * Returns what detectors and decoder exchange at one SNR; undefined if no detector of the experiment takes part in outer
 * iterations.
 */
export async function loop(gpu: Gpu, config: MimoExperiment, snrDb: number): Promise<MimoLoop | undefined> {
  const names = iterativeDetectors(config);
  if (names.length === 0) return undefined;
  const { coded, codewords } = mimoFrame(config);
  const wanted = Math.ceil((gpu.adapter.software ? SOFTWARE_BITS : BITS) / (codewords * coded));
  const frames = Math.min(wanted, config.frames, mostFrames(gpu.device, config));
  return observePasses(gpu, config, { frames, snrDb, names }, async (observed) => {
    const codedAt = (i: number) => observed.coded[i];
    const passes = observed.passes.map(({ detector, outer, detected, input, decoded }): LoopPass => {
      const fed = fedBack(config, decoded, input);
      return {
        ...detectorLlrs(config, { detector, outer }, detected, observed.sentAt),
        detected: informationOf(detected, observed.sentAt),
        fed: informationOf(fed, codedAt),
      };
    });
    const curves: MimoLoop["detectors"] = [];
    for (const [d, branch] of observed.chain.branches.entries()) {
      curves.push({ detector: names[d], curve: await detectorCurve(gpu, branch, observed) });
    }
    return { snrDb, frames, passes, detectors: curves, decoder: await decoderCurve(gpu, config, observed.coded) };
  });
}

/** The LLRs that the decoder gives the next detection. */
function fedBack({ feedback }: MimoExperiment, decoded: Float32Array, input: Float32Array): Float32Array {
  return feedback === "posterior" ? decoded : decoded.map((value, i) => value - input[i]);
}

/** Detects the same channel uses with Gaussian priors. */
async function detectorCurve(
  { device }: Gpu,
  { detector, prior }: MimoBranch,
  { sentAt, passes }: MimoPasses,
): Promise<TransferCurve> {
  const noise = normalNumbers(passes[0].detected.length, SEED);
  const curve: TransferCurve = [];
  for (const input of INPUTS) {
    device.queue.writeBuffer(prior!, 0, gaussianLlrs(noise, sentAt, input));
    const encoder = device.createCommandEncoder({ label: "transfer curve of the detector" });
    detector.encode(encoder);
    const [bytes] = await readBack(device, [{ buffer: detector.llr, size: 4 * noise.length }], encoder);
    curve.push({ input, output: informationOf(new Float32Array(bytes), sentAt) });
  }
  return curve;
}

/** Decodes Gaussian LLRs. */
function decoderCurve({ device }: Gpu, config: MimoExperiment, coded: Uint8Array): Promise<TransferCurve> {
  const { code } = mimoFrame(config);
  const decoding = decodingOf({ ...config, stop: "none" });
  const fed = (posterior: Float32Array, input: Float32Array) => fedBack(config, posterior, input);
  return decoderTransfer(device, { code: code!, decoding, coded, fed, seed: SEED + 1 });
}
