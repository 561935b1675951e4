import { describe, expect, it } from "vitest";
import { type KnownChannel, solveEqualizer } from "../adaptive/theory/finite.ts";
import { firdes } from "../filter-design/firdes.ts";
import { checkGraph } from "../flow/graph/check-graph.ts";
import { sinkItems, testGraph } from "../flow/graph/graph.testing.ts";
import { CATALOGUE } from "./catalogue.testing.ts";
import { inFloat64, normalTail } from "./testing.ts";

const SAMPLES = 4;
/** Gain, phase in degrees and delay in samples of the rays. */
const RAYS = [
  [0, 0, 0],
  [-3, 100, 4],
  [-8, -70, 9],
] as const;
/** Deviation of the noise of a sample. Behind the matched filter a symbol has a fourth of its variance. */
const NOISE = 0.68;
const TAPS = 12;
const FEEDBACK = 4;
/** The output symbol that equals the first sent one: the filters delay by 16 symbols, and the equalizers by 7. */
const START = 23;

/** The taps at one sample per symbol that the synchronizer sees: pulse, rays, matched filter, sampled where the line of |z|² says. */
function channelOfSymbols(): KnownChannel {
  const pulse = firdes("root_raised_cosine", [1, SAMPLES, 1, 0.35, 65]).map(({ re }) => re);
  const length = 2 * pulse.length + 10;
  const whole = { re: new Float64Array(length), im: new Float64Array(length) };
  for (const [gain, degrees, delay] of RAYS) {
    const size = SAMPLES * 10 ** (gain / 20);
    const [re, im] = [Math.cos, Math.sin].map((part) => size * part((degrees * Math.PI) / 180));
    for (const [i, a] of pulse.entries()) {
      for (const [j, b] of pulse.entries()) {
        whole.re[i + j + delay] += re * a * b;
        whole.im[i + j + delay] += im * a * b;
      }
    }
  }
  let [x, y] = [0, 0];
  for (let n = 0; n < length; n++) {
    const power = whole.re[n] ** 2 + whole.im[n] ** 2;
    x += power * Math.cos((2 * Math.PI * n) / SAMPLES);
    y -= power * Math.sin((2 * Math.PI * n) / SAMPLES);
  }
  const first = (((-Math.atan2(y, x) / (2 * Math.PI)) % 1) + 1) % 1;
  const sinc = (t: number) => (Math.abs(t) < 1e-12 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t));
  const taps = Array.from({ length: Math.floor(length / SAMPLES) }, (_, k) => {
    const at = SAMPLES * (k + first);
    return [whole.re, whole.im].map((part) => part.reduce((sum, value, n) => sum + value * sinc(at - n), 0));
  });
  return { taps: Float64Array.from(taps.flat()), samplesPerSymbol: 1, noiseVariance: NOISE ** 2 / SAMPLES };
}

/** A file of a graph that gives its items back. */
const file = (type: string) => ["file-sink", { type, format: "raw" }] as const;

/** Three standard deviations of a count of errors. @param each Errors that come together. */
const spreadOf = (errors: number, each = 1) => 3 * Math.sqrt(each * errors);

