import columns from "#shaders/mimo/lib/columns.wgsl?raw";
import qam from "#shaders/constellation/lib/axis.wgsl?raw";
import mmsePicKernel from "#shaders/mimo/mmse-pic.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { owning } from "../gpu/owning.ts";
import { axisUnit } from "../constellation/constellation.ts";
import { checkedSizes, type Detector, type SquareDetectorConfig } from "./detector.ts";
import { bindDetector } from "./search.ts";

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
  const { antennas, bitsPerSymbol, prior } = checkedSizes(label, config);
  const constants = {
    GROUP,
    ANTENNAS: antennas,
    AXIS_BITS: bitsPerSymbol / 2,
    UNIT: axisUnit(bitsPerSymbol),
    PRIORS: Number(prior !== undefined),
  };
  const kernel = await compile(device, { label, wgsl: [mmsePicKernel, columns, qam], constants });
  return owning(device, (owner) =>
    bindDetector(owner, config, {
      kernel,
      usesPerGroup: Math.floor(GROUP / antennas),
      // Each level of a stream's axes is compared for each bit.
      edges: antennas * bitsPerSymbol * 2 ** (bitsPerSymbol / 2),
      paramsAt: (noiseVariance) => ({ scale: 1 / Math.sqrt(noiseVariance) }),
    }),
  );
}
