import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { randomRows } from "../../random/testing.ts";
import { decodeFrames, encodeFrames, type CodingStep, type Frames, usualPage } from "./frames.ts";
import { CODES, codeOf } from "../registry.ts";
import { encodeConvolutional } from "../convolutional/encoder.float64.ts";
import { encodeTurbo } from "../turbo/encoder.reference.ts";

/** Values in memory as a file of rows. */
function held<Values extends Uint8Array | Float32Array>(values: Values, width: number): Frames<Values> {
  const read = async (first: number, count: number) => values.slice(first * width, (first + count) * width) as Values;
  return { name: "x.npy", count: values.length / width, read };
}

async function all(steps: AsyncGenerator<CodingStep>): Promise<{ bits: number[]; states: number[] }> {
  const [bits, states]: number[][] = [[], []];
  for await (const step of steps) {
    bits.push(...step.bits);
    states.push(step.state);
  }
  return { bits, states };
}

describe("codes/files/frames", () => {
  it.each([
    ["lte-40", encodeTurbo],
    ["bcc-24", encodeConvolutional],
  ])("encodes and decodes frames of %s page by page, from any frame", async (name, reference) => {
    const gpu = await testGpu();
    const { code, family } = codeOf(name);
    const rows = randomRows(5, 5, code.information);
    const bits = held(Uint8Array.from(rows.flat()), code.information);
    const coded = await all(encodeFrames(gpu, code, bits, { page: 2 }));
    expect(coded.states).toEqual([2, 4, 5]);
    expect(coded.bits).toEqual(rows.flatMap((row) => [...reference(row)]));
    const llrs = held(
      Float32Array.from(coded.bits, (bit) => 8 * bit - 4),
      code.length,
    );
    const decoder = { code, decoding: CODES[family].usual(code) };
    expect(await all(decodeFrames(gpu, decoder, llrs, { page: 3 }))).toEqual({ bits: rows.flat(), states: [3, 5] });
    expect(await all(decodeFrames(gpu, decoder, llrs, { from: 4 }))).toEqual({ bits: rows[4], states: [5] });
    // Of 2^33 codewords it reads only the last one.
    const last = { name: "x.npy", count: 2 ** 33, read: () => llrs.read(4, 1) };
    const decoding = decodeFrames(gpu, decoder, last, { from: 2 ** 33 - 1 });
    const { value } = await decoding.next();
    expect(value).toMatchObject({ state: 2 ** 33, progress: 1, iterations: { length: 1 } });
    expect([...(value?.bits ?? [])]).toEqual(rows[4]);
    expect(await decoding.next()).toMatchObject({ done: true });
  });

  it("takes pages that suit a GPU", () => {
    expect(usualPage(codeOf("wimax-2304-1/2").code)).toBe(1820);
    expect(usualPage({ name: "long", information: 1, length: 2 ** 23 })).toBe(1);
  });

  it("refuses values that are no bits, and NaN", async () => {
    const gpu = await testGpu();
    const { code } = codeOf("lte-40");
    const bits = held(new Uint8Array(80).fill(2, 48, 49), 40);
    await expect(encodeFrames(gpu, code, bits).next()).rejects.toThrow(
      "x.npy: bits must be 0 or 1, got 2 in frame 1, place 8",
    );
    const decoder = { code, decoding: CODES.turbo.usual(code) };
    for (const value of [Number.NaN, -Infinity]) {
      const llrs = held(new Float32Array(3 * 132).fill(value, 2 * 132 + 5, 2 * 132 + 6), 132);
      const decoding = decodeFrames(gpu, decoder, llrs, { page: 1 });
      await decoding.next();
      await decoding.next();
      await expect(decoding.next()).rejects.toThrow(`x.npy: LLRs must be finite, got ${value} in frame 2, place 5`);
    }
  });
});
