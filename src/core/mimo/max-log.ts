import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/constellation/lib/axis.wgsl?raw";
import maxLogKernel from "#shaders/mimo/max-log.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { axisUnit } from "../constellation/constellation.ts";
import { checkedSizes, type Detector, type DetectorConfig } from "./detector.ts";
import { maxLogRefusal } from "./refusals.ts";
import { createSearch } from "./search.ts";

const GROUP = 256;

/**
 * Exhaustive max-log detection, the reference for the others: it compares all Q^M symbol vectors, up to 65,536. With priors it
 * is max-log MAP. Its extrinsic LLRs use the priors of all other bits, and never the prior of the bit itself.
 *
 * @throws RangeError when a size or `noiseVariance` is out of range.
 */
export async function createMaxLogDetector(
  device: GPUDevice,
  config: Omit<DetectorConfig, "candidates" | "clip">,
): Promise<Detector> {
  const label = "mimo/max-log";
  const { antennas, bitsPerSymbol, prior } = checkedSizes(label, config);
  const refusal = maxLogRefusal(config);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  const constants = {
    GROUP,
    ANTENNAS: antennas,
    BITS: bitsPerSymbol,
    UNIT: axisUnit(bitsPerSymbol),
    PRIORS: Number(prior !== undefined),
  };
  const kernel = await compile(device, { label, wgsl: [maxLogKernel, qam, complex], constants });
  return createSearch(device, config, { kernel, usesPerGroup: 1, edges: 2 ** (antennas * bitsPerSymbol) });
}
