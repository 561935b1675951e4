import { describe, expect, it } from "vitest";
import { buffersToMove, type Context, moved, perContext, untilStopped } from "./experiment.ts";

describe("core/experiment", () => {
  it("names each buffer of a marked answer once, and no buffer of an unmarked one", () => {
    const values = new Float32Array(8);
    const answer = { start: 3, all: values, part: values.subarray(2), other: new Uint8Array(4), none: undefined };
    expect(buffersToMove(answer)).toEqual([]);
    expect(moved(answer)).toBe(answer);
    expect(buffersToMove(answer)).toEqual([values.buffer, answer.other.buffer]);
    expect(buffersToMove(moved(new Float64Array(2)))).toHaveLength(1);
    for (const plain of [undefined, null, 3, "text", {}]) expect(buffersToMove(plain)).toEqual([]);
  });

  it("keeps one value per host", () => {
    const [first, second, third] = [{}, {}].flatMap((host) => [{ host }, { host }]) as Context[];
    const listOf = perContext((): number[] => []);
    listOf(first!).push(1);
    expect(listOf(second!)).toEqual([1]);
    expect(listOf(third!)).toEqual([]);
  });

  it("returns undefined for stopped work, and passes other errors on", async () => {
    const { signal, abort } = ((controller) => ({
      signal: controller.signal,
      abort: () => controller.abort(),
    }))(new AbortController());
    const failing = () => Promise.reject(new RangeError("wrong"));
    expect(await untilStopped(signal, async () => 7)).toBe(7);
    await expect(untilStopped(signal, failing)).rejects.toThrow("wrong");
    abort();
    expect(await untilStopped(signal, failing)).toBeUndefined();
  });
});
