import { describe, expect, it } from "vitest";
import { errorDb, testNormals } from "../../gpu/testing.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { bitsOf, labelsOf } from "./testing.ts";

describe("blocks/bits-and-codes/differential-decoder", () => {
  it.each([
    ["bits", 2, [300, 7, 700]],
    ["labels", 8, [512, 488, 0, 7]],
    ["labels", 1000, 333],
  ] as const)("undoes the encoder for %s modulo %i in any pages", async (type, modulus, page) => {
    const x = type === "bits" ? bitsOf(3, 1007) : labelsOf(3, 1007, modulus);
    const coded = Int32Array.from(inFloat64("differential-encoder", { type, modulus }, { in: x }).out);
    const { out } = await blockOutputs("differential-decoder", { type, modulus }, { inputs: { in: coded }, page });
    expect(Array.from(out.subarray(0, 1007))).toEqual(Array.from(x));
    expect(Array.from(inFloat64("differential-decoder", { type, modulus }, { in: coded }).out)).toEqual(Array.from(x));
  });

  it("gives the phase differences of complex symbols", async () => {
    const x = Float32Array.from(testNormals(5, 800));
    const complex = { type: "complex" };
    const { out } = await blockOutputs("differential-decoder", complex, { inputs: { in: x }, page: [100, 1, 299] });
    expect(errorDb(out, inFloat64("differential-decoder", complex, { in: x }).out)).toBeLessThan(-130);
  });
});
