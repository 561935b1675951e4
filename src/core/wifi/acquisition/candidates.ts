import dispatchGroups from "#shaders/lib/dispatch-groups.wgsl?raw";
import prefixSum from "#shaders/lib/prefix-sum.wgsl?raw";
import candidatesKernel from "#shaders/wifi/acquisition/candidates.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, checkedInteger, gridOf, groupOf, wordsOf } from "../../gpu/rows.ts";
import { sequence, type Plan } from "../../gpu/timing.ts";
import { checkedSpan, type SearchSpan } from "./page.ts";
import { GAP, LATE, PLATEAU, SEARCH } from "./search.ts";

const MOST_GROUP = 256;
/** Values of the kernel's constant TASK. */
const [COUNT, ADD, LIST] = [0, 1, 2];

export interface CandidatesConfig extends SearchSpan {
  /**
   * Bits of samples above the threshold, and of those where the energy has risen: u32 [2][ceil(length/32)], LSB first; bits after the last
   * sample are 0.
   */
  above: GPUBuffer;
  /** Most candidates. The first ones are listed. */
  capacity: number;
  /** Samples above the threshold that make a candidate, 1 to 32. Default: {@link PLATEAU}. */
  plateau?: number;
  /** Samples before a candidate in which no such plateau begins, a positive multiple of 32. Default: {@link GAP}. */
  gap?: number;
}

export interface Candidates extends Plan {
  /** Each candidate and the next one, or the sample `SEARCH` later if that is earlier: vec2u [candidate], in order. */
  readonly candidates: GPUBuffer;
  /** u32: listed candidates, and candidates that were dropped for lack of room; three more words for later stages. */
  readonly counts: GPUBuffer;
  /** Workgroups, 12 bytes each: one per listed candidate; two more for later stages. */
  readonly dispatches: GPUBuffer;
  /** Takes effect for later submissions. */
  setPage(page: SearchSpan): void;
}

/**
 * Lists the candidates of a page's own samples: a plateau of samples above the threshold begins there, and none began in the gap
 * before it. While another signal is above the threshold all the time, plateaus where the energy has risen count in the same way.
 *
 * @throws RangeError when a number of the configuration is out of range.
 */
export async function createCandidates(device: GPUDevice, config: CandidatesConfig): Promise<Candidates> {
  const GROUP = groupOf(device, MOST_GROUP);
  const label = "wifi/acquisition/candidates";
  const { above, plateau = PLATEAU, gap = GAP } = config;
  const capacity = checkedCount(label, "capacity", config.capacity);
  checkedInteger(label, "plateau", plateau, 1, 32);
  if (!(Number.isInteger(gap / 32) && gap > 0)) {
    throw new RangeError(`${label}: gap must be a positive multiple of 32, got ${gap}`);
  }
  const paramsOf = ({ length, lead, own }: SearchSpan) => ({ words: wordsOf(length), capacity, lead, own });
  const page = checkedSpan(label, config);
  const memory = allocate(device);
  const candidates = memory.storage("candidates", 8 * capacity);
  const counts = memory.storage("counts", 4 * 5);
  const dispatches = memory.indirect("dispatches", 12 * 3);
  const tiles = memory.storage("candidates per workgroup", 4 * Math.ceil(wordsOf(page.length) / GROUP));
  const resources = { bits: above, tiles, candidates, counts, dispatches };
  let grid = gridOf(device, Math.ceil(wordsOf(page.length) / GROUP));
  const stages = await Promise.all(
    [COUNT, ADD, LIST].map(async (TASK) => {
      const constants = { GROUP, PLATEAU: plateau, GAP: gap, LATE, SEARCH, TASK };
      const kernel = await compile(device, { label, wgsl: [candidatesKernel, prefixSum, dispatchGroups], constants });
      const bound = kernel.bind({ ...resources, params: paramsOf(page) });
      return {
        ...bound,
        encode: (encoder: GPUCommandEncoder, timing?: GPUComputePassTimestampWrites) =>
          bound.encode(encoder, TASK === ADD ? 1 : grid, timing),
      };
    }),
  );
  return {
    ...sequence(label, stages),
    candidates,
    counts,
    dispatches,
    setPage(next) {
      const checked = checkedSpan(label, next);
      for (const stage of stages) stage.set(paramsOf(checked));
      grid = gridOf(device, Math.ceil(wordsOf(checked.length) / GROUP));
    },
    destroy() {
      for (const stage of stages) stage.destroy();
      memory.release();
    },
  };
}
