import { SYMBOLS } from "../transmission/labels.bench.ts";
import { equalTaps, receivedCase } from "../transmission/received.bench.ts";
import { createMAlgorithm } from "./m-algorithm.ts";
import { pathBytes } from "./path-memory.ts";

export const cases = [16, 64].map((keep) =>
  receivedCase({
    name: { stem: "m-algorithm", title: `${keep} paths of qpsk, 4 taps` },
    transmission: { modulation: "qpsk", taps: equalTaps(4), snrDb: 25 },
    largest: pathBytes(keep, SYMBOLS),
    async create(device, batch, decisions) {
      const plan = await createMAlgorithm(device, batch, decisions, { keep });
      return { plan, output: plan.estimates };
    },
    // The nearest other sequence is over 20 standard deviations away: what was sent is the most likely.
    expected: ({ sent }, guard) => sent.subarray(2 * guard, 2 * (guard + SYMBOLS)),
  }),
);
