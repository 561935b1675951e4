/** Most paths of the M-algorithm. */
export const MOST_PATHS = 256;

/** WebGPU's default limit of a workgroup's memory, bytes. */
const WORKGROUP_BYTES = 16_384;

/** Sizes of the M-algorithm. */
export interface PathSizes {
  /** M: points of the constellation. */
  choices: number;
  /** L + 1. */
  tapCount: number;
  /** Paths that stay, 1 to 256. */
  keep: number;
}

/** Returns the invocations of a workgroup: one per path, at least 32. More would wait longer for each other than they compute. */
export const pathGroup = ({ keep }: Pick<PathSizes, "keep">): number => Math.max(32, 2 ** Math.ceil(Math.log2(keep)));

/** Returns the words that hold a path's last L symbols. */
export const pathWords = ({ choices, tapCount }: PathSizes): number =>
  Math.ceil(Math.max(1, tapCount - 1) / Math.floor(32 / Math.log2(choices)));

/** Whether the paths fit into the memory of a workgroup: the channel, two tables of points, five numbers and the words of each path, and sums. */
export const pathsFit = (sizes: PathSizes): boolean =>
  8 * sizes.tapCount + 16 * sizes.choices + 4 * sizes.keep * (5 + pathWords(sizes)) + 4 * pathGroup(sizes) + 64 <=
  WORKGROUP_BYTES;

/** Returns the most paths that fit; 0 if none does. */
export function mostPaths(sizes: Omit<PathSizes, "keep">): number {
  let keep = MOST_PATHS;
  while (keep > 0 && !pathsFit({ ...sizes, keep })) keep--;
  return keep;
}

/** Returns the bytes of survivors per packet: the largest buffer of a batch. */
export const pathBytes = (keep: number, symbols: number): number => 4 * Math.ceil(keep / 2) * symbols;
