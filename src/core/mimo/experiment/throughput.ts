import { type DetectorName, detectors } from "../registry.ts";
import { compileAhead } from "../../gpu/compile-ahead.ts";
import type { Gpu } from "../../gpu/device.ts";
import { sequence, type Stage, type StageTime } from "../../gpu/timing.ts";
import { lastPoint } from "../../configuration/fields.ts";
import { speedOf } from "../../measurement/speed.ts";
import { createMimoChain, mostFrames } from "./chain.ts";
import { axisOf, mimoFrame, type MimoExperiment, outersOf, pointOf, sizesOf } from "./experiment.ts";

/** The throughput of one detector, alone, with its decoder or in the whole chain, and its work. */
export interface MimoThroughput {
  detector: DetectorName;
  /** Receiver: detector and decoder in outer iterations, without the link before them. */
  what: "detector" | "receiver" | "chain";
  /** Outer iterations. */
  outer: number;
  /** 10⁶ bits per second: coded bits of the detector alone, otherwise information bits. */
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

/**
 * Times the detectors of an experiment, one per step: alone, then with the decoder for each number of outer iterations if there
 * are several, then with the whole chain.
 */
export async function* timeDetectors(
  gpu: Gpu,
  start: MimoThroughputState,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<MimoThroughputStep> {
  const { config } = start;
  const results = [...start.results];
  const { software } = gpu.adapter;
  const { information, codewords, uses: usesPerFrame } = mimoFrame(config);
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const frames = Math.min(mostFrames(gpu.device, config), software ? 2 : Math.ceil(TIMED_USES / usesPerFrame));
  const { snrDb } = pointOf(config, lastPoint(axisOf(config).points));
  const timedBefore = new Set(results.map(({ detector }) => detector));
  const missing = config.detectors.filter((name) => !timedBefore.has(name));
  await compileAhead(gpu.device, (device) => createMimoChain(device, config, frames, missing));
  for (const detector of missing) {
    if (signal?.aborted) return;
    const chain = await createMimoChain(gpu.device, config, frames, [detector]);
    try {
      chain.setPage({ firstFrame: 0, snrDb });
      await chain.run();
      const { uses } = chain;
      const work = detectors[detector].operations({ ...sizesOf(config), uses });
      const outers = outersOf(config, detector);
      const last = outers[outers.length - 1];
      const informed = frames * codewords * information;
      const [{ passes }] = chain.branches;
      const timed: [MimoThroughput["what"], number, Stage, number][] = [
        ["detector", 1, chain.detectors[0], uses * antennas * bitsPerSymbol],
        ...(last > 1 ? outers : []).map((outer): (typeof timed)[number] => {
          return ["receiver", outer, sequence("MIMO receiver", passes.slice(0, outer).flat()), informed];
        }),
        ["chain", last, sequence("MIMO chain", chain.stages), informed],
      ];
      for (const [what, outer, stage, bits] of timed) {
        const { ms, method } = await speedOf(gpu, stage);
        results.push({ detector, what, outer, mbits: bits / ms / 1000, ms, uses, method, ...work });
      }
    } finally {
      chain.destroy();
    }
    const progress = new Set(results.map((result) => result.detector)).size / config.detectors.length;
    yield { state: { config, results: [...results] }, progress, done: progress === 1 };
  }
}
