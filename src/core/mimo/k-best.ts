import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/lib/qam.wgsl?raw";
import kBestKernel from "#shaders/mimo/k-best.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { axisUnit } from "./constellation.ts";
import { checkedClip, checkedSizes, type Detector, type DetectorConfig } from "./detector.ts";
import { DEFAULT_CANDIDATES, kBestRefusal } from "./refusals.ts";
import { createSearch } from "./search.ts";

/** Most invocations of a workgroup, and survivors of each, where many invocations run together. */
const [GROUP, SURVIVORS] = [32, 2];
/** The same for a software adapter, which runs four together and takes long to let more wait; and vectors of an axis that one may have. */
const [NARROW_GROUP, MOST_QUADS] = [4, 16];

/** A word of fields of a width, each without its highest bit. */
function innerBits(width: number): number {
  let bits = 0;
  for (let first = 0; first < 32; first += width) bits += (2 ** (width - 1) - 1) * 2 ** first;
  return bits % 2 ** 32;
}

/** Invocations that the adapter may run together; many if it does not tell. */
const togetherOn = ({ adapterInfo }: Partial<Pick<GPUDevice, "adapterInfo">>) =>
  adapterInfo?.subgroupMaxSize ?? Infinity;

/**
 * K-best detection: a breadth-first search that keeps the K best paths at every stream, from M − 1 to 0, and takes max-log LLRs
 * from the last list, within ±clip. Priors add to the paths' costs, and a bit's own prior is subtracted from its LLR. A bit
 * gets ±clip where the list has one hypothesis only, for any prior. With K = Q^M it is max-log ML, or MAP with
 * priors. Where H is singular the LLRs are finite.
 *
 * @throws RangeError when a size, `candidates`, `clip` or `noiseVariance` is out of range.
 */
export async function createKBestDetector(device: GPUDevice, config: DetectorConfig): Promise<Detector> {
  const label = "mimo/k-best";
  const { antennas, bitsPerSymbol, prior, candidates = DEFAULT_CANDIDATES } = checkedSizes(label, config);
  const refusal = kBestRefusal(config);
  if (refusal) throw new RangeError(`${label}: ${refusal}`);
  const clip = checkedClip(label, config.clip);
  const quads = Math.ceil(2 ** (bitsPerSymbol / 2) / 4);
  const words = Math.ceil(antennas / Math.floor(32 / bitsPerSymbol));
  const isNarrow = togetherOn(device) <= NARROW_GROUP;
  const survivors = isNarrow ? Math.floor(MOST_QUADS / quads) : SURVIVORS;
  const lanes = 2 ** Math.ceil(Math.log2(Math.ceil(candidates / survivors)));
  const parents = Math.ceil(candidates / lanes);
  const masks = Math.ceil((quads * quads) / 2);
  // Of a use: two lists, rests and children, R and z, prior costs; and for each invocation bounds, a count and nearest costs.
  const nearest = 8 * quads + (antennas - 1) * bitsPerSymbol;
  const bytes =
    4 * candidates * (2 * words + 5) + 8 * antennas * (antennas + 1 + 4 * quads) + 4 * lanes * (3 + nearest);
  const fitting = 2 ** Math.floor(Math.log2((device.limits.maxComputeWorkgroupStorageSize - 16 - 4 * nearest) / bytes));
  const usesPerGroup = Math.min(Math.max(1, (isNarrow ? NARROW_GROUP : GROUP) / lanes), fitting);
  const constants = {
    GROUP: usesPerGroup * lanes,
    LANES: lanes,
    PARENTS: parents,
    MASKS: masks,
    ANTENNAS: antennas,
    BITS: bitsPerSymbol,
    UNIT: axisUnit(bitsPerSymbol),
    LIST: candidates,
    WORDS: words,
    INNER: innerBits(bitsPerSymbol / 2),
    QUADS: quads,
    PRIORS: Number(prior !== undefined),
  };
  const kernel = await compile(device, { label, wgsl: [kBestKernel, qam, complex], constants });
  // Each child's cost is compared with some eight limits.
  const edges = 8 * antennas * candidates * 2 ** bitsPerSymbol;
  return createSearch(device, config, { kernel, usesPerGroup, edges, params: { clip } });
}
