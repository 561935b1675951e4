import equalizerKernel from "#shaders/blocks/filters/adaptive-equalizer.wgsl?raw";
import constellation from "#shaders/blocks/lib/constellation.wgsl?raw";
import recentSample from "#shaders/blocks/lib/recent-sample.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import axis from "#shaders/constellation/lib/axis.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import leastSquares from "#shaders/lib/least-squares.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { modulusOf } from "../../adaptive/adaptation/gradient.ts";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { createHistory } from "../../flow/build/history.ts";
import { lengthConstants } from "../../gpu/lengths.ts";
import { owning } from "../../gpu/owning.ts";
import { clear } from "../../gpu/submit.ts";
import { sequence } from "../../gpu/timing.ts";
import { CONSTELLATIONS } from "../bits-and-codes/constellations.ts";
import { pointsOf } from "../bits-and-codes/constellations.float64.ts";
import { countOf } from "../item-count.ts";
import { pairsOf } from "../list-field.ts";
import {
  type AdaptiveEqualizer,
  checkEqualizer,
  type DecisionFeedbackEqualizer,
  EQUALIZER_RULES,
  isBlind,
} from "./adaptive-equalizer.ts";

/** Most symbols of a page: they follow each other in one dispatch, which must not take long. */
const MOST_SYMBOLS = 2 ** 14;

/** The number of no tap, and a limit that no error reaches. */
const [NO_TAP, NO_LIMIT] = [2 ** 32 - 1, 1e30];

/** @throws RangeError for parameters that do not fit each other. */
export const createAdaptiveEqualizer = (parameters: AdaptiveEqualizer): PlanBlock => equalizer(parameters, 0);

/** @throws RangeError for parameters that do not fit each other. */
export const createDecisionFeedbackEqualizer = (parameters: DecisionFeedbackEqualizer): PlanBlock =>
  equalizer(parameters, parameters.feedbackTaps);

function equalizer(parameters: AdaptiveEqualizer, feedback: number): PlanBlock {
  checkEqualizer(parameters, feedback);
  const label = "blocks/filters/adaptive-equalizer";
  const { rule, constellation: name, newest, forwardTaps, startTap, initial, trainingStart } = parameters;
  const samples = parameters.samplesPerSymbol;
  const blind = isBlind(parameters);
  const training = blind ? [] : pairsOf(parameters.training);
  const total = forwardTaps + feedback;
  const row = rule === "RLS" ? total : 1;
  const group = 32 * Math.ceil(total / 32);
  return {
    kind: "plan",
    consumes: { in: samples },
    produces: { out: 1 },
    variableRates: ["in"],
    most: MOST_SYMBOLS,
    create: (device, { inputs: { in: input } }) =>
      owning(device, async ({ keep, memory, stage }) => {
        const count = countOf(device, memory, input);
        const page = { signals: 1, length: input.length, input: input.buffer, count: count.buffer };
        const recent = await keep(createHistory(device, { ...page, kind: "complex", history: forwardTaps }));
        const out = memory.storage("equalized", 8 * (input.length / samples));
        const state = memory.storage("taps", 8 * (2 * total + 1));
        const setClear = () => clear(device, label, [state]);
        setClear();
        const modulus = parameters.modulus || modulusOf(pointsOf(name), rule === "MMA" ? "mma" : "cma");
        const rates = ({ step, forgetting }: AdaptiveEqualizer) => ({ step, forgetting });
        const equalizing = await stage({
          label,
          wgsl: [
            lengthConstants({ RULE: EQUALIZER_RULES.indexOf(rule), FORWARD: forwardTaps, TOTAL: total, ROW: row }),
            equalizerKernel,
            complex,
            leastSquares,
            recentSample,
            finite,
            constellation,
            axis,
            phasor,
            angle,
          ],
          constants: {
            GROUP: group,
            WORDS: 2,
            HISTORY: forwardTaps,
            BITS: CONSTELLATIONS[name],
            SPS: samples,
            NEWEST: newest === "first" ? 0 : samples - 1,
            START: startTap < 0 ? NO_TAP : startTap,
            HOLD: Number(!blind && parameters.afterTraining === "hold"),
          },
          resources: {
            count: count.buffer,
            x: input.buffer,
            recent: recent.buffer,
            training: memory.constant("training", Float32Array.from(training.length ? training : [0, 0])),
            state,
            matrix: memory.storage("matrix", 8 * row * group),
            y: out,
            params: {
              training: training.length / 2,
              first: training.length ? trainingStart : 0,
              ...rates(parameters),
              start: initial,
              modulus,
              limit: parameters.errorLimit || NO_LIMIT,
            },
          },
          groups: 1,
        });
        return {
          ...sequence(label, [equalizing, recent]),
          outputs: { out: { buffer: out, length: input.length / samples } },
          prepare: ({ firings }) => count.set(samples * firings),
          reset() {
            setClear();
            recent.reset();
          },
          set: (next: AdaptiveEqualizer) => equalizing.set(rates(next)),
        };
      }),
  };
}
