import { expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
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
      for (let j = 0; j < blocks; j++) {
        const start = Math.min(j * hop - drop, last);
        for (let k = j * hop; k < Math.min((j + 1) * hop, symbols); k++) {
          const from = 2 * ((packet * blocks + j) * length + k - start);
          const at = 2 * (k * packets + packet);
          expect([found[at], found[at + 1]]).toEqual([equalized[from], equalized[from + 1]]);
        }
      }
    }
    plan.destroy();
  },
);
