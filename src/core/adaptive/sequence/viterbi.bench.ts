import { SYMBOLS } from "../transmission/labels.bench.ts";
import { equalTaps, receivedCase } from "../transmission/received.bench.ts";
import { statesOf } from "./trellis.ts";
import { createViterbiEqualizer, survivorBytes } from "./viterbi.ts";

/** 6·M·M^L operations per symbol: 12.6 GFLOP with 64 states. A survivor takes one byte per state and symbol. */
const TRELLISES = [
  { tapCount: 3, traceback: 0 },
  { tapCount: 4, traceback: 0 },
  { tapCount: 5, traceback: 0 },
  { tapCount: 4, traceback: 20 },
];

export const cases = TRELLISES.map(({ tapCount, traceback }) =>
  receivedCase({
    name: {
      stem: "viterbi",
      title: `${statesOf(4, tapCount)} states of qpsk${traceback > 0 ? `, traceback ${traceback}` : ""}`,
    },
    transmission: { modulation: "qpsk", taps: equalTaps(tapCount), snrDb: 25 },
    largest: survivorBytes(4, tapCount, SYMBOLS),
    async create(device, batch, decisions) {
      const plan = await createViterbiEqualizer(device, batch, decisions, { traceback });
      return { plan, output: plan.estimates };
    },
    // The nearest other sequence is over 20 standard deviations away: what was sent is the most likely.
    expected: ({ sent }, guard) => sent.subarray(2 * guard, 2 * (guard + SYMBOLS)),
  }),
);
