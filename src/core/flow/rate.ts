import type { Block } from "./block.ts";
import type { Tag } from "./tag.ts";

/** Samples out for each `down` samples in, in lowest terms. */
export interface Rate {
  up: number;
  down: number;
}

export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** What blocks one after the other make of a rate. */
export function rateOf(blocks: readonly Rate[]): Rate {
  let [up, down] = [1, 1];
  for (const block of blocks) {
    // In lowest terms all the way: products stay small.
    [up, down] = [up * block.up, down * block.down];
    const divisor = greatestDivisor(up, down);
    [up, down] = [up / divisor, down / divisor];
  }
  return { up, down };
}

/** Pages of a chain hold a multiple of so many input samples: each block gets a multiple of its own, the end whole samples. */
export function chainMultiple(blocks: readonly Block[]): number {
  let multiple = 1;
  for (let i = 0; i <= blocks.length; i++) {
    const { up, down } = rateOf(blocks.slice(0, i));
    const wanted = down * (blocks[i]?.multiple ?? 1);
    const own = wanted / greatestDivisor(up, wanted);
    multiple *= own / greatestDivisor(multiple, own);
  }
  return multiple;
}

/** sample · up / down: exact where the result is whole, to 2^53. */
export function scaled(sample: number, { up, down }: Rate): number {
  const whole = Math.floor(sample / down);
  return whole * up + ((sample - whole * down) * up) / down;
}

/** Samples that a chain makes of so many: the last ones in begin the last ones out. */
export function outputSamples(blocks: readonly Rate[], samples: number): number {
  const { up, down } = rateOf(blocks);
  const whole = Math.floor(samples / down);
  return whole * up + Math.ceil(((samples - whole * down) * up) / down);
}

/** Samples of the output by which a chain is late. */
export function chainDelay(blocks: readonly (Rate & Pick<Block, "delay">)[]): number {
  return blocks.reduce((late, { delay, up, down }) => ((late + delay) * up) / down, 0);
}

/** What becomes of a tag on its way through blocks: moved by rate and delay, changed or dropped by those that do. */
export function passTag(blocks: readonly Block[], tag: Tag): Tag | undefined {
  let now = tag;
  // From where the tag was first, not from block to block: nothing is rounded twice.
  let late = 0;
  for (const [i, block] of blocks.entries()) {
    late = ((late + block.delay) * block.up) / block.down;
    const sample = scaled(tag.sample, rateOf(blocks.slice(0, i + 1))) + late;
    const next = block.tag ? block.tag({ ...now, sample }) : { ...now, sample };
    if (!next) return undefined;
    late += next.sample - sample;
    now = next;
  }
  return now;
}
