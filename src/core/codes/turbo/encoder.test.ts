import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { poison, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { encodeTurbo } from "./encoder.reference.ts";
import { createTurboEncoder } from "./encoder.ts";
import { TURBO_LENGTHS } from "./qpp.ts";

const VECTORS = new URL("./encoder.vectors.json", import.meta.url);
interface Vectors {
  cases: { K: number; frames: { u: string; x: string }[] }[];
}
const digits = (text: string) => Array.from(text, Number);

async function encodeOnGpu(rows: number[][]) {
  const device = await testDevice();
  const length = rows[0].length;
  const bits = upload(device, pack(rows));
  const plan = await createTurboEncoder(device, { length, frames: rows.length, bits });
  poison(device, plan.code);
  await run(device, plan);
  const words = await readWords(device, plan.code, rows.length * wordsOf(3 * length + 12));
  plan.destroy();
  return words;
}

describe("turbo/encoder", () => {
  it("reproduces Sionna's vectors bit for bit", async () => {
    const { cases } = JSON.parse(readFileSync(VECTORS, "utf8")) as Vectors;
    expect(cases.map(({ K }) => K)).toEqual([40, 112]);
    for (const { frames } of cases) {
      expect(frames.map(({ u }) => encodeTurbo(digits(u)).join(""))).toEqual(frames.map(({ x }) => x));
      expect(await encodeOnGpu(frames.map(({ u }) => digits(u)))).toEqual(pack(frames.map(({ x }) => digits(x))));
    }
  });

  it.each([0, 1, 2, 3])(
    "equals the reference at the lengths of TS 36.212, every fourth from number %i on",
    async (i) => {
      for (const length of TURBO_LENGTHS.filter((_, n) => n % 4 === i)) {
        const rows = randomRows(length, 3, length);
        expect(await encodeOnGpu(rows), `K = ${length}`).toEqual(pack(rows.map(encodeTurbo)));
      }
    },
  );

  it.each([
    [40, 1],
    [40, 1037],
    [480, 61],
    [2016, 9],
    [6144, 5],
  ])("equals the reference for %i bits, %i frames", async (length, frames) => {
    const rows = randomRows(frames, frames, length);
    expect(await encodeOnGpu(rows)).toEqual(pack(rows.map(encodeTurbo)));
  });

  it("is linear, and an impulse rings with period 7", () => {
    const [a, b] = randomRows(21, 2, 512);
    const add = (x: number[], y: number[]) => x.map((bit, k) => bit ^ y[k]);
    expect(encodeTurbo(add(a, b))).toEqual(add(encodeTurbo(a), encodeTurbo(b)));
    // (1 + D + D³)/(1 + D² + D³) by long division.
    const parity = encodeTurbo(a.map((_, k) => Number(k === 0))).filter((_, i) => i % 3 === 1);
    expect(parity.slice(0, 22).join("")).toBe("1" + "1110010".repeat(3));
  });

  it.each([
    [{ length: 6208 }, "length must be one of the 188 of TS 36.212, 40 to 6144, got 6208 (nearest: 6144)"],
    [{ frames: 1.5 }, "frames must be a positive integer, got 1.5"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const bits = upload(device, new Uint32Array(64));
    await expect(createTurboEncoder(device, { length: 40, frames: 1, bits, ...change })).rejects.toThrow(
      `turbo/encoder: ${message}`,
    );
  });
});
