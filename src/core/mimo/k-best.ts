import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/lib/qam.wgsl?raw";
import kBestKernel from "#shaders/mimo/k-best.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { axisUnit } from "./constellation.ts";
import { checkedClip, checkedSizes, type Detector, type DetectorConfig } from "./detector.ts";
import { DEFAULT_CANDIDATES, kBestRefusal } from "./refusals.ts";
import { createSearch } from "./search.ts";

const GROUP = 64;

/**
 * K-best detection: a breadth-first search that keeps the K best paths at every stream, from M − 1 to 0, and takes max-log LLRs
 * from the last list, within ±clip. Priors add to the paths' costs, and a bit's own prior is subtracted from its LLR. A bit
 * gets ±clip where the list has one hypothesis only, for any prior. With K = Q^M it is max-log ML, or MAP with
 * priors. Where H is singular the LLRs are finite.
 *
 * @throws RangeError when a size, `candidates`, `clip` or `noiseVariance` is out of range.
 */
export async function createKBestDetector(device: GPUDevice, config: DetectorConfig): Promise<Detector> {
  const label = "mimo/k-best";
  const { antennas, bitsPerSymbol, prior, candidates = DEFAULT_CANDIDATES } = checkedSizes(label, config);
  const refusal = kBestRefusal(config);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  const clip = checkedClip(label, config.clip);
  const WORDS = Math.ceil(antennas / Math.floor(32 / bitsPerSymbol));
  const levels = 2 ** (bitsPerSymbol / 2);
  // Lists, heap, a row of R and prior costs of an invocation.
  const bytes = 8 * candidates * (1 + WORDS) + 16 * candidates + 8 * antennas + 8 * levels;
  const most = Math.floor(device.limits.maxComputeWorkgroupStorageSize / bytes);
  const constants = {
    GROUP: Math.min(GROUP, most),
    ANTENNAS: antennas,
    BITS: bitsPerSymbol,
    UNIT: axisUnit(bitsPerSymbol),
    LIST: candidates,
    WORDS,
    PRIORS: Number(prior !== undefined),
  };
  const kernel = await compile(device, { label, wgsl: [kBestKernel, qam, complex], constants });
  // Each survivor opens a column, and each child that is taken has two successors, found among the levels of an axis.
  const edges = 4 * antennas * candidates * levels;
  return createSearch(device, config, { kernel, usesPerGroup: constants.GROUP, edges, params: { clip } });
}
