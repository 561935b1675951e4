import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/lib/qam.wgsl?raw";
import kBestKernel from "#shaders/mimo/k-best.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { sequence } from "../gpu/timing.ts";
import { axisUnit } from "./constellation.ts";
import { checkedClip, checkedNoise, checkedSizes, type Detector, type DetectorConfig } from "./detector.ts";
import { bindParts } from "./parts.ts";
import { createQr } from "./qr.ts";
import { DEFAULT_CANDIDATES, kBestRefusal } from "./refusals.ts";

/** Most candidates per invocation. */
const PER = 16;
const GROUP = 64;
const STORAGE_BYTES = 16384;

/**
 * K-best detection: a breadth-first search that keeps the K best paths at every stream, from M − 1 to 0, and takes max-log LLRs from the last list, within ±clip. With K = Q^M it is max-log ML. Where H is singular the LLRs are finite.
 *
 * @throws RangeError when a size, `candidates`, `clip` or `noiseVariance` is out of range.
 */
export async function createKBestDetector(device: GPUDevice, config: DetectorConfig): Promise<Detector> {
  const label = "mimo/k-best";
  const { antennas, bitsPerSymbol, uses, candidates = DEFAULT_CANDIDATES } = checkedSizes(label, config);
  const refusal = kBestRefusal(config);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  const clip = checkedClip(label, config.clip);
  const children = candidates * 2 ** bitsPerSymbol;
  const lanes = Math.ceil(children / PER);
  const bytes = candidates * (8 + 20 * antennas) + 512 + 4 * lanes;
  const constants = {
    ANTENNAS: antennas,
    BITS: bitsPerSymbol,
    UNIT: axisUnit(bitsPerSymbol),
    LIST: candidates,
    LANES: lanes,
    PER,
    USES: Math.max(1, Math.floor(Math.min(GROUP / lanes, (STORAGE_BYTES - 64) / bytes))),
  };
  const kernel = await compile(device, { label, wgsl: [kBestKernel, qam, complex], constants });
  const qr = await createQr(device, config);
  const memory = allocate(device);
  const llr = memory.storage("MIMO LLRs", uses * antennas * bitsPerSymbol * 4);
  const { factor, rotated } = qr;
  const search = bindParts(kernel, {
    uses,
    usesPerGroup: constants.USES,
    // Every round examines all candidates.
    edges: 8 * antennas * children,
    rows: {
      factor: [factor, antennas ** 2 * 8],
      rotated: [rotated, antennas * 8],
      llr: [llr, antennas * bitsPerSymbol * 4],
    },
    params: { slope: 1, clip },
  });
  return {
    ...sequence(label, [qr, search]),
    llr,
    setNoiseVariance: (noiseVariance) => search.set({ slope: 1 / checkedNoise(label, noiseVariance) }),
    destroy() {
      search.destroy();
      qr.destroy();
      memory.release();
    },
  };
}
