import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/constellation/lib/axis.wgsl?raw";
import maxLogKernel from "#shaders/mimo/max-log.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { axisUnit } from "../constellation/constellation.ts";
import { checkedSizes, type Detector, type DetectorConfig } from "./detector.ts";
import { maxLogRefusal } from "./refusals.ts";
import { createSearch } from "./search.ts";

/** Invocations per workgroup. */
const GROUP = 64;
const STORAGE_BYTES = 16384;

/** The division of uses to invocations (names as in the kernel): all prefixes at once, as far as a workgroup goes. */
function divisionOf({ antennas, bitsPerSymbol }: Pick<DetectorConfig, "antennas" | "bitsPerSymbol">) {
  const PREFIX = Math.max(0, antennas - 2);
  const LEVELS = 2 ** (bitsPerSymbol / 2);
  const LANES = Math.min(GROUP, 2 ** (bitsPerSymbol * PREFIX));
  const bytes = 8 * antennas * PREFIX * LEVELS ** 2 + 16 * antennas * LEVELS + 16 * LEVELS * (LANES + 1);
  const FOURS = Math.max(1, LEVELS / 4);
  return {
    PREFIX,
    LEVELS,
    FOURS,
    LANES,
    USES: 2 ** Math.floor(Math.log2(Math.min(GROUP / LANES, (STORAGE_BYTES - 16) / bytes))),
  };
}

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
  const division = divisionOf(config);
  const constants = {
    ...division,
    ANTENNAS: antennas,
    BITS: bitsPerSymbol,
    UNIT: axisUnit(bitsPerSymbol),
    PRIORS: Number(prior !== undefined),
  };
  const kernel = await compile(device, { label, wgsl: [maxLogKernel, qam, complex], constants });
  // Behind each prefix and symbol of stream 1, levels of two axes are compared.
  const edges = 2 ** (bitsPerSymbol * Math.max(0, antennas - 1)) * 2 * division.LEVELS;
  return createSearch(device, config, { kernel, usesPerGroup: division.USES, edges });
}
