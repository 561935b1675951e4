import type { Float64Block } from "../../flow/build/block-factory.ts";

/** Returns a block that computes one frame after another. Items of an incomplete frame wait for the next call. */
export function byFrames(length: number, compute: (frame: Float64Array) => ArrayLike<number>): Float64Block {
  let rest: number[] = [];
  return ({ in: x }) => {
    const items = Float64Array.from([...rest, ...x]);
    const frames = Math.floor(items.length / length);
    rest = Array.from(items.subarray(frames * length));
    const results = Array.from({ length: frames }, (_, f) => compute(items.subarray(f * length, (f + 1) * length)));
    return { out: Float64Array.from(results.flatMap((result) => Array.from(result))) };
  };
}
