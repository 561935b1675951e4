import columns from "#shaders/mimo/lib/columns.wgsl?raw";
import qam from "#shaders/constellation/lib/axis.wgsl?raw";
import mmsePicKernel from "#shaders/mimo/mmse-pic.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { axisUnit } from "../constellation/constellation.ts";
import { checkedNoise, checkedSizes, type Detector, type SquareDetectorConfig } from "./detector.ts";
import { bindParts } from "./parts.ts";

const GROUP = 64;

/**
 * MMSE detection with parallel interference cancellation: soft symbols of the priors are subtracted for all streams but
 * one, an MMSE filter suppresses the rest of them, and max-log LLRs use the priors of the symbol's other bits. Without priors it is soft
 * MMSE detection. A stream's own priors never enter its filter. Where H is singular the LLRs are finite.
 * Source: C. Studer, S. Fateh, D. Seethaler, IEEE JSSC 46(7), 2011.
 *
 * @throws RangeError when a size or `noiseVariance` is out of range.
 */
export async function createMmsePicDetector(device: GPUDevice, config: SquareDetectorConfig): Promise<Detector> {
  const label = "mimo/mmse-pic";
  const { antennas, bitsPerSymbol, uses, channel, received, prior } = checkedSizes(label, config);
  const constants = {
    GROUP,
    ANTENNAS: antennas,
    AXIS_BITS: bitsPerSymbol / 2,
    UNIT: axisUnit(bitsPerSymbol),
    PRIORS: Number(prior !== undefined),
  };
  const kernel = await compile(device, { label, wgsl: [mmsePicKernel, columns, qam], constants });
  const memory = allocate(device);
  const llr = memory.storage("MIMO LLRs", uses * antennas * bitsPerSymbol * 4);
  const bound = bindParts(kernel, {
    uses,
    usesPerGroup: Math.floor(GROUP / antennas),
    // Each level of a stream's axes is compared for each bit.
    edges: antennas * bitsPerSymbol * 2 ** (bitsPerSymbol / 2),
    rows: {
      channel: [channel, antennas ** 2 * 8],
      received: [received, antennas * 8],
      // A kernel without priors reads nothing here.
      prior: prior ? [prior, antennas * bitsPerSymbol * 4] : [received, antennas * 8],
      llr: [llr, antennas * bitsPerSymbol * 4],
    },
    skipped: config.skipped,
    params: { scale: 1 },
  });
  return {
    label,
    llr,
    again: prior && bound.again,
    setNoiseVariance: (noiseVariance) => bound.set({ scale: 1 / Math.sqrt(checkedNoise(label, noiseVariance)) }),
    encode: bound.encode,
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
