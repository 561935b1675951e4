import { describe, expect, it } from "vitest";
import { fromBytes } from "../capture/byte-source.ts";
import { openRecording } from "../capture/registry.ts";
import type { Source } from "../flow/run/source.ts";
import { recordedSource } from "./recorded.ts";

const DEFAULTS = { type: "complex", name: "", index: 0, channel: 0, rate: 0, from: 0, to: 0, loop: "off" };

async function opened(name: string, numbers: readonly number[], request: object, first = 0): Promise<Source> {
  const [recording] = await openRecording([fromBytes(name, new Uint8Array(Float32Array.from(numbers).buffer))]);
  return recordedSource(recording, { request: { ...DEFAULTS, ...request } }, first);
}

async function samplesOf(source: Source, chunks: number): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < chunks; i++) found.push(...((await source.read())?.items ?? []));
  return found;
}

describe("live/recorded", () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];

  it("gives a part of a recording, once or again and again", async () => {
    const part = { from: 1, to: 3 };
    expect(await samplesOf(await opened("x.cf32", numbers, part), 3)).toEqual([3, 4, 5, 6]);
    const loop = await opened("x.cf32", numbers, { ...part, loop: "on" });
    expect(await samplesOf(loop, 3)).toEqual([3, 4, 5, 6, 3, 4, 5, 6, 3, 4, 5, 6]);
    const later = await opened("x.cf32", numbers, { ...part, loop: "on" }, 5);
    expect(await samplesOf(later, 2)).toEqual([5, 6, 3, 4, 5, 6]);
    expect(await samplesOf(await opened("x.cf32", numbers, part, 1), 2)).toEqual([5, 6]);
    loop.close();
    expect(await loop.read()).toBeUndefined();
  });

  it("gives real recordings as real or as complex samples", async () => {
    expect(await samplesOf(await opened("x.f32", [1, 2], { type: "real" }), 2)).toEqual([1, 2]);
    expect(await samplesOf(await opened("x.f32", [1, 2], {}), 2)).toEqual([1, 0, 2, 0]);
  });

  it.each([
    [{ from: 4 }, "“x” has 4 samples. From and To must lie in it, got 4 and 0"],
    [{ to: 5 }, "got 0 and 5"],
    [{ channel: 1 }, "“x” has 1 channels, counted from 0. There is no channel 1"],
    [{ type: "real" }, "“x” has complex samples. Set the type of the block to complex"],
  ])("refuses %o", async (request, message) => {
    await expect(opened("x.cf32", numbers, request)).rejects.toThrow(message);
  });
});
