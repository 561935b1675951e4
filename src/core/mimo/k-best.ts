import complex from "#shaders/lib/complex.wgsl?raw";
import qam from "#shaders/constellation/lib/axis.wgsl?raw";
import laneCounts from "#shaders/mimo/lib/lane-counts.wgsl?raw";
import limitSearch from "#shaders/lib/limit-search.wgsl?raw";
import nthBit from "#shaders/mimo/lib/nth-bit.wgsl?raw";
import kBestKernel from "#shaders/mimo/k-best.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { unroll } from "../gpu/unroll.ts";
import { axisUnit } from "../constellation/constellation.ts";
import { checkedClip, checkedSizes, type Detector, type DetectorConfig } from "./detector.ts";
import { DEFAULT_CANDIDATES, kBestRefusal } from "./refusals.ts";
import { createSearch } from "./search.ts";

/** Most invocations of a workgroup, and survivors of each, where many invocations run together. */
const [GROUP, SURVIVORS] = [32, 2];
/** The same on a software adapter, which runs four invocations together and is slow with larger workgroups; and the most vectors of an axis there. */
const [NARROW_GROUP, MOST_QUADS] = [4, 16];

/** A word of fields of a width, each without its highest bit. */
function innerBits(width: number): number {
  let bits = 0;
  for (let first = 0; first < 32; first += width) bits += (2 ** (width - 1) - 1) * 2 ** first;
  return bits % 2 ** 32;
}

/** Invocations that the adapter may run together; Infinity if it does not report them. */
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
  const marks = parents * masks;
  const rows = Math.max(4 * quads, bitsPerSymbol);
  const doubts = prior ? 8 * antennas * quads : 1;
  // In words of a use: a list with metrics, first columns and paths, R and z, prior costs, nearest costs, exchanged words, counts.
  const exchange = Math.max(rows * lanes, marks * lanes + candidates);
  const nearest = 8 * quads + (antennas - 1) * bitsPerSymbol;
  const size = candidates * (words + 2) + 2 * antennas * (antennas + 1) + doubts + nearest + exchange + lanes;
  const room = device.limits.maxComputeWorkgroupStorageSize / 4 - rows - 16;
  const fitting = 2 ** Math.floor(Math.log2(room / size));
  const usesPerGroup = Math.min(Math.max(1, (isNarrow ? NARROW_GROUP : GROUP) / lanes), fitting);
  const constants = {
    GROUP: usesPerGroup * lanes,
    LANES: lanes,
    PARENTS: parents,
    MASKS: masks,
    MARKS: marks,
    ANTENNAS: antennas,
    BITS: bitsPerSymbol,
    UNIT: axisUnit(bitsPerSymbol),
    LIST: candidates,
    WORDS: words,
    INNER: innerBits(bitsPerSymbol / 2),
    QUADS: quads,
    EXCHANGE: usesPerGroup * exchange + rows,
    DOUBTS: doubts,
    PRIORS: Number(prior !== undefined),
  };
  // Written out for a software adapter too, the many survivors of an invocation would take long to compile.
  const main = isNarrow
    ? kBestKernel
    : unroll(kBestKernel, { PARENTS: parents, QUADS: quads, WORDS: words, MARKS: marks });
  const wgsl = [main, limitSearch, laneCounts, nthBit, qam, complex];
  const kernel = await compile(device, { label, wgsl, constants });
  // Each child's cost is compared with some eight limits.
  const edges = 8 * antennas * candidates * 2 ** bitsPerSymbol;
  return createSearch(device, config, { kernel, usesPerGroup, edges, params: { clip } });
}
