import type { Gpu } from "../../gpu/device.ts";
import { deviceOf } from "../../gpu/array-plan.ts";
import type { StreamBlock } from "../graph/block.ts";
import { outputSamples } from "../graph/rate.ts";
import { runStream } from "./run-stream.ts";

/** Samples per page: enough to occupy a GPU. */
const PAGE = 2 ** 18;

/**
 * Runs samples of an array through blocks, and returns the output as an array.
 *
 * @param x float32 samples of the first block's kind: complex ones as pairs.
 * @param extra Zeros after the end, in samples: they bring the end of a delayed output out of the blocks. Default 0.
 * @throws What the blocks throw; DeviceLostError, OutOfMemoryError.
 */
export async function streamArray(
  gpu: Pick<Gpu, "device">,
  blocks: readonly StreamBlock[],
  x: Float32Array,
  extra = 0,
): Promise<Float32Array<ArrayBuffer>> {
  deviceOf(gpu);
  const [from, to] = [blocks[0].input, blocks[blocks.length - 1].output].map((kind) => (kind === "complex" ? 2 : 1));
  if (x.length % from) throw new RangeError(`complex samples must be pairs of numbers, got ${x.length} numbers`);
  const samples = x.length / from + extra;
  const y = new Float32Array(to * outputSamples(blocks, samples));
  const read = async (start: number, count: number) => {
    const part = new Float32Array(from * Math.max(0, Math.min(count, samples - start)));
    part.set(x.subarray(from * start, from * start + part.length));
    return part;
  };
  for await (const step of runStream(gpu, { samples, read }, blocks, { page: PAGE }))
    y.set(step.samples, to * step.first);
  return y;
}
