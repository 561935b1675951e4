import columns from "#shaders/mimo/lib/columns.wgsl?raw";
import qam from "#shaders/constellation/lib/axis.wgsl?raw";
import trellisCosts from "#shaders/mimo/lib/trellis-costs.wgsl?raw";
import trellisDecomposition from "#shaders/mimo/lib/trellis-decomposition.wgsl?raw";
import trellisKernel from "#shaders/mimo/trellis.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { owning } from "../gpu/owning.ts";
import { hasSmallStorage } from "../gpu/small-storage.ts";
import { workgroupSize } from "../gpu/workgroup-size.ts";
import { axisUnit } from "../constellation/constellation.ts";
import { checkedClip, checkedSizes, type Detector, type SquareDetectorConfig } from "./detector.ts";
import { bindDetector } from "./search.ts";
import { mttRefusal, trellisRefusal } from "./refusals.ts";
import { checkedChoice } from "../gpu/rows.ts";

export interface TrellisDetectorConfig extends Omit<SquareDetectorConfig, "candidates" | "sorting"> {
  /**
   * `one`: one list for all streams, at the last stage, with clipped LLRs; without orders and priors. `multiple`: one list per
   * stream (MTT).
   */
  passes: "one" | "multiple";
  /** Whether MTT decomposes [H; √N0·I], so that open symbols count as Gaussian interference. Default false. */
  extended?: boolean;
}

/** Usual most invocations per workgroup. */
const USUAL_GROUP = 64;
/** If workgroup storage is small. */
const SMALL_GROUP = 16;
const STORAGE_BYTES = 16384;

/**
 * Trellis traversal, one-pass or multi-pass (MTT), QR decomposition included: M stages of Q vertices, edge reductions, and for
 * MTT path extensions from every stage, so that each bit has both hypotheses and no LLR needs a limit. The traversal begins
 * with the last column of H. Further orders rotate the columns, and a bit has its best hypotheses of all orders. For one or two
 * antennas MTT is max-log ML. Where H is singular the LLRs are finite. Priors count up to a magnitude of 1e4.
 * Source: M. Wu, Rice 2010, ch. 3 and 4.
 *
 * @throws RangeError when a size, `passes`, `orders`, `clip` or `noiseVariance` is out of range.
 */
export async function createTrellisDetector(device: GPUDevice, config: TrellisDetectorConfig): Promise<Detector> {
  const label = "mimo/trellis";
  const { antennas, bitsPerSymbol, passes } = checkedSizes(label, config);
  const refusal = config.passes === "one" ? trellisRefusal(config) : mttRefusal(config);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  checkedChoice(label, "passes", passes, ["one", "multiple"]);
  const clip = checkedClip(label, config.clip);
  const ONE_PASS = Number(passes === "one");
  const { orders = 1, extended = false, prior } = passes === "one" ? {} : config;
  const [EXTENDED, PRIORS] = [extended, prior !== undefined].map(Number);
  const LEVELS = 2 ** (bitsPerSymbol / 2);
  const LANES = LEVELS ** 2 / 4;
  const KEPT = Math.min(orders, LANES);
  const bytes =
    4 * antennas * (antennas + 3) * KEPT +
    8 * Math.max((antennas ** 2) | 1, (antennas - 2) * LEVELS ** 2) +
    4 * LEVELS ** 2 * (LEVELS > 2 ? 5 + ONE_PASS : 2 * ONE_PASS) +
    (LEVELS > 2 ? 8 * LEVELS : 0) +
    8 * LEVELS * antennas * PRIORS;
  const group = Math.max(LANES, workgroupSize(device, label, hasSmallStorage(device) ? SMALL_GROUP : USUAL_GROUP));
  const USES = 2 ** Math.floor(Math.log2(Math.min(group / LANES, (STORAGE_BYTES - 64) / bytes)));
  const constants = {
    ANTENNAS: antennas,
    AXIS_BITS: bitsPerSymbol / 2,
    LEVELS,
    UNIT: axisUnit(bitsPerSymbol),
    LANES,
    USES,
    ONE_PASS,
    ORDERS: orders,
    KEPT,
    EXTENDED,
    PRIORS,
    SKIPS: Number(config.skipped !== undefined),
  };
  const wgsl = [trellisKernel, trellisDecomposition, trellisCosts, columns, qam];
  const kernel = await compile(device, { label, wgsl, constants });
  return owning(device, (owner) =>
    bindDetector(
      owner,
      { ...config, prior },
      {
        kernel,
        usesPerGroup: USES,
        // An invocation takes four at a time.
        edges: (orders * antennas * LEVELS ** 4) / 4,
        params: { clip },
        paramsAt: (noise) => ({ slope: 1 / noise, noise }),
      },
    ),
  );
}
