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

/** What GNU Radio 3.10.5 gives for these bits: `digital.diff_encoder_bb(2, digital.DIFF_NRZI)`, and the decoder of that name. */
const NRZI = {
  bits: [1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 0, 1],
  encoded: [0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0],
  decoded: [0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0],
};

it.each([
  ["differential-encoder", NRZI.bits, NRZI.encoded],
  ["differential-decoder", NRZI.bits, NRZI.decoded],
  ["differential-decoder", NRZI.encoded, NRZI.bits],
] as const)("the %s has GNU Radio's NRZI coding: %j", async (name, bits, expected) => {
  const inputs = { in: Uint32Array.from(bits) };
  const { out } = await blockOutputs(name, { coding: "NRZI" }, { inputs, page: [5, 1, 6] });
  expect([...out]).toEqual(expected);
  expect([...inFloat64(name, { coding: "NRZI" }, inputs).out]).toEqual(expected);
});

it("refuses NRZI for labels", async () => {
  const run = blockOutputs("differential-encoder", { type: "labels", coding: "NRZI" }, { page: 1 });
  await expect(run).rejects.toThrow("NRZI codes bits, but the type is “labels”");
});
