import { modulationPoints } from "../modulations.ts";
import { PROAKIS_B, receivedCase } from "../transmission/received.bench.ts";
import { recursiveLeastSquares } from "./rls.reference.ts";
import { createRlsEqualizer } from "./rls.ts";

/** Symbols that are checked: a float64 symbol takes N² steps. */
const CHECKED = 200;

/** 12·N² operations per symbol: 95 GFLOP with 31 taps. */
const SIZES = [
  { forwardTaps: 31, feedbackTaps: 0 },
  { forwardTaps: 11, feedbackTaps: 0 },
  { forwardTaps: 44, feedbackTaps: 0 },
  { forwardTaps: 16, feedbackTaps: 2 },
];

export const cases = SIZES.map(({ forwardTaps, feedbackTaps }) => {
  const config = { forwardTaps, feedbackTaps, forgetting: 0.99, start: 10, training: 1000 };
  const delay = (forwardTaps >> 1) + 1;
  const feedback = feedbackTaps > 0 ? ` + ${feedbackTaps}` : "";
  return receivedCase({
    name: { stem: "rls", title: `${forwardTaps}${feedback} taps` },
    transmission: { modulation: "qpsk", taps: PROAKIS_B, snrDb: 20 },
    async create(device, batch, decisions) {
      const plan = await createRlsEqualizer(device, batch, decisions, config);
      plan.setDelay(delay);
      return { plan, output: plan.estimates };
    },
    symbols: CHECKED,
    expected: (packet, guard) =>
      recursiveLeastSquares(
        packet,
        modulationPoints("qpsk"),
        { ...config, delay, guard, symbols: CHECKED, samplesPerSymbol: 1 },
        config,
      ),
  });
});
