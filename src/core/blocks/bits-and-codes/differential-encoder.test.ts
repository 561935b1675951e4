import { expect, it } from "vitest";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { bitsOf, labelsOf } from "./testing.ts";

it.each([
  ["bits", 2, [300, 7, 700]],
  ["labels", 8, [512, 488, 0, 7]],
  ["labels", 1000, 333],
] as const)("encodes %s modulo %i in any pages", async (type, modulus, page) => {
  const x = type === "bits" ? bitsOf(3, 1007) : labelsOf(3, 1007, modulus);
  const { out } = await blockOutputs("differential-encoder", { type, modulus }, { inputs: { in: x }, page });
  const expected = inFloat64("differential-encoder", { type, modulus }, { in: x }).out;
  expect(Array.from(out.subarray(0, 1007))).toEqual(Array.from(expected));
});
