import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { codedBits, TAIL } from "./code.ts";
import { encodeConvolutional } from "./encoder.float64.ts";
import { createConvolutionalEncoder } from "./encoder.ts";
import { puncturedOrder, PUNCTURING } from "./puncturing.ts";

const VECTORS = new URL("./encoder.vectors.json", import.meta.url);
type Vectors = Record<"signal" | "data", { bits: string; coded: string }>;
const digits = (text: string) => Array.from(text, Number);

async function encodeOnGpu(rows: number[][]) {
  const device = await testDevice();
  const length = rows[0].length;
  const bits = upload(device, pack(rows));
  const plan = await createConvolutionalEncoder(device, { length, frames: rows.length, bits });
  poison(device, plan.code);
  await run(device, plan);
  const words = await readWords(device, plan.code, rows.length * wordsOf(codedBits(length)));
  plan.destroy();
  return words;
}

describe("convolutional/encoder", () => {
  it("reproduces the worked example of IEEE 802.11a, Annex G", async () => {
    const { signal, data } = JSON.parse(readFileSync(VECTORS, "utf8")) as Vectors;
    const bits = digits(signal.bits).slice(0, -TAIL);
    expect(encodeConvolutional(bits).join("")).toBe(signal.coded);
    expect(await encodeOnGpu([bits])).toEqual(pack([digits(signal.coded)]));
    const coded = encodeConvolutional(digits(data.bits));
    const sent = Array.from(puncturedOrder(coded.length, PUNCTURING["3/4"]), (place) => coded[place]);
    expect(sent.slice(0, data.coded.length).join("")).toBe(data.coded);
  });

  it("answers an impulse with the generators 133 and 171", async () => {
    // A B of seven steps.
    const impulse = "11011111001011";
    expect(encodeConvolutional([1]).join("")).toBe(impulse);
    expect(await encodeOnGpu([[1]])).toEqual(pack([digits(impulse)]));
    const [a, b] = [0, 1].map((i) => digits(impulse).filter((_, place) => place % 2 === i));
    expect([a, b].map((taps) => parseInt(taps.join(""), 2).toString(8))).toEqual(["133", "171"]);
  });

  it.each([
    [1, 5],
    [5, 3],
    [10, 1],
    [11, 2],
    [26, 3],
    [27, 70],
    [32, 9],
    [33, 9],
    [816, 4],
    [1033, 21],
    [11680, 2],
    [32776, 1],
  ])("equals the reference for %i bits, %i frames", async (length, frames) => {
    const rows = randomRows(length, frames, length);
    expect(await encodeOnGpu(rows)).toEqual(pack(rows.map(encodeConvolutional)));
  });

  it.each([
    [{ length: 0 }, "length must be a positive integer, got 0"],
    [{ frames: 1.5 }, "frames must be a positive integer, got 1.5"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const bits = upload(device, new Uint32Array(4));
    await expect(createConvolutionalEncoder(device, { length: 40, frames: 1, bits, ...change })).rejects.toThrow(
      `convolutional/encoder: ${message}`,
    );
  });
});
