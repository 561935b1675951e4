import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import { rehearse } from "../gpu/submit.ts";
import { sequence } from "../gpu/timing.ts";
import { type Block, type Page, SAMPLE_BYTES, type StreamPlan } from "./block.ts";
import { PORTS } from "./port.ts";
import { chainMultiple } from "./rate.ts";

/** Blocks one after the other, for pages of one size: a plan like each of theirs. */
export interface Chain extends StreamPlan {
  /** Where the page goes: float32 [signal][length], complex samples as pairs. */
  readonly input: GPUBuffer;
  /** Pages hold a multiple of so many input samples. */
  readonly multiple: number;
  /** The blocks' plans, in order: what to time, and what lies between them. */
  readonly plans: readonly StreamPlan[];
}

/**
 * Connects blocks: each takes what the one before gives, without leaving the GPU.
 *
 * @param size Signals side by side, and samples of each in a page of the input.
 * @throws RangeError without blocks, when a block cannot take what the one before gives, when `length` is no multiple of
 *   `chainMultiple(blocks)`, and what the blocks themselves refuse; OutOfMemoryError when the device has no room for the page.
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
