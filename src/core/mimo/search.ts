import type { Kernel, Values } from "../gpu/kernel.ts";
import { owning } from "../gpu/owning.ts";
import { sequence } from "../gpu/timing.ts";
import { checkedNoise, type Detector, type DetectorConfig } from "./detector.ts";
import { bindParts } from "./parts.ts";
import { createQr } from "./qr.ts";

/** The kernel of a search, and its division. */
interface Search {
  /** Has the bindings `factor` (R), `rotated` (z), `prior`, `llr` and `skipped`, and the parameters `uses`, `skips` and `slope` (1/N0). */
  kernel: Kernel;
  /** Uses per workgroup. */
  usesPerGroup: number;
  /** Edges per use. */
  edges: number;
  /** Further parameters. */
  params?: Values;
}

/** A detector that searches symbol vectors after H = QR and z = Qᴴy. The caller checks the sizes. */
export async function createSearch(device: GPUDevice, config: DetectorConfig, search: Search): Promise<Detector> {
  const { antennas, bitsPerSymbol, uses, prior, skipped } = config;
  const { kernel, params = {}, ...division } = search;
  const { label } = kernel;
  return owning(device, async ({ keep, memory }) => {
    const qr = await keep(createQr(device, config));
    const { factor, rotated } = qr;
    const bits = antennas * bitsPerSymbol * 4;
    const llr = memory.storage("MIMO LLRs", uses * bits);
    const rows: Parameters<typeof bindParts>[1]["rows"] = {
      factor: [factor, antennas ** 2 * 8],
      rotated: [rotated, antennas * 8],
      // A kernel without priors reads nothing here.
      prior: prior ? [prior, bits] : [rotated, antennas * 8],
      llr: [llr, bits],
    };
    const bound = await keep(bindParts(kernel, { uses, ...division, rows, skipped, params: { slope: 1, ...params } }));
    return {
      ...sequence(label, [qr, bound]),
      again: prior && bound.again,
      llr,
      setNoiseVariance: (noiseVariance) => bound.set({ slope: 1 / checkedNoise(label, noiseVariance) }),
    };
  });
}
