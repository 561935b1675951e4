import { equalTaps, PROAKIS_A, PROAKIS_B, receivedCase } from "../transmission/received.bench.ts";
import { SYMBOLS } from "../transmission/labels.bench.ts";
import { modulationPoints } from "../modulations.ts";
import { followGradient } from "./gradient.reference.ts";
import { createGradientEqualizer, modulusOf } from "./gradient.ts";

/** 16·(N + Nb) operations per symbol: 4 GFLOP with 31 taps. Each symbol waits for the one before. */
const RULES = [
  { rule: "lms", forwardTaps: 31, feedbackTaps: 0, step: 0.01 },
  { rule: "lms", forwardTaps: 11, feedbackTaps: 0, step: 0.02 },
  { rule: "lms", forwardTaps: 128, feedbackTaps: 0, step: 0.002 },
  { rule: "nlms", forwardTaps: 31, feedbackTaps: 0, step: 0.3 },
  { rule: "cma", forwardTaps: 31, feedbackTaps: 0, step: 0.002, start: 15 },
  { rule: "mma", forwardTaps: 31, feedbackTaps: 0, step: 0.002, start: 15 },
  { rule: "lms", forwardTaps: 16, feedbackTaps: 2, step: 0.01 },
] as const;

export const cases = RULES.map(({ rule, forwardTaps, feedbackTaps, step, ...rest }) => {
  const start = "start" in rest ? rest.start : undefined;
  const isBlind = start !== undefined;
  const training = isBlind ? 0 : 1000;
  const delay = forwardTaps >> 1;
  const config = { rule, forwardTaps, feedbackTaps, delay, training, start } as const;
  const feedback = feedbackTaps > 0 ? ` + ${feedbackTaps}` : "";
  return receivedCase({
    name: { stem: "gradient", title: `${rule}, ${forwardTaps}${feedback} taps` },
    transmission: {
      modulation: "qpsk",
      taps: feedbackTaps > 0 ? PROAKIS_B : isBlind ? equalTaps(1) : PROAKIS_A,
      snrDb: 25,
      forwardTaps,
    },
    async create(device, batch, decisions) {
      const plan = await createGradientEqualizer(device, batch, decisions, config);
      plan.setStep(step);
      return { plan, output: plan.estimates };
    },
    expected(packet, guard) {
      const points = modulationPoints("qpsk");
      const sizes = { ...config, symbols: SYMBOLS, guard, samplesPerSymbol: 1 };
      return followGradient(packet, points, sizes, {
        rule,
        step,
        start,
        modulus: rule === "cma" || rule === "mma" ? modulusOf(points, rule) : 0,
      });
    },
  });
});
