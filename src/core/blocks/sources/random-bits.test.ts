import { expect, it } from "vitest";
import { frameBits } from "../../random/bits.reference.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";

it("gives the same bits as the core's generator, for every page size and far along the signal", async () => {
  const { out } = await blockOutputs("random-bits", { seed: 7 }, { page: 300, firings: 1000 });
  expect(Array.from(out)).toEqual(frameBits(0, { length: 1000, seed: 7 }));
  expect(Array.from(inFloat64("random-bits", { seed: 7 }, {}, 1000).out)).toEqual(Array.from(out));
});
