import { testGpu } from "../../../gpu/testing.ts";
import { type RecordedUnits, testCoverage } from "../../../measurement/cluster-coverage.testing.ts";
import { createTurboChain } from "./chain.ts";
import { TURBO } from "./experiment.ts";

/** Runs of codewords, max-log, seed 1234. */
interface Recorded extends RecordedUnits {
  ebn0Db: number;
}
const RECORDED: Recorded[] = [
  {
    ebn0Db: 0.5,
    at: "K = 40, 0.5 dB",
    units: 100,
    bits: 40,
    first: 0,
    counts: [
      24207, 136, 306, 1177, 982, 1076, 1283, 1403, 1412, 1462, 1451, 1261, 1106, 906, 656, 481, 280, 195, 112, 55, 35,
      8, 4, 5, 1,
    ],
  },
  {
    ebn0Db: 2,
    at: "K = 40, 2 dB",
    units: 100,
    bits: 40,
    first: 0,
    counts: [37769, 37, 81, 350, 224, 192, 214, 219, 181, 152, 150, 124, 92, 74, 52, 35, 24, 13, 7, 5, 4, 1],
  },
];

/** Errors of the codewords of 400 runs, one after another. */
async function simulate({ bits, units, ebn0Db }: Recorded): Promise<number[]> {
  const config = TURBO.parse({ length: bits, windows: "1", algorithm: ["max-log"], seed: 1234 });
  const page = 2000;
  const chain = await createTurboChain((await testGpu()).device, config, page);
  const errors: number[] = [];
  for (let firstCodeword = 0; firstCodeword < 400 * units; firstCodeword += page) {
    chain.setPage({ firstCodeword, ebn0Db });
    errors.push(...(await chain.run())[0].errors);
  }
  chain.destroy();
  return errors;
}

testCoverage("turbo", RECORDED, simulate);
