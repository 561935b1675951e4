import { modulationPoints } from "../modulations.ts";
import { solveEqualizer } from "../theory/finite.ts";
import { SYMBOLS } from "../transmission/labels.bench.ts";
import { PROAKIS_B, receivedCase } from "../transmission/received.bench.ts";
import { feedBackDecisions } from "./decision-feedback.reference.ts";
import { createDecisionFeedback } from "./decision-feedback.ts";

const channel = { taps: PROAKIS_B, samplesPerSymbol: 1, noiseVariance: 0.01 } as const;
const SIZES = { forwardTaps: 16, feedbackTaps: 2, delay: 15 };

/** 8·(N + Nb) operations per symbol. Each symbol waits for the decision before. */
export const cases = [
  receivedCase({
    name: { stem: "decision-feedback", title: "16 + 2 taps" },
    transmission: { modulation: "qpsk", taps: PROAKIS_B, snrDb: 20 },
    async create(device, batch, decisions, memory) {
      const { forward, feedback, mse } = solveEqualizer(channel, SIZES);
      const taps = memory.constant("equalizer taps", Float32Array.from([...forward, ...feedback]));
      const scales = memory.constant("scale", Float32Array.of(1 - mse));
      const plan = await createDecisionFeedback(device, batch, decisions, {
        ...SIZES,
        taps,
        scales,
        hasOwnTaps: false,
      });
      return { plan, output: plan.estimates };
    },
    expected(packet, guard) {
      const { forward, feedback, mse } = solveEqualizer(channel, SIZES);
      const sizes = { symbols: SYMBOLS, guard, samplesPerSymbol: 1, delay: SIZES.delay };
      return feedBackDecisions(packet, forward, feedback, sizes, { points: modulationPoints("qpsk"), scale: 1 - mse });
    },
  }),
];
