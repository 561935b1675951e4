import type { Kernel, Values } from "../gpu/kernel.ts";
import { owning, type Owner } from "../gpu/owning.ts";
import { sequence } from "../gpu/timing.ts";
import { checkedNoise, type Detector, type DetectorConfig } from "./detector.ts";
import { bindParts } from "./parts.ts";
import { createQr } from "./qr.ts";

/** The kernel of a detector, and its division. */
interface DetectorKernel {
  /** Has the bindings `prior`, `llr` and `skipped`, and the parameters `uses` and `skips`. */
  kernel: Kernel;
  /** Uses per workgroup. */
  usesPerGroup: number;
  /** Edges per use. */
  edges: number;
  /** Further parameters, and those that depend on N0; N0 is 1 until set. */
  params?: Values;
  paramsAt(noiseVariance: number): Values;
}

/**
 * Binds a detector's kernel to a page of channel uses. The caller checks the sizes.
 *
 * @param bindings Names of the bindings of H and y, or of R and z.
 */
export async function bindDetector(
  { memory, keep }: Owner,
  { antennas, bitsPerSymbol, uses, channel, received, prior, skipped }: DetectorConfig,
  { kernel, params, paramsAt, ...division }: DetectorKernel,
  [matrix, vector]: readonly [string, string] = ["channel", "received"],
): Promise<Omit<Detector, "destroy">> {
  const { label } = kernel;
  const bits = antennas * bitsPerSymbol * 4;
  const llr = memory.storage("MIMO LLRs", uses * bits);
  const rows: Record<string, readonly [GPUBuffer, number]> = {
    [matrix]: [channel, antennas ** 2 * 8],
    [vector]: [received, antennas * 8],
    // A kernel without priors reads nothing here.
    prior: prior ? [prior, bits] : [received, antennas * 8],
    llr: [llr, bits],
  };
  const all = { ...params, ...paramsAt(1) };
  const bound = await keep(bindParts(kernel, { uses, ...division, rows, skipped, params: all }));
  return {
    label,
    llr,
    again: prior && bound.again,
    setNoiseVariance: (noiseVariance) => bound.set(paramsAt(checkedNoise(label, noiseVariance))),
    encode: bound.encode,
  };
}

/**
 * A detector that searches symbol vectors after H = QR and z = Qᴴy. Its kernel has the bindings `factor` (R) and `rotated` (z), and
 * the parameter `slope` (1/N0). The caller checks the sizes.
 */
export function createSearch(
  device: GPUDevice,
  config: DetectorConfig,
  search: Omit<DetectorKernel, "paramsAt">,
): Promise<Detector> {
  return owning(device, async (owner) => {
    const qr = await owner.keep(createQr(device, config));
    const reduced = { ...config, channel: qr.factor, received: qr.rotated };
    const paramsAt = (noiseVariance: number) => ({ slope: 1 / noiseVariance });
    const detector = await bindDetector(owner, reduced, { ...search, paramsAt }, ["factor", "rotated"]);
    return { ...detector, ...sequence(detector.label, [qr, detector]) };
  });
}
