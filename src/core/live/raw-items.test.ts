import { describe, expect, it } from "vitest";
import { fromBytes } from "../capture/byte-source.ts";
import { bytesLeft, rawItems } from "./raw-items.ts";

const DEFAULTS = { type: "integer", format: "ri16_le", from: 0, to: 0, loop: "off" };

const file = (...bytes: readonly number[]) => fromBytes("x.wav", Uint8Array.from(bytes));

async function itemsOf(bytes: readonly number[], request: object, chunks = 1, first = 0): Promise<number[]> {
  const source = rawItems(file(...bytes), { request: { ...DEFAULTS, ...request } }, first);
  const found: number[] = [];
  for (let i = 0; i < chunks; i++) found.push(...((await source.read())?.items ?? []));
  return found;
}

describe("live/raw-items", () => {
  it.each([
    [{ format: "ri16_le" }, [1, 0, 0xff, 0xff, 0, 0x80, 9], [1, -1, -32768]],
    [{ format: "ri32_le" }, [1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], [1, -1]],
    [{ format: "ri8" }, [1, 255, 128], [1, -1, -128]],
    [{ format: "ru8" }, [1, 255, 128], [1, 255, 128]],
    [{ type: "bits", format: "ru8" }, [1, 0, 1], [1, 0, 1]],
    [{ format: "ru8", from: 1, to: 3 }, [1, 2, 3, 4], [2, 3]],
  ])("reads %j from a file of any name", async (request, bytes, expected) => {
    expect(await itemsOf(bytes, request, 2)).toEqual(expected);
  });

  it("reads floats exactly, and NaN as zero", async () => {
    const bytes = new Uint8Array(Float32Array.of(0.1, Number.NaN, -2).buffer);
    const request = { ...DEFAULTS, type: "real", format: "rf32_le" };
    const chunk = await rawItems(fromBytes("x", bytes), { request }).read();
    expect([...(chunk?.items ?? [])]).toEqual([Math.fround(0.1), 0, -2]);
  });

  it("counts complex samples that hold a NaN or an infinity, and reads them as zero", async () => {
    const bytes = new Uint8Array(Float32Array.of(1, Number.NaN, 2, 3, Infinity, 4).buffer);
    const source = rawItems(fromBytes("x", bytes), { request: { ...DEFAULTS, type: "complex", format: "cf32_le" } });
    expect([...((await source.read())?.items ?? [])]).toEqual([0, 0, 2, 3, 0, 0]);
    expect(source.nonFinite()).toBe(2);
  });

  it("begins again, and continues where a run stopped", async () => {
    expect(await itemsOf([1, 2, 3], { format: "ru8", loop: "on" }, 2)).toEqual([1, 2, 3, 1, 2, 3]);
    expect(await itemsOf([1, 2, 3], { format: "ru8", loop: "on" }, 2, 4)).toEqual([2, 3, 1, 2, 3]);
    expect(await itemsOf([1, 2, 3], { format: "ru8" }, 2, 2)).toEqual([3]);
  });

  it("refuses integers that float32 would round", async () => {
    await expect(itemsOf([1, 0, 0, 1], { format: "ri32_le" })).rejects.toThrow("The file holds the integer 16777217");
  });

  it("counts bytes that are no whole item, and refuses other parts and bytes", async () => {
    expect(bytesLeft(file(1, 2, 3), { request: DEFAULTS })).toBe(1);
    await expect(itemsOf([1, 2], { from: 1 })).rejects.toThrow(
      "“x.wav” has 1 items of ri16_le. From and To must lie in it",
    );
    await expect(itemsOf([1, 7], { type: "bits", format: "ru8" })).rejects.toThrow(
      "holds the byte 7 at item 1, and bits are 0 or 1. Set the type of the block to integer",
    );
  });
});
