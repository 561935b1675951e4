import wholeFiringsKernel from "#shaders/flow/build/whole-firings.wgsl?raw";
import type { Groups } from "../../gpu/kernel.ts";
import { owning } from "../../gpu/owning.ts";
import { checkedCount, gridOf, groupOf } from "../../gpu/rows.ts";
import { clear } from "../../gpu/submit.ts";
import { sequence, type Plan } from "../../gpu/timing.ts";
import type { Stream } from "./block-factory.ts";

const MOST_GROUP = 256;

export interface WholeFiringsConfig {
  /** Items whose number the GPU decides. */
  input: Stream;
  /** 32-bit words per item. */
  words: number;
  /** Items that a block takes at once. */
  unit: number;
  /** Most items in a page of the output: a multiple of `unit`, and no less than the input's length. */
  length: number;
}

/** Gathers items until whole firings of a block are there. The rest of a page waits for the next one. */
export interface WholeFirings extends Plan {
  /** Items, and their number, a multiple of `unit`. Items beyond it are undefined. */
  readonly output: Required<Stream>;
  /** Sets the number of zeros that follow the page's items, at most `length` less those, for later submissions. */
  setZeros(count: number): void;
  /** Forgets the waiting items, for later submissions. */
  reset(): void;
}

/** @throws RangeError for a size out of its range. */
export async function createWholeFirings(device: GPUDevice, config: WholeFiringsConfig): Promise<WholeFirings> {
  const GROUP = groupOf(device, MOST_GROUP);
  const label = "flow/whole-firings";
  const { buffer, count, length: most } = config.input;
  const words = checkedCount(label, "words", config.words);
  const unit = checkedCount(label, "unit", config.unit);
  const length = checkedCount(label, "length", config.length);
  if (length % unit || length < most) {
    throw new RangeError(`${label}: length must be a multiple of ${unit} from ${most}, got ${length}`);
  }
  if (!count) throw new RangeError(`${label}: input must have a count`);
  return owning(device, async ({ memory, stage }) => {
    const kept = memory.storage(`${label}, waiting items`, 4 * unit * words);
    const waits = memory.storage(`${label}, number of waiting items`, 4);
    const whole = memory.storage(`${label}, number of items`, 4);
    const y = memory.storage(label, 4 * length * words);
    const resources = { count, x: buffer, kept, waits, whole, y, params: { zeros: 0 } };
    const constants = { GROUP, UNIT: unit, WORDS: words };
    const task = (TASK: number, groups: Groups) =>
      stage({ label, wgsl: [wholeFiringsKernel], constants: { ...constants, TASK }, resources, groups });
    const tasks = [await task(0, gridOf(device, Math.ceil((length * words) / GROUP))), await task(1, 1)];
    const reset = () => clear(device, label, [waits]);
    reset();
    let now = 0;
    return {
      ...sequence(label, tasks),
      output: { buffer: y, length, count: whole },
      setZeros(zeros) {
        if (zeros === now) return;
        now = zeros;
        for (const { set } of tasks) set({ zeros });
      },
      reset,
    };
  });
}
