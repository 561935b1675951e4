import type { Gpu } from "../../gpu/device.ts";
import type { DetectorName } from "../registry.ts";
import type { MimoExperiment } from "./experiment.ts";
import { iterativeDetectors, observePasses } from "./passes.ts";

/** One frame of an experiment, and one of its iterative receivers. */
export interface WatchQuery {
  snrDb: number;
  frame: number;
  detector: DetectorName;
}

/** A frame's coded bits through the outer iterations. */
export interface WatchedFrame {
  query: WatchQuery;
  /** Coded bits of all codewords of the frame. */
  bits: Uint8Array<ArrayBuffer>;
  /** LLRs log p(1)/p(0) of these bits by half pass: after the detector and after the decoder, in turn. */
  llrs: Float32Array<ArrayBuffer>[];
  /** Bits with the wrong sign, by half pass. */
  errors: number[];
}

/** @throws RangeError when the detector takes no part in outer iterations. */
export async function watchFrame(gpu: Gpu, config: MimoExperiment, query: WatchQuery): Promise<WatchedFrame> {
  const { detector, frame, snrDb } = query;
  if (!iterativeDetectors(config).includes(detector)) {
    throw new RangeError(`mimo: ${detector} takes no part in outer iterations`);
  }
  return observePasses(gpu, config, { frames: 1, firstFrame: frame, snrDb, names: [detector] }, async (observed) => {
    const { coded: bits } = observed;
    const llrs = observed.passes.flatMap(({ input, decoded }) => [input, decoded]);
    const errors = llrs.map((llr) => llr.reduce((sum, value, i) => sum + Number(value > 0 !== bits[i] > 0), 0));
    return { query, bits, llrs, errors };
  });
}
