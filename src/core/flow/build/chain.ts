import { allocate } from "../../gpu/pool.ts";
import { checkedCount } from "../../gpu/rows.ts";
import { rehearse } from "../../gpu/submit.ts";
import { sequence } from "../../gpu/timing.ts";
import { type Block, type Page, SAMPLE_BYTES, type StreamPlan } from "../graph/block.ts";
import { PORTS } from "../graph/port.ts";
import { chainMultiple } from "../graph/rate.ts";

/** Connected blocks for pages of one size. A chain is a plan like its blocks' plans. */
export interface Chain extends StreamPlan {
  /** The input page: float32 [signal][length], complex samples as pairs. */
  readonly input: GPUBuffer;
  /** The number of input samples in a page is a multiple of this. */
  readonly multiple: number;
  /** The blocks' plans in order, for timing and for reading the signals between them. */
  readonly plans: readonly StreamPlan[];
}

/**
 * Connects blocks: each reads the output of the previous one. The data stay on the GPU.
 *
 * @param size Number of signals, and samples per signal in an input page.
 * @throws RangeError without blocks, if types do not match, if `length` is no multiple of `chainMultiple(blocks)`, and
 * for errors of the blocks; OutOfMemoryError if the device has too little memory for the page.
 */
export async function createChain(
  device: GPUDevice,
  blocks: readonly Block[],
  { signals, length }: Pick<Page, "signals" | "length">,
): Promise<Chain> {
  checkChain(blocks);
  checkedCount("flow/chain", "signals", signals);
  const multiple = chainMultiple(blocks);
  if (!Number.isInteger(length) || length <= 0 || length % multiple) {
    throw new RangeError(`flow/chain: length must be a positive multiple of ${multiple}, got ${length}`);
  }
  const memory = allocate(device);
  const plans: StreamPlan[] = [];
  const destroy = () => {
    for (const plan of plans) plan.destroy();
    memory.release();
  };
  try {
    const input = memory.storage("input of a chain", signals * length * SAMPLE_BYTES[blocks[0].input]);
    let page: Page = { signals, length, input };
    for (const block of blocks) {
      const plan = await block.create(device, page);
      plans.push(plan);
      page = { signals, length: plan.outputs, input: plan.output };
    }
    await rehearse(device, plans);
    return {
      ...sequence(blocks.map(({ label }) => label).join(" → "), plans),
      input,
      multiple,
      plans,
      output: page.input,
      outputs: page.length,
      reset() {
        for (const plan of plans) plan.reset();
      },
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

/** @throws RangeError without blocks, and when one cannot take what the one before gives. */
function checkChain(blocks: readonly Block[]): void {
  if (blocks.length === 0) throw new RangeError("flow/chain: blocks must be one or more, got none");
  for (const [i, block] of blocks.slice(1).entries()) {
    const before = blocks[i];
    if (before.output === block.input) continue;
    throw new RangeError(
      `flow/chain: ${block.label} must get ${PORTS[block.input].title}, but ${before.label} gives ${PORTS[before.output].title}`,
    );
  }
}
