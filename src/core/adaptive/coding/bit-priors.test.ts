import { expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { learnedPriors } from "./bit-priors.reference.ts";
import { createBitPriors } from "./bit-priors.ts";
import { inCodewordOrder } from "./codeword-llrs.reference.ts";
import { createCodewordLlrs } from "./codeword-llrs.ts";
import { EMPTY } from "./places.ts";

const PACKETS = 67;

it("adaptive/bit-priors, adaptive/codeword-llrs: move LLRs between the rows of symbols and codewords, and subtract the decoder's input", async () => {
  const device = await testDevice();
  const placeOf = Uint32Array.of(4, 0, 5, 2);
  const [first, rows, length] = [2, 8, 4];
  const bitAt = new Uint32Array(rows).fill(EMPTY);
  for (const [bit, place] of placeOf.entries()) bitAt[first + place] = bit;
  const values = Float32Array.from(testNormals(5, rows * PACKETS));
  const received = await createCodewordLlrs(device, {
    packets: PACKETS,
    llrs: upload(device, values),
    first,
    placeOf,
  });
  const learned = Float32Array.from(testNormals(6, length * PACKETS));
  // The decoder is certain of one bit.
  learned[2] = -1e6;
  const posterior = upload(device, learned);
  const priors = upload(device, new Float32Array(rows * PACKETS));
  const loop = { packets: PACKETS, length, input: received.codeword, posterior, bitAt, priors };
  const feedback = await createBitPriors(device, loop);
  for (const buffer of [received.codeword, priors]) poison(device, buffer);
  await run(device, received, feedback);
  const codeword = await readFloats(device, received.codeword, length * PACKETS);
  const found = await readFloats(device, priors, rows * PACKETS);
  for (let p = 0; p < PACKETS; p++) {
    const columnOf = (all: Float32Array) => Array.from({ length: rows }, (_, row) => all[row * PACKETS + p]);
    const own = codeword.subarray(p * length, (p + 1) * length);
    expect(Array.from(own)).toEqual(Array.from(inCodewordOrder(columnOf(values), first, placeOf)));
    const wanted = learnedPriors(own, learned.subarray(p * length, (p + 1) * length), bitAt, 100);
    for (const [row, prior] of columnOf(found).entries()) expect(prior).toBeCloseTo(wanted[row], 5);
  }
  for (const plan of [received, feedback]) plan.destroy();
});
