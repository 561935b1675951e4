import type { StreamBlock } from "./block.ts";
import type { Tag } from "./tag.ts";

/** Samples out for each `down` samples in, in lowest terms. */
export interface RateRatio {
  up: number;
  down: number;
}

export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** Returns the rate of connected blocks. */
export function chainRate(blocks: readonly RateRatio[]): RateRatio {
  let [up, down] = [1, 1];
  for (const block of blocks) {
    // Always in lowest terms, so that products stay small.
    [up, down] = [up * block.up, down * block.down];
    const divisor = greatestDivisor(up, down);
    [up, down] = [up / divisor, down / divisor];
  }
  return { up, down };
}

/**
 * Returns the multiple for a chain's input page. With it each block gets its own multiple, and the output has whole
 * samples.
 */
export function chainMultiple(blocks: readonly StreamBlock[]): number {
  let multiple = 1;
  for (let i = 0; i <= blocks.length; i++) {
    const { up, down } = chainRate(blocks.slice(0, i));
    const wanted = down * (blocks[i]?.multiple ?? 1);
    const reduced = wanted / greatestDivisor(up, wanted);
    multiple *= reduced / greatestDivisor(multiple, reduced);
  }
  return multiple;
}

/** Returns sample · up / down, exactly for whole results up to 2^53. */
export function scaled(sample: number, { up, down }: RateRatio): number {
  const whole = Math.floor(sample / down);
  return whole * up + ((sample - whole * down) * up) / down;
}

/**
 * Returns the number of a chain's output samples for a number of input samples: the last outputs begin at the last
 * inputs.
 */
export function outputSamples(blocks: readonly RateRatio[], samples: number): number {
  const { up, down } = chainRate(blocks);
  const whole = Math.floor(samples / down);
  return whole * up + Math.ceil(((samples - whole * down) * up) / down);
}

/** Returns a chain's delay in output samples. */
export function chainDelay(blocks: readonly (RateRatio & Pick<StreamBlock, "delay">)[]): number {
  return blocks.reduce((late, { delay, up, down }) => ((late + delay) * up) / down, 0);
}

/** Returns a tag after the blocks: moved by rate and delay, possibly changed or dropped. */
export function passTag(blocks: readonly StreamBlock[], tag: Tag): Tag | undefined {
  let now = tag;
  // Computed from the tag's original position, so that rounding happens only once.
  let late = 0;
  for (const [i, block] of blocks.entries()) {
    late = ((late + block.delay) * block.up) / block.down;
    const sample = scaled(tag.sample, chainRate(blocks.slice(0, i + 1))) + late;
    const next = block.tag ? block.tag({ ...now, sample }) : { ...now, sample };
    if (!next) return undefined;
    late += next.sample - sample;
    now = next;
  }
  return now;
}
