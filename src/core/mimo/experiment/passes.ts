import type { Gpu } from "../../gpu/device.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { type DetectorName, detectors } from "../registry.ts";
import { createMimoChain, type MimoChain } from "./chain.ts";
import { mimoFrame, type MimoExperiment, outersOf, sizesOf } from "./experiment.ts";
import { frameOrder } from "./interleaver.ts";
import type { MimoBranch } from "./receiver.ts";
import { sentBitsOf } from "./sent-bits.ts";

/** LLRs log p(1)/p(0) after one outer iteration of a receiver. */
export interface MimoPass {
  detector: DetectorName;
  outer: number;
  /** Extrinsic LLRs of the detector, [use][M·B]. */
  detected: Float32Array<ArrayBuffer>;
  /** The same LLRs in the order of the codewords, [codeword][n]: the decoder's input. */
  input: Float32Array<ArrayBuffer>;
  /** Posterior LLRs of the decoder, [codeword][n]. */
  decoded: Float32Array<ArrayBuffer>;
}

/** The outer iterations of some frames, observed from outside. */
export interface MimoPasses {
  chain: MimoChain;
  passes: MimoPass[];
  /** Transmitted bit of a place in the channel uses, [use][M·B]. */
  sentAt(place: number): number;
  /** Coded bits, [codeword][n]. */
  coded: Uint8Array<ArrayBuffer>;
}

/** The detectors that take part in outer iterations. */
export const iterativeDetectors = (config: MimoExperiment): DetectorName[] =>
  config.detectors.filter((name) => detectors[name].priors && Math.max(...outersOf(config, name)) > 1);

/**
 * Runs frames through the receivers with priors, and calls `work` with the LLRs after each outer iteration.
 *
 * @param names Detectors with priors.
 */
export async function observePasses<Result>(
  { device }: Gpu,
  config: MimoExperiment,
  { frames, firstFrame = 0, snrDb, names }: PassesQuery,
  work: (observed: MimoPasses) => Promise<Result>,
): Promise<Result> {
  // The figures show what every frame could still gain, so no frame ends early.
  const chain = await createMimoChain(device, { ...config, stop: "none" }, frames, names);
  const memory = allocate(device);
  try {
    chain.setPage({ firstFrame, snrDb });
    const { antennas, bitsPerSymbol } = sizesOf(config);
    const { coded: length, codewords, sent: perFrame } = mimoFrame(config);
    const words = Math.ceil(perFrame / 32);
    const places = 4 * chain.uses * antennas * bitsPerSymbol;
    const bits = 4 * frames * codewords * length;
    const encoder = device.createCommandEncoder({ label: "MIMO passes" });
    for (const stage of chain.link) stage.encode(encoder);
    const kept: { buffer: GPUBuffer; size: number }[] = [];
    /** A copy of a buffer that the next outer iteration overwrites. */
    const keep = (buffer: GPUBuffer, size: number) => {
      const copy = memory.storage("MIMO pass", size);
      encoder.copyBufferToBuffer(buffer, 0, copy, 0, size);
      kept.push({ buffer: copy, size });
    };
    const runs = chain.branches.flatMap((branch, b) =>
      branch.passes.map((stages, i) => ({ branch, stages, detector: names[b], outer: i + 1 })),
    );
    for (const { branch, stages } of runs) {
      for (const stage of stages) stage.encode(encoder);
      keep(branch.detector.llr, places);
      keep(branch.llr, bits);
      keep(posteriorOf(branch), bits);
    }
    const sources = [{ buffer: chain.sent, size: 4 * words * frames }, ...kept];
    const [sentBits, ...read] = await readBack(device, sources, encoder);
    const sentAt = sentBitsOf(new Uint32Array(sentBits), perFrame);
    const llrs = read.map((bytes) => new Float32Array(bytes));
    const passes = runs.map(({ detector, outer }, i): MimoPass => {
      const [detected, input, decoded] = llrs.slice(3 * i, 3 * i + 3);
      return { detector, outer, detected, input, decoded };
    });
    return await work({ chain, passes, sentAt, coded: codedBits(config, frames, sentAt) });
  } finally {
    chain.destroy();
    memory.release();
  }
}

export interface PassesQuery {
  frames: number;
  firstFrame?: number;
  snrDb: number;
  names: readonly DetectorName[];
}

function posteriorOf({ decoder }: MimoBranch): GPUBuffer {
  if (decoder?.codeword) return decoder.codeword;
  throw new RangeError("mimo: outer iterations need a code and at least two iterations");
}

/** The coded bits behind the transmitted ones. */
function codedBits(config: MimoExperiment, frames: number, sentAt: (place: number) => number) {
  const { order, length } = frameOrder(config).llrs;
  const { sent } = mimoFrame(config);
  const coded = new Uint8Array(frames * length);
  for (let place = 0; place < frames * sent; place++) {
    const [frame, from] = [Math.floor(place / sent), order[place % sent]];
    if (from < length) coded[frame * length + from] = sentAt(place);
  }
  return coded;
}
