import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/constellation/lib/axis.wgsl?raw";
import linearKernel from "#shaders/mimo/linear.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { axisUnit } from "../constellation/constellation.ts";
import { checkedNoise, checkedSizes, type Detector, type DetectorConfig, dispatchSize } from "./detector.ts";
import { checkedChoice } from "../gpu/rows.ts";

export interface LinearDetectorConfig extends Omit<DetectorConfig, "candidates" | "clip"> {
  /** The criterion: no interference (ZF), or the minimum mean square error (MMSE). */
  criterion: "zf" | "mmse";
}

const GROUP = 64;

/**
 * Linear detection: x = (HᴴH + ρI)⁻¹Hᴴy with ρ = 0 (ZF) or N0 (MMSE), whose bias is removed, then max-log LLRs stream by stream
 * with each stream's own signal-to-interference-and-noise ratio. Where H is singular, ZF's LLRs are finite: about 0 for streams that cannot be separated.
 *
 * @throws RangeError when a size, `criterion` or `noiseVariance` is out of range.
 */
export async function createLinearDetector(device: GPUDevice, config: LinearDetectorConfig): Promise<Detector> {
  const label = "mimo/linear";
  const { antennas, bitsPerSymbol, uses, channel, received, criterion } = checkedSizes(label, config);
  checkedChoice(label, "criterion", criterion, ["zf", "mmse"]);
  const constants = {
    GROUP,
    ANTENNAS: antennas,
    AXIS_BITS: bitsPerSymbol / 2,
    UNIT: axisUnit(bitsPerSymbol),
    MMSE: Number(criterion === "mmse"),
  };
  const memory = allocate(device);
  const llr = memory.storage("MIMO LLRs", uses * antennas * bitsPerSymbol * 4);
  const groups = dispatchSize(Math.ceil(uses / Math.floor(GROUP / antennas)));
  const stage = await createStage(device, {
    label,
    wgsl: [linearKernel, qam, complex],
    constants,
    resources: { channel, received, llr, params: { uses, noiseVariance: 1 } },
    groups,
    memory,
  });
  return {
    ...stage,
    llr,
    setNoiseVariance: (noiseVariance) => stage.set({ noiseVariance: checkedNoise(label, noiseVariance) }),
  };
}