describe("links with equalizers", () => {
  it("have the error rate and the mean squared error of theory behind rays and a synchronizer, for every page size alike", async () => {
    const symbols = 2500;
    const { out: bits } = inFloat64("random-bits", { seed: 21 }, {}, 2 * symbols);
    const { out: sent } = inFloat64("constellation-mapper", { constellation: "QPSK" }, { in: bits });
    const known = Array.from({ length: 300 }, (_, k) => [sent[2 * k], sent[2 * k + 1]]);
    const learning = { rule: "RLS", forgetting: 0.999, forwardTaps: TAPS, training: known, trainingStart: START };
    const rays = (column: 0 | 1 | 2) => RAYS.map((ray) => ray[column]).join();
    const rootRaisedCosine = (gain: number) => ({
      design: "taps",
      taps: `firdes.root_raised_cosine(${gain}, 4, 1, 0.35, 65)`,
    });
    const graph = testGraph(
      {
        bits: ["random-bits", { seed: 21 }],
        few: ["head", { type: "bits", items: 2 * symbols }],
        mapper: ["constellation-mapper", { constellation: "QPSK" }],
        shaping: ["fir-filter", { ...rootRaisedCosine(SAMPLES), interpolation: SAMPLES }],
        rays: ["multipath-channel", { gains: rays(0), phases: rays(1), delays: rays(2) }],
        noise: ["noise-source", { amplitude: NOISE, seed: 22 }],
        noisy: ["add"],
        matched: ["fir-filter", rootRaisedCosine(1)],
        timing: ["symbol-synchronizer", { samplesPerSymbol: SAMPLES, bandwidth: 0.005 }],
        linear: ["adaptive-equalizer", learning],
        feedback: ["decision-feedback-equalizer", { ...learning, feedbackTaps: FEEDBACK }],
        slicer: ["slicer", { constellation: "QPSK" }],
        decisions: file("bits"),
        estimates: file("complex"),
        fed: file("complex"),
      },
      [
        "bits.out few.in",
        "few.out mapper.in",
        "mapper.out shaping.in",
        "shaping.out rays.in",
        "rays.out noisy.a",
        "noise.out noisy.b",
        "noisy.out matched.in",
        "matched.out timing.in",
        "timing.out linear.in",
        "timing.out feedback.in",
        "linear.out slicer.in",
        "slicer.out decisions.in",
        "linear.out estimates.in",
        "feedback.out fed.in",
      ],
    );
    const checked = checkGraph(graph, CATALOGUE);
    expect(checked.problems).toEqual([]);
    const found = await sinkItems(checked, { page: 20_000 });
    expect(await sinkItems(checked, { page: 7111 })).toEqual(found);
    const [decisions, estimates, fed] = ["decisions", "estimates", "fed"].map((sink) => found.get(sink) as number[]);
    // After the training, without the last symbols, which the filters hold back.
    const [from, to] = [600, symbols - START - 2];
    const errorOf = (z: readonly number[]) => {
      let sum = 0;
      for (let i = 2 * from; i < 2 * to; i++) sum += (z[i + 2 * START] - sent[i]) ** 2;
      return sum / (to - from);
    };
    const channel = channelOfSymbols();
    const linear = solveEqualizer(channel, { forwardTaps: TAPS, delay: START }).mse;
    const feedback = solveEqualizer(channel, { forwardTaps: TAPS, feedbackTaps: FEEDBACK, delay: START }).mse;
    // |e|² spreads about as much as its mean: 2.3 % of it for 1900 symbols, and RLS adds N(1 − λ)/(1 + λ), 0.6 to 0.8 %.
    expect(Math.abs(errorOf(estimates) / linear - 1)).toBeLessThan(0.07);
    expect(Math.abs(errorOf(fed) / feedback - 1)).toBeLessThan(0.07);
    const wanted = 2 * (to - from) * normalTail(Math.sqrt(1 / linear - 1));
    let errors = 0;
    for (let i = 2 * from; i < 2 * to; i++) errors += Number(decisions[i + 2 * START] !== bits[i]);
    expect(Math.abs(errors - wanted)).toBeLessThan(spreadOf(wanted));
  }, 60_000);

  it("have the error rate of maximum likelihood on Proakis' channel B", async () => {
    const count = 8000;
    const taps = [0.407, 0.815, 0.407];
    const graph = testGraph(
      {
        bits: ["random-bits", { seed: 23 }],
        mapper: ["constellation-mapper", { constellation: "BPSK" }],
        channel: ["fir-filter", { design: "taps", taps }],
        noise: ["noise-source", { amplitude: 10 ** (-6 / 20), seed: 24 }],
        noisy: ["add"],
        mlse: ["mlse", { constellation: "BPSK", taps, traceback: 20 }],
        slicer: ["slicer", { constellation: "BPSK" }],
        decisions: file("bits"),
      },
      [
        "bits.out mapper.in",
        "mapper.out channel.in",
        "channel.out noisy.a",
        "noise.out noisy.b",
        "noisy.out mlse.in",
        "mlse.out slicer.in",
        "slicer.out decisions.in",
      ],
    );
    const { out: bits } = inFloat64("random-bits", { seed: 23 }, {}, count);
    const found = await sinkItems(checkGraph(graph, CATALOGUE), { page: 2000, pages: count / 2000 });
    const decisions = found.get("decisions") as number[];
    let errors = 0;
    for (let i = 20; i < count; i++) errors += Number(decisions[i] !== bits[i - 20]);
    // 0.0262 at Eb/N0 = 6 dB, by two float64 computations; most error events have one or two bits.
    const wanted = 0.0262 * (count - 20);
    expect(Math.abs(errors - wanted)).toBeLessThan(spreadOf(wanted, 2));
  });
});
