import { zeroNonFinite } from "../../capture/finite.ts";
import type { RecordedSamples } from "../../capture/recording.ts";
import { declip, type SampleLimits } from "./declip.ts";

/** Samples that are restored together, and those around them that are read, too. */
const [BLOCK, AROUND] = [2 ** 15, 2 ** 12];
/** Most blocks of a recording that are kept: 16 MiB. */
const MOST_KEPT = 64;

/** Blocks of recordings, since signals that are on at the same time need the same ones. */
const kept = new WeakMap<RecordedSamples, Map<string, Float32Array<ArrayBuffer>>>();

/** Returns the samples of a recording as they were before the receiver's limit, as {@link declip} restores them. They do not depend on what is read. */
export function declippedRecording(recording: RecordedSamples, limits: SampleLimits): RecordedSamples {
  const { samples: total, channels } = recording;
  const blocks = kept.get(recording) ?? new Map<string, Float32Array<ArrayBuffer>>();
  kept.set(recording, blocks);
  const blockOf = async (index: number, channel: number) => {
    const key = [index, channel, limits.low, limits.high].join();
    const known = blocks.get(key);
    if (known) return known;
    const from = index * BLOCK;
    const first = Math.max(0, from - AROUND);
    const end = Math.min(total, from + BLOCK + AROUND);
    const samples = await recording.read(first, end - first, channel);
    zeroNonFinite(samples);
    declip(samples, limits);
    const block = samples.slice(2 * (from - first), 2 * (from - first + BLOCK));
    const [oldest] = blocks.keys();
    if (blocks.size >= MOST_KEPT) blocks.delete(oldest);
    blocks.set(key, block);
    return block;
  };
  const read = async (start: number, count: number, channel = 0) => {
    const samples = new Float32Array(2 * Math.max(0, Math.min(count, total - start)));
    for (let index = Math.floor(start / BLOCK); index * BLOCK < start + samples.length / 2; index++) {
      const offset = index * BLOCK - start;
      const block = (await blockOf(index, channel)).subarray(2 * Math.max(0, -offset));
      const to = 2 * Math.max(0, offset);
      samples.set(block.subarray(0, samples.length - to), to);
    }
    return samples;
  };
  return { samples: total, channels, read };
}
