import { testGpu } from "../../gpu/testing.ts";
import { type RecordedUnits, testCoverage } from "../../measurement/cluster-coverage.testing.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { createLink } from "./link.ts";
import { DEFAULT_SCENARIO } from "./scenario.ts";

/** Runs of packets, channel 1, MMSE, seed 1234. */
interface Recorded extends RecordedUnits {
  ebn0: number;
}
const RECORDED: Recorded[] = [
  {
    ebn0: 9,
    at: "MMSE, 9 dB",
    units: 16,
    bits: 6144,
    first: 83,
    counts: [
      1, 0, 0, 2, 2, 2, 1, 6, 6, 1, 7, 10, 9, 5, 7, 15, 16, 15, 16, 15, 26, 21, 27, 27, 20, 28, 38, 43, 36, 41, 57, 55,
      65, 63, 58, 66, 84, 84, 84, 66, 87, 90, 85, 94, 101, 97, 98, 123, 101, 109, 113, 118, 112, 97, 114, 89, 112, 90,
      120, 109, 93, 90, 113, 120, 90, 94, 97, 83, 92, 100, 83, 70, 84, 89, 67, 59, 70, 85, 58, 65, 60, 58, 62, 55, 49,
      61, 58, 40, 41, 41, 42, 51, 34, 41, 37, 40, 41, 34, 30, 25, 31, 33, 29, 29, 29, 19, 14, 20, 20, 20, 20, 15, 11,
      12, 9, 21, 17, 17, 14, 8, 11, 7, 14, 11, 5, 12, 8, 4, 7, 3, 7, 6, 5, 8, 3, 5, 4, 6, 2, 1, 2, 5, 4, 1, 5, 6, 0, 3,
      4, 4, 5, 2, 1, 1, 1, 4, 0, 3, 2, 2, 3, 1, 0, 2, 3, 0, 1, 2, 2, 0, 1, 2, 3, 2, 1, 0, 0, 1, 1, 0, 2, 2, 1, 2, 0, 0,
      0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0,
      1, 0, 1,
    ],
  },
  { ebn0: 16, at: "MMSE, 16 dB", units: 16, bits: 6144, first: 0, counts: [4946, 1223, 195, 28, 6, 2] },
];

/** Errors of the packets of 400 runs, one after another; none is missed. */
async function simulate({ units, ebn0 }: Recorded): Promise<number[]> {
  const packets = 400 * units;
  const scenario = { ...DEFAULT_SCENARIO, equalizers: ["mmse" as const], packets, seed: 1234 };
  const blocks = 4;
  const link = await createLink((await testGpu()).device, { scenario, blocks });
  const errors: number[] = [];
  for (let firstBlock = 0; firstBlock * BLOCK_PACKETS < packets; firstBlock += blocks) {
    link.setPage({ firstBlock, ebn0 });
    errors.push(...(await link.run())[0]);
  }
  link.destroy();
  return errors;
}

testCoverage("telemetry", RECORDED, simulate);
