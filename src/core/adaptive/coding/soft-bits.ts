import logSum from "#shaders/lib/log-sum.wgsl?raw";
import softBitsKernel from "#shaders/adaptive/coding/soft-bits.wgsl?raw";
import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { createErrorVariance } from "./error-variance.ts";
import { PACKET_LANES, rowGroups } from "./places.ts";

/**
 * What a receiver knows of the errors of estimates z/scale:
 * - scale: it is an MMSE equalizer, whose scale 1 − J tells their variance, J/(1 − J).
 * - carriers: they are noise over the channel's response, complex f32 [packet][length] or [1][length].
 * - decisions: it measures |z/scale − decision|².
 */
export type ErrorKnowledge =
  | { from: "scale" }
  | { from: "decisions" }
  | { from: "carriers"; response: GPUBuffer; length: number };

export interface SoftBitsConfig
  extends Pick<ReceivedBatch, "packets" | "symbols" | "hasOwnTaps">, Pick<EqualizedBatch, "estimates"> {
  /** T: symbols before the data. */
  training: number;
  decisions: DecisionTables;
  /** f32 [packet] or [1]: estimates are divided by it. Default 1. */
  scales?: GPUBuffer;
  /** True: a scale per packet. Default false. */
  hasOwnScales?: boolean;
  knowledge: ErrorKnowledge;
  /** The noise is on one axis. */
  isReal: boolean;
}

export interface SoftBits extends Plan {
  /** LLRs ln p(1)/p(0), f32 [K·m][packet]. The most significant bit of a symbol's label comes first. */
  readonly llrs: GPUBuffer;
  /** Sets the variance of the noise of a sample. Default 1. */
  setNoiseVariance(noiseVariance: number): void;
}

const SOURCES = { scale: 0, carriers: 1, decisions: 2 } as const;

/** Creates the soft decisions on the bits of estimates, with their errors as Gaussian noise. */
export function createSoftBits(device: GPUDevice, config: SoftBitsConfig): Promise<SoftBits> {
  const { packets, symbols, estimates, decisions, hasOwnTaps, hasOwnScales = false, knowledge, isReal } = config;
  const bits = Math.log2(decisions.labelOf.length);
  return owning(device, async ({ keep, memory, stage }) => {
    const scales = config.scales ?? memory.constant("no scale", Float32Array.of(1));
    const measured =
      knowledge.from === "decisions"
        ? await keep(createErrorVariance(device, { ...config, scales, hasOwnScales }))
        : undefined;
    const isMulticarrier = knowledge.from === "carriers";
    const llrs = memory.storage("LLRs of bits", 4 * bits * symbols * packets);
    const kernel = await stage({
      label: "adaptive/soft-bits",
      wgsl: [softBitsKernel, logSum],
      constants: {
        GROUP: PACKET_LANES,
        BITS: bits,
        SOURCE: SOURCES[knowledge.from],
        OWN: Number(hasOwnScales),
        OWN_TAPS: Number(hasOwnTaps),
        CARRIERS: isMulticarrier ? knowledge.length : 1,
      },
      resources: {
        estimates,
        points: memory.constant("points", decisions.points),
        scales,
        response: isMulticarrier ? knowledge.response : memory.constant("no response", new Float32Array(2)),
        variances: measured?.variances ?? memory.constant("no variances", new Float32Array(1)),
        llrs,
        params: { packets, symbols, gain: isReal ? 0.5 : 1, noise: 1 },
      },
      groups: rowGroups(packets, symbols),
    });
    return {
      ...sequence(
        "adaptive/soft-bits",
        [measured, kernel].filter((one) => one !== undefined),
      ),
      llrs,
      setNoiseVariance: (noise: number) => kernel.set({ noise }),
    };
  });
}
