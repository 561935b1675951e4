import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/lib/qam.wgsl?raw";
import maxLogKernel from "#shaders/mimo/max-log.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { sequence } from "../gpu/timing.ts";
import { axisUnit } from "./constellation.ts";
import { checkedNoise, checkedSizes, type Detector, type DetectorConfig } from "./detector.ts";
import { bindParts } from "./parts.ts";
import { createQr } from "./qr.ts";
import { maxLogRefusal } from "./refusals.ts";

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
  const { antennas, bitsPerSymbol, uses, prior } = checkedSizes(label, config);
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
  const qr = await createQr(device, config);
  const memory = allocate(device);
  const llr = memory.storage("MIMO LLRs", uses * antennas * bitsPerSymbol * 4);
  const { factor, rotated } = qr;
  const search = bindParts(kernel, {
    uses,
    usesPerGroup: 1,
    edges: 2 ** (antennas * bitsPerSymbol),
    rows: {
      factor: [factor, antennas ** 2 * 8],
      rotated: [rotated, antennas * 8],
      // A kernel without priors reads nothing here.
      prior: prior ? [prior, antennas * bitsPerSymbol * 4] : [rotated, antennas * 8],
      llr: [llr, antennas * bitsPerSymbol * 4],
    },
    skipped: config.skipped,
    params: { slope: 1 },
  });
  return {
    ...sequence(label, [qr, search]),
    again: prior && search.again,
    llr,
    setNoiseVariance: (noiseVariance) => search.set({ slope: 1 / checkedNoise(label, noiseVariance) }),
    destroy() {
      search.destroy();
      qr.destroy();
      memory.release();
    },
  };
}
