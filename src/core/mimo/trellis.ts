import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/lib/qam.wgsl?raw";
import trellisKernel from "#shaders/mimo/trellis.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { axisUnit } from "./constellation.ts";
import { checkedClip, checkedNoise, checkedSizes, type Detector, type DetectorConfig } from "./detector.ts";
import { bindParts } from "./parts.ts";
import { trellisRefusal } from "./refusals.ts";

export interface TrellisDetectorConfig extends Omit<DetectorConfig, "candidates"> {
  /** `one`: one list for all streams, at the last stage, with clipped LLRs. `multiple`: one list per stream (MTT). */
  passes: "one" | "multiple";
}

const GROUP = 64;
const STORAGE_BYTES = 16384;

/**
 * Trellis traversal, one-pass or multi-pass (MTT), QR decomposition included: M stages of Q vertices, edge reductions, and for
 * MTT path extensions from every stage, so that each bit has both hypotheses and no LLR needs a limit. For one or two antennas MTT is max-log ML. Where H is singular the LLRs are finite. Source: M. Wu, Rice 2010, ch. 3 and 4.
 *
 * @throws RangeError when a size, `passes`, `clip` or `noiseVariance` is out of range.
 */
export async function createTrellisDetector(device: GPUDevice, config: TrellisDetectorConfig): Promise<Detector> {
  const label = "mimo/trellis";
  const { antennas, bitsPerSymbol, uses, channel, received, passes } = checkedSizes(label, config);
  const refusal = trellisRefusal(config);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  if (passes !== "one" && passes !== "multiple") {
    throw new RangeError(`${label}: passes must be "one" or "multiple", got ${JSON.stringify(passes)}`);
  }
  const clip = checkedClip(label, config.clip);
  const ONE_PASS = Number(passes === "one");
  const LEVELS = 2 ** (bitsPerSymbol / 2);
  const LANES = LEVELS ** 2 / 4;
  const bytes = 4 * antennas * (antennas + 3) + 8 + LEVELS * (LEVELS * (8 + 8 * antennas + 4 * ONE_PASS) + 8);
  const USES = 2 ** Math.floor(Math.log2(Math.min(GROUP / LANES, (STORAGE_BYTES - 16) / bytes)));
  const constants = {
    ANTENNAS: antennas,
    AXIS_BITS: bitsPerSymbol / 2,
    LEVELS,
    UNIT: axisUnit(bitsPerSymbol),
    LANES,
    USES,
    ONE_PASS,
  };
  const kernel = await compile(device, { label, wgsl: [trellisKernel, qam, complex], constants });
  const memory = allocate(device);
  const llr = memory.storage("MIMO LLRs", uses * antennas * bitsPerSymbol * 4);
  const bound = bindParts(kernel, {
    uses,
    usesPerGroup: USES,
    edges: antennas * LEVELS ** 4,
    rows: {
      channel: [channel, antennas ** 2 * 8],
      received: [received, antennas * 8],
      llr: [llr, antennas * bitsPerSymbol * 4],
    },
    params: { slope: 1, clip },
  });
  return {
    label,
    llr,
    setNoiseVariance: (noiseVariance) => bound.set({ slope: 1 / checkedNoise(label, noiseVariance) }),
    encode: bound.encode,
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
