import { expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { middlesOfBlocks } from "./estimates.reference.ts";
import { createBlockEstimates } from "./estimates.ts";

// N, symbols dropped on each side, packets, symbols. Symbols of a packet that no whole block ends with belong to a last block that begins earlier.
it.each([
  [8, 0, 3, 24],
  [8, 2, 67, 22],
  [16, 3, 1, 61],
  [2, 0, 65, 2],
])(
  "adaptive/estimates: blocks of %i without %i on each side cover %i packets of %i symbols once",
  async (length, drop, packets, symbols) => {
    const device = await testDevice();
    const hop = length - 2 * drop;
    const blocks = Math.ceil(symbols / hop);
    // The last block ends `drop` symbols behind the packet.
    const last = symbols + drop - length;
    const equalized = Float32Array.from(testNormals(3, 2 * packets * blocks * length));
    const cover = { length, drop, blocks, last };
    const plan = await createBlockEstimates(device, { packets, symbols }, upload(device, equalized), cover);
    poison(device, plan.estimates);
    await run(device, plan);
    const found = await readFloats(device, plan.estimates, 2 * packets * symbols);
    for (let packet = 0; packet < packets; packet++) {
      const own = equalized.subarray(2 * packet * blocks * length, 2 * (packet + 1) * blocks * length);
      const column = Array.from({ length: 2 * symbols }, (_, i) => found[2 * ((i >> 1) * packets + packet) + (i % 2)]);
      expect(column).toEqual(middlesOfBlocks(own, symbols, cover));
    }
    plan.destroy();
  },
);
