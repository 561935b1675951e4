import { floatSamples, type SampleArray, type SampleFormat } from "../../capture/raw-samples.ts";

/** A part of a stream of samples, with what the search reads before and after it. */
export interface BlockOfSamples<Samples> {
  /** Number of the block's first sample in the stream, and its number of samples. */
  first: number;
  size: number;
  /** From `reach` samples before the first one to `beyond` samples after the last one. What the stream does not have is 0. */
  samples: Samples;
  /** The samples of `samples` that the stream has: [from, to). */
  from: number;
  to: number;
}

/** Returns a block's samples as float32; those that the stream does not have are 0. */
export function floatBlock(format: SampleFormat, block: BlockOfSamples<SampleArray>): BlockOfSamples<Float32Array> {
  const samples = floatSamples(format, block.samples);
  samples.fill(0, 0, 2 * block.from).fill(0, 2 * block.to);
  return { ...block, samples };
}

export interface BlocksOfSamples<Samples> {
  push(samples: Samples): BlockOfSamples<Samples>[];
  end(): BlockOfSamples<Samples>[];
}

/** Cuts a stream that comes in pieces of any size into blocks of `size` samples, at fixed places. The last block may be shorter. */
export function createBlocksOfSamples<Samples extends SampleArray>(
  { reach, size: whole, beyond }: { reach: number; size: number; beyond: number },
  create: (length: number) => Samples,
): BlocksOfSamples<Samples> {
  // The samples from `reach` before the next block on. The stream begins with as many zeros.
  let held = create(2 * (reach + whole + beyond));
  let [count, first, received] = [reach, 0, 0];

  const cut = (size: number): BlockOfSamples<Samples> => {
    const samples = held.subarray(0, 2 * (reach + size + beyond)) as Samples;
    const from = Math.max(0, reach - first);
    const to = Math.min(reach + size + beyond, reach + received - first);
    const next = create(held.length);
    next.set(held.subarray(2 * size, 2 * count));
    held = next;
    count = Math.max(0, count - size);
    const block = { first, size, samples, from, to };
    first += size;
    return block;
  };

  return {
    push(samples) {
      const blocks: BlockOfSamples<Samples>[] = [];
      for (let i = 0; i < samples.length;) {
        const taken = Math.min(held.length - 2 * count, samples.length - i);
        held.set(samples.subarray(i, i + taken), 2 * count);
        i += taken;
        count += taken / 2;
        received += taken / 2;
        if (2 * count === held.length) blocks.push(cut(whole));
      }
      return blocks;
    },
    end() {
      const blocks: BlockOfSamples<Samples>[] = [];
      // The rest may be longer than a block by what a frame needs.
      for (let rest = received - first; rest > 0; rest -= whole) {
        blocks.push(cut(Math.min(rest, whole)));
      }
      return blocks;
    },
  };
}
