/** Returns the first samples of a packet's overlapping blocks: block j starts at symbol (N − 2D)·j − D, at most at `last`. */
export const segmentStarts = ({
  length,
  drop,
  blocks,
  last,
}: {
  length: number;
  drop: number;
  blocks: number;
  last: number;
}) => Array.from({ length: blocks }, (_, j) => Math.min((length - 2 * drop) * j - drop, last));
