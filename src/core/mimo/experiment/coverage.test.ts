import { testGpu } from "../../gpu/testing.ts";
import { type RecordedUnits, testCoverage } from "../../measurement/cluster-coverage.testing.ts";
import { createMimoChain } from "./chain.ts";
import { MIMO } from "./experiment.ts";

/** Runs of frames: two antennas, 16-QAM, LDPC code of 576 bits, seed 1234. */
interface Recorded extends RecordedUnits {
  snrDb: number;
  detector: "mtt" | "mmse";
  /** True for errors before the decoder. */
  uncoded?: boolean;
}
const RECORDED: Recorded[] = [
  {
    snrDb: 12,
    detector: "mtt",
    at: "MTT, 12 dB",
    units: 40,
    bits: 288,
    first: 0,
    counts: [
      15782, 10, 4, 6, 5, 4, 4, 5, 2, 2, 4, 8, 8, 5, 4, 8, 12, 7, 6, 7, 8, 4, 9, 3, 9, 10, 3, 3, 6, 5, 2, 7, 5, 5, 4, 3,
      7, 1, 3, 4, 3, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1,
    ],
  },
  {
    snrDb: 12,
    detector: "mmse",
    at: "MMSE, 12 dB",
    units: 40,
    bits: 288,
    first: 0,
    counts: [
      15387, 15, 8, 9, 14, 5, 8, 9, 11, 13, 12, 11, 14, 12, 19, 25, 19, 16, 20, 19, 21, 25, 22, 21, 27, 21, 27, 22, 9,
      21, 18, 29, 14, 10, 7, 14, 6, 8, 5, 5, 3, 9, 3, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 1,
    ],
  },
  {
    snrDb: 10,
    detector: "mtt",
    at: "MTT, 10 dB",
    units: 40,
    bits: 288,
    first: 0,
    counts: [
      7252, 78, 59, 50, 47, 53, 66, 64, 69, 85, 83, 78, 109, 108, 143, 152, 173, 175, 205, 272, 241, 268, 287, 276, 285,
      272, 316, 298, 307, 311, 277, 280, 293, 245, 266, 252, 269, 230, 217, 193, 178, 148, 143, 127, 105, 105, 81, 72,
      45, 45, 60, 30, 29, 21, 20, 16, 17, 8, 12, 8, 6, 2, 4, 4, 4, 1, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1,
    ],
  },
  {
    snrDb: 10,
    detector: "mmse",
    at: "MMSE, 10 dB",
    units: 40,
    bits: 288,
    first: 0,
    counts: [
      4755, 79, 67, 69, 64, 49, 68, 69, 77, 87, 89, 127, 127, 136, 159, 192, 198, 232, 266, 301, 315, 320, 340, 348,
      344, 368, 392, 396, 399, 391, 435, 401, 381, 363, 360, 345, 332, 314, 276, 254, 226, 206, 190, 171, 152, 128, 122,
      98, 81, 66, 58, 44, 38, 31, 23, 25, 12, 10, 7, 7, 7, 6, 1, 3, 2, 0, 1,
    ],
  },
  {
    snrDb: 12,
    detector: "mmse",
    uncoded: true,
    at: "MMSE, 12 dB, before the decoder",
    units: 40,
    bits: 576,
    first: 39,
    counts: [
      1, 3, 4, 6, 17, 13, 19, 24, 28, 45, 60, 72, 90, 117, 136, 191, 237, 254, 313, 363, 385, 458, 507, 535, 605, 578,
      671, 698, 708, 680, 702, 703, 661, 646, 610, 589, 529, 488, 479, 385, 372, 298, 271, 245, 206, 192, 163, 128, 118,
      84, 72, 53, 34, 35, 33, 20, 12, 9, 12, 12, 5, 7, 2, 2, 2, 1, 0, 1, 0, 0, 0, 1,
    ],
  },
];

/** Errors of the frames of 400 runs, one after another. */
async function simulate({ units, snrDb, detector, uncoded }: Recorded): Promise<number[]> {
  const given = { antennas: 2, qam: "16", code: "wimax-576-1/2", detectors: [detector], seed: 1234 } as const;
  const page = 400;
  const chain = await createMimoChain((await testGpu()).device, MIMO.parse({ ...given }), page);
  const errors: number[] = [];
  for (let firstFrame = 0; firstFrame < 400 * units; firstFrame += page) {
    chain.setPage({ firstFrame, snrDb });
    const [count] = await chain.run();
    errors.push(...(uncoded ? count.uncodedErrors : count.errors));
  }
  chain.destroy();
  return errors;
}

testCoverage("MIMO", RECORDED, simulate);
