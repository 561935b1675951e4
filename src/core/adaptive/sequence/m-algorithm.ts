import complex from "#shaders/lib/complex.wgsl?raw";
import limitSearch from "#shaders/lib/limit-search.wgsl?raw";
import mAlgorithmKernel from "#shaders/adaptive/sequence/m-algorithm.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger, groupOf } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { MOST_PATHS, mostPaths, pathBytes, pathGroup, pathWords } from "./path-memory.ts";

export interface MAlgorithmConfig {
  /** Paths that stay after each symbol, 1 to 256. */
  keep: number;
}

export interface MAlgorithm extends Plan, EqualizedBatch {}

/**
 * Creates the M-algorithm: sequence detection that keeps the best paths of all, in any states. Source: J. B. Anderson and
 * S. Mohan, “Sequential coding algorithms: a survey and cost analysis”, IEEE Trans. Communications 32 (1984).
 *
 * @throws RangeError when a size is out of range, the paths need more memory than a workgroup has, or the channel has two samples per symbol.
 */
export async function createMAlgorithm(
  device: GPUDevice,
  batch: ReceivedBatch,
  decisions: DecisionTables,
  config: MAlgorithmConfig,
): Promise<MAlgorithm> {
  const label = "adaptive/m-algorithm";
  const { packets, symbols, guard, received, labels, taps, hasOwnTaps, tapCount } = batch;
  const choices = decisions.labelOf.length;
  const keep = checkedInteger(label, "keep", config.keep, 1, MOST_PATHS);
  if (batch.samplesPerSymbol !== 1) throw new RangeError(`${label}: needs one sample per symbol, got 2`);
  const sizes = { choices, tapCount, keep };
  // A path has its own invocation.
  const most = groupOf(device, mostPaths(sizes));
  if (keep > most) throw new RangeError(`${label}: at most ${most} paths with ${tapCount} taps, got ${keep}`);
  const constants = {
    GROUP: pathGroup(sizes),
    LIST: keep,
    CHOICES: choices,
    BITS: Math.log2(choices),
    TAPS: tapCount,
    WORDS: pathWords(sizes),
  };
  const memory = allocate(device);
  const estimates = memory.storage("estimates", 8 * symbols * packets);
  const stage = await createStage(device, {
    label,
    wgsl: [mAlgorithmKernel, complex, sent, limitSearch, prefixSum, lengthConstants(constants)],
    constants: { OWN: Number(hasOwnTaps) },
    resources: {
      received,
      labels,
      points: memory.constant("points", decisions.points),
      taps,
      survivors: memory.storage("survivors", packets * pathBytes(keep, symbols)),
      estimates,
      params: { packets, symbols, guard },
    },
    groups: [packets, 1],
    memory,
  });
  return { ...stage, estimates };
}
