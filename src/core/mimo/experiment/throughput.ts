import { type DetectorName, detectors } from "../registry.ts";
import type { Gpu } from "../../gpu/device.ts";
import { sequence, type Stage, type StageTime } from "../../gpu/timing.ts";
import { lastPoint } from "../../configuration/fields.ts";
import { speedOf } from "../../measurement/speed.ts";
import { createMimoChain, mostFrames } from "./chain.ts";
import { axisOf, frameOf, type MimoExperiment, pointOf, sizesOf } from "./experiment.ts";

/** The throughput of one detector, alone or in the whole chain, and its work. */
export interface MimoThroughput {
  detector: DetectorName;
  what: "detector" | "chain";
  /** 10⁶ bits per second: coded bits of the detector alone, information bits of the chain. */
  mbits: number;
  /** Channel uses per batch. */
  ms: number;
  uses: number;
  method: StageTime["method"];
  /** Work per channel use. */
  paths: number;
  operations: number;
}

export interface MimoThroughputState {
  config: MimoExperiment;
  results: MimoThroughput[];
}

export interface MimoThroughputStep {
  state: MimoThroughputState;
  progress: number;
  done: boolean;
}

/** Channel uses that occupy a large GPU: the published batch at 4 × 4. */
const TIMED_USES = 8 * 8192;

/** Times the detectors of an experiment, one per step: alone, then with the whole chain. */
export async function* timeDetectors(
  gpu: Gpu,
  start: MimoThroughputState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<MimoThroughputStep> {
  const { config } = start;
  const results = [...start.results];
  const { software } = gpu.adapter;
  const { information, codewords, uses: usesPerFrame } = frameOf(config);
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const frames = Math.min(mostFrames(gpu.device, config), software ? 2 : Math.ceil(TIMED_USES / usesPerFrame));
  const { snrDb } = pointOf(config, lastPoint(axisOf(config).points));
  for (const detector of config.detectors.slice(results.length / 2)) {
    if (signal?.aborted) return;
    const chain = await createMimoChain(gpu.device, config, frames, [detector]);
    try {
      chain.setPage({ firstFrame: 0, snrDb });
      await chain.run();
      const { uses } = chain;
      const work = detectors[detector].operations({ ...sizesOf(config), uses });
      const timed: [MimoThroughput["what"], Stage, number][] = [
        ["detector", chain.detectors[0], uses * antennas * bitsPerSymbol],
        ["chain", sequence("MIMO chain", chain.stages), frames * codewords * information],
      ];
      for (const [what, stage, bits] of timed) {
        const { ms, method } = await speedOf(gpu, stage);
        results.push({ detector, what, mbits: bits / ms / 1000, ms, uses, method, ...work });
      }
    } finally {
      chain.destroy();
    }
    const progress = results.length / (2 * config.detectors.length);
    yield { state: { config, results: [...results] }, progress, done: progress === 1 };
  }
}
