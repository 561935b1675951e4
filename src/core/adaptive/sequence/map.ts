import complex from "#shaders/lib/complex.wgsl?raw";
import logSum from "#shaders/lib/log-sum.wgsl?raw";
import mapKernel from "#shaders/adaptive/sequence/map.wgsl?raw";
import trellisKernel from "#shaders/adaptive/lib/trellis.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { checkpointsOf } from "../../detection/checkpoints.ts";
import { owning } from "../../gpu/owning.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { statesOf, trellisOf } from "./trellis.ts";

export interface MapConfig {
  /** Symbols, taps and noise are real numbers. */
  isReal: boolean;
  /**
   * LLRs ln p(1)/p(0) of the bits before the equalizer sees the samples, finite f32 [K·m][packet]. The most significant bit of a
   * symbol's label comes first. Default: all bits are equally likely.
   */
  priors?: GPUBuffer;
}

export interface MapEqualizer extends Plan, EqualizedBatch {
  /** What the samples say about each bit beyond its prior: LLR − prior, f32 [K·m][packet]. */
  readonly extrinsic: GPUBuffer;
  /** Sets 1/γ: the variance of the noise of a sample. Default 1. */
  setNoiseVariance(noiseVariance: number): void;
}

/** Returns the bytes of metrics per packet: the largest buffer of a batch. */
export function metricBytes(size: number, tapCount: number, symbols: number): number {
  return checkpointsOf(statesOf(size, tapCount), symbols).bytes;
}

/**
 * Creates an equalizer that decides each bit by its probability, given all samples of the packet. Source: L. Bahl, J. Cocke, F. Jelinek and
 * J. Raviv, “Optimal decoding of linear codes for minimizing symbol error rate”, IEEE Trans. Information Theory 20 (1974).
 *
 * @throws RangeError when the trellis has more than 1024 states, or the channel has two samples per symbol.
 */
export async function createMapEqualizer(
  device: GPUDevice,
  batch: ReceivedBatch,
  decisions: DecisionTables,
  { isReal, priors }: MapConfig,
): Promise<MapEqualizer> {
  const label = "adaptive/map";
  const { packets, symbols, guard, received, labels, taps, hasOwnTaps, tapCount } = batch;
  const { choices, states, rows, trellis, division } = trellisOf(label, batch, decisions);
  const bits = Math.log2(choices);
  const { block, bytes } = checkpointsOf(states, symbols);
  return owning(device, async ({ memory, stage }) => {
    const alphas = memory.storage("metrics", packets * bytes);
    const extrinsic = memory.storage("extrinsic LLRs", 4 * bits * symbols * packets);
    const estimates = memory.storage("estimates", 8 * symbols * packets);
    const kernel = await stage({
      label,
      wgsl: [mapKernel, complex, sent, logSum, trellisKernel, trellis + division],
      constants: { OWN: Number(hasOwnTaps), TAPS: tapCount, PRIORS: Number(priors !== undefined) },
      resources: {
        received,
        labels,
        points: memory.constant("points", decisions.points),
        taps,
        priors: priors ?? memory.constant("no priors", new Float32Array(1)),
        alphas,
        extrinsic,
        estimates,
        params: { packets, symbols, guard, block, gamma: isReal ? 0.5 : 1 },
      },
      groups: [Math.ceil(packets / rows), 1],
    });
    return {
      label,
      estimates,
      extrinsic,
      encode: kernel.encode,
      setNoiseVariance(noiseVariance: number) {
        if (!(noiseVariance >= 1e-9 && noiseVariance <= 1e9)) {
          throw new RangeError(`${label}: noiseVariance must be 1e-9 to 1e9, got ${noiseVariance}`);
        }
        kernel.set({ gamma: (isReal ? 0.5 : 1) / noiseVariance });
      },
    };
  });
}
