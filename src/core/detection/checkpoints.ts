/** Metrics of a frame that are kept at once, where memory allows it: 64 KiB. */
const KEPT = 2 ** 14;

/** How a recursion forth and back through a trellis keeps its metrics. */
export interface Checkpoints {
  /** Steps whose metrics are kept at once. */
  block: number;
  blocks: number;
  /** Memory of a frame, bytes: the metrics of a block, and those before each block. It grows with the square root of the steps at most. */
  bytes: number;
}

/** Returns the memory of a recursion through a trellis: a block's metrics are computed again from those before the block. */
export function checkpointsOf(states: number, steps: number): Checkpoints {
  const block = Math.max(Math.ceil(Math.sqrt(steps)), Math.min(steps, Math.floor(KEPT / states)));
  const blocks = Math.ceil(steps / block);
  return { block, blocks, bytes: 4 * states * (block + blocks) };
}
