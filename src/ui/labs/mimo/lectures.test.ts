import { describe, expect, it } from "vitest";
import { stepWords } from "#core/lectures/words.ts";
import { testGpu } from "#core/gpu/testing.ts";
import { crossingOf } from "#core/measurement/crossing.ts";
import { sweepToEnd } from "#core/measurement/testing.ts";
import { MIMO, type MimoExperiment, mimoNoiseVariance } from "#core/mimo/experiment/experiment.ts";
import { look } from "#core/mimo/experiment/look.ts";
import { loop } from "#core/mimo/experiment/loop.ts";
import { type MimoPoint, mimoSweep } from "#core/mimo/experiment/sweep.ts";
import { traverse } from "#core/mimo/experiment/vector.ts";
import { watchFrame } from "#core/mimo/experiment/watch.ts";
import { type DetectorName, detectors } from "#core/mimo/registry.ts";
import { decodeMimo } from "./address.ts";
import { LECTURES } from "./lectures.ts";
import { labelOf, scenesOf } from "./scenes.ts";

const FIGURES = [
  "trellis",
  "ber",
  "fer",
  "uncoded",
  "llrs",
  "calibration",
  "convergence",
  "exit",
  "frame",
  "complexity",
  "throughput",
  "received",
];

describe("MIMO lectures", () => {
  it("have unique names", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: every scenario is valid",
    (_, steps) => {
      for (const { scenario, figure } of steps) {
        expect(() => decodeMimo(`#${scenario}`)).not.toThrow();
        expect(FIGURES).toContain(figure);
      }
    },
  );
});

const steps = LECTURES.flatMap(({ id, steps }) => steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })));

/** What a step's figures show. */
function seen(scenario: string) {
  const { config, inspection, scene } = decodeMimo(`#${scenario}`);
  const { snrDb, frame, use, target } = inspection;
  const changed = (change: Partial<MimoExperiment>) => MIMO.parse({ ...config, ...change });
  return {
    async sweep(change: Partial<MimoExperiment> = {}) {
      const { results } = await sweepToEnd(mimoSweep, changed(change));
      const of = (detector: DetectorName) => results.filter((point) => point.detector === detector);
      return {
        at: (detector: DetectorName, db: number, outer = 1) =>
          of(detector).find((point) => point.snrDb === db && point.outer === outer)!,
        /** The SNR for the target, before the decoder if there is no code. */
        need: (detector: DetectorName, rate = target, outer = 1) => {
          const mine = of(detector).filter((point) => point.outer === outer);
          const points = mine.map((point) => ({
            ebn0Db: point.snrDb,
            rate: config.code === "none" ? point.uncodedBer : point.ber,
          }));
          return crossingOf(points, rate).ebn0Db!;
        },
      };
    },
    /** The step of the traversal that the lecture opens. */
    async vector() {
      const traversal = await traverse(await testGpu(), config, { snrDb, frame, use });
      const scenes = scenesOf(traversal, mimoNoiseVariance(config, snrDb));
      return {
        traversal,
        scenes,
        shown: scenes[scene],
        label: (symbol: number) => labelOf(symbol, traversal.bitsPerSymbol),
      };
    },
    look: async () => look(await testGpu(), config, snrDb),
    loop: async (db = snrDb) => (await loop(await testGpu(), config, db))!,
    frame: async (detector: DetectorName) => watchFrame(await testGpu(), config, { snrDb, frame, detector }),
  };
}

type Seen = ReturnType<typeof seen>;
/** A claim: words that the text must contain, or a fact. */
type Claims = (string | boolean)[];

/** Two antennas, 4-QAM. */
const SMALLEST = { antennas: 2, bitsPerSymbol: 2, uses: 1 } as const;

/** Four antennas, 16-QAM. */
const LOOPED = { antennas: 4, bitsPerSymbol: 4, uses: 1 } as const;
const spaced = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");

/** Lost frames of a detector after one, two and three passes. */
const lost = (at: (detector: DetectorName, db: number, outer: number) => MimoPoint, name: DetectorName, db: number) =>
  [1, 2, 3].map((outer) => at(name, db, outer).frameErrors);

const percent = (rate: number | null, decimals: number) => `${(100 * rate!).toFixed(decimals)} %`;
const isAbout = (value: number, told: number, tolerance: number) => Math.abs(value - told) <= tolerance;

/** The claims of each step's text about its figures. */
const CLAIMS: Readonly<Record<string, (see: Seen) => Promise<Claims>>> = {
  "diversity, step 2": async ({ sweep }) => {
    const { at } = await sweep({ snr: "0,16,20" });
    const falls = (["zf", "max-log"] as const).map((name) => at(name, 16).uncodedErrors / at(name, 20).uncodedErrors);
    return [
      `falls by a factor of ${falls[0].toFixed(1)}, the rate of the exhaustive search by ${falls[1].toFixed(1)}`,
      percent(at("mmse", 0).uncodedBer, 0) === "22 %" && percent(at("max-log", 0).uncodedBer, 0) === "22 %",
    ];
  },
  "diversity, step 4": async ({ sweep }) => {
    const { need } = await sweep({ snr: "8:4:16" });
    return [
      isAbout(need("mmse") - need("max-log"), 3, 0.5),
      isAbout(need("zf") - need("max-log"), 5, 0.5),
      detectors["max-log"].operations(SMALLEST).operations < detectors.zf.operations(SMALLEST).operations,
    ];
  },
  "one-pass, step 1": async ({ vector }) => {
    const { shown } = await vector();
    const ends = new Set(shown.paths.map((path) => path[3]));
    return [shown.kind === "reduction", ends.size === 1];
  },
  "one-pass, step 2": async ({ vector }) => {
    const { shown } = await vector();
    const stages = [0, 1, 2, 3].filter((stage) => new Set(shown.paths.map((path) => path[stage])).size > 1);
    return [shown.kind === "reduction", stages.length === 1 && stages[0] === 0];
  },
  "one-pass, step 4": async ({ sweep }) => {
    const { at, need } = await sweep();
    const [once, often] = [at("one-pass", 11), at("mtt", 11)];
    return [
      `${once.uncodedErrors} bit errors each`,
      once.uncodedErrors === often.uncodedErrors,
      `one-pass loses ${once.frameErrors} frames of 100 at 11 dB, MTT ${often.frameErrors}.`,
      isAbout(need("one-pass", 1e-2) - need("mtt", 1e-2), 1.3, 0.15),
    ];
  },
  "one-pass, step 5": async ({ sweep }) => {
    const [{ at }, high] = [await sweep(), await sweep({ clip: 8 })];
    const lost = (db: number) =>
      `${at("one-pass", db).frameErrors} ${db === 11 ? "frames " : ""}at ${db} dB in place of ${high.at("one-pass", db).frameErrors}`;
    return [lost(11), lost(12), at("one-pass", 11).frameErrors > at("mtt", 11).frameErrors];
  },
  "mtt, step 1": async ({ vector }) => {
    const { shown, traversal, label } = await vector();
    const order = shown.distances.values
      .map((value, symbol) => ({ value, symbol }))
      .toSorted((a, b) => a.value - b.value);
    return [
      `is ${label(order[0].symbol)}, at ${order[0].value.toFixed(2)} N0`,
      `one, ${label(order[1].symbol)}, is second`,
      order[1].symbol === traversal.sent[3],
    ];
  },
  "mtt, step 2": async ({ vector }) => {
    const { shown, traversal, label } = await vector();
    const [best, second] = shown.distances.values
      .map((value, symbol) => ({ value, symbol }))
      .toSorted((a, b) => a.value - b.value);
    return [`and ${label(best.symbol)} is now better`, best.symbol === traversal.sent[3], second.value > best.value];
  },
  "mtt, step 3": async ({ vector }) => {
    const { shown } = await vector();
    return [shown.kind === "reduction", new Set(shown.paths.map((path) => path[3])).size === 2];
  },
  "mtt, step 4": async ({ vector }) => {
    const { traversal, shown } = await vector();
    const bits = traversal.sent.flatMap((symbol) => [symbol >> 1, symbol & 1]);
    const most = Math.max(...traversal.llr.map((llr, i) => Math.abs(llr - traversal.maxLog![i])));
    return [
      `by up to ${most.toFixed(2)}`,
      bits.every((bit, i) => traversal.llr[i] > 0 === (bit === 1)),
      shown.kind === "end",
    ];
  },
  "exact-in-two, step 2": async ({ vector }) => {
    const { traversal } = await vector();
    return [traversal.llr.every((llr, i) => isAbout(llr, traversal.maxLog![i], 1e-9))];
  },
  "exact-in-two, step 3": async ({ sweep }) => {
    const { at } = await sweep();
    const [low, high] = [at("mtt", 10), at("mtt", 12)];
    return [
      `lose ${low.frameErrors} frames of 40, with the same ${low.errors} wrong bits`,
      `with ${high.errors} wrong bits`,
      high.frameErrors === 1,
      [10, 12].every((db) => at("max-log", db).errors === at("mtt", db).errors),
    ];
  },
  "correlation, step 1": async ({ sweep }) => {
    const { at } = await sweep();
    return [
      `${percent(at("zf", 20).uncodedBer, 1)} for ZF, ${percent(at("mmse", 20).uncodedBer, 1)} for MMSE and ${percent(at("max-log", 20).uncodedBer, 2)} for`,
    ];
  },
  "correlation, step 2": async ({ sweep }) => {
    const { at } = await sweep();
    return [
      `${percent(at("zf", 20).uncodedBer, 1)} for ZF, ${percent(at("mmse", 20).uncodedBer, 1)} for MMSE and ${percent(at("max-log", 20).uncodedBer, 2)} for`,
    ];
  },
  "correlation, step 3": async ({ sweep }) => {
    const { at } = await sweep();
    return [
      `ZF gets ${percent(at("zf", 20).uncodedBer, 0)} of the bits wrong, MMSE ${percent(at("mmse", 20).uncodedBer, 0)}, and the exhaustive search ${percent(at("max-log", 20).uncodedBer, 1)}`,
    ];
  },
  "soft-bits, step 1": async ({ sweep }) => {
    const { at } = await sweep();
    const [five, six] = [at("mmse", 5), at("mmse", 6)];
    return [
      `${percent(five.uncodedBer, 0)} of MMSE’s LLRs`,
      `only ${five.frameErrors} frames of 100`,
      `At 6 dB ${percent(six.uncodedBer, 0)}`,
      six.frameErrors === 0,
    ];
  },
  "soft-bits, step 2": async ({ look, sweep }) => {
    const after = (await look()).convergence![1];
    const { at } = await sweep({ snr: "5", iterations: 1 });
    return [
      `from ${percent(at("mmse", 5).uncodedBer, 0)} to about ${percent(at("mmse", 5).ber, 0)}`,
      after[0].iteration === 1 && after[0].fer === 1,
    ];
  },
  "soft-bits, step 3": async ({ sweep }) => {
    const { need } = await sweep();
    return [isAbout(need("mmse") - need("max-log"), 0.5, 0.1)];
  },
  "soft-bits, step 4": async ({ sweep }) => {
    const { at } = await sweep();
    const lost = (["mmse", "kbest", "mtt", "one-pass"] as const).map((name) => at(name, 13).frameErrors);
    return [
      `at 13 dB MMSE loses ${lost[0]} frames of 60, K-best ${lost[1]}, MTT ${lost[2]} and one-pass ${lost[3]}`,
      [12, 13, 14, 15, 16, 17].every((db) => at("mtt", db).uncodedErrors < at("mmse", db).uncodedErrors),
    ];
  },
  "priors, step 1": async ({ frame }) => {
    const { errors } = await frame("mmse-pic");
    return [
      `gets ${errors[0]} of 576 coded bits wrong, and the decoder still ${errors[1]}`,
      `has ${errors[2]} wrong bits, more than the ${errors[1]} of`,
      errors[3] === 0,
    ];
  },
  "priors, step 2": async ({ sweep }) => {
    const { at } = await sweep({ snr: "11" });
    const [one, two, three] = lost(at, "mmse-pic", 11);
    return [
      `one pass loses ${one} frames of 100, two passes ${two} and three ${three}. MMSE loses the same ${one}`,
      at("mmse", 11).errors === at("mmse-pic", 11).errors,
    ];
  },
  "priors, step 3": async ({ loop }) => {
    const [open, closed] = [await loop(), await loop(8)];
    const curve = open.detectors[0].curve;
    return [
      curve.every(({ output }, i) => i === 0 || output > curve[i - 1].output),
      open.passes[2].fed > 0.9,
      closed.passes[2].fed < 0.6,
      closed.passes[2].fed - closed.passes[1].fed < 0.1,
    ];
  },
  "priors, step 4": async ({ loop }) => {
    const { passes, detectors } = await loop();
    const wrong = passes.map(({ calibration: { bins } }) => bins.reduce((sum, bin) => sum + bin.wrong, 0));
    return [wrong[1] < wrong[0], wrong[2] < wrong[1], detectors[0].curve.at(-1)!.output < 0.95];
  },
  "feedback, step 1": async ({ sweep }) => {
    const [one, two, three] = lost((await sweep({ snr: "11" })).at, "mmse-pic", 11);
    return [`one pass loses ${one} frames of 100, two passes ${two} and three ${three}`];
  },
  "feedback, step 2": async ({ sweep }) => {
    const [, two, three] = lost((await sweep({ snr: "11" })).at, "mmse-pic", 11);
    const [, twice, thrice] = lost((await sweep({ snr: "11", feedback: "extrinsic" })).at, "mmse-pic", 11);
    return [`two passes lose ${two} frames and three ${three}, in place of ${twice} and ${thrice}`];
  },
  "feedback, step 3": async ({ sweep }) => {
    const [one, two, three] = lost((await sweep({ snr: "11" })).at, "mtt", 11);
    const [, twice, thrice] = lost((await sweep({ snr: "11", feedback: "extrinsic" })).at, "mtt", 11);
    return [
      `one pass loses ${one} frames of 100, two passes ${two} and three ${three}`,
      `two passes then lose ${twice} frames and three ${thrice}`,
    ];
  },
  "feedback, step 4": async ({ sweep }) => {
    const [, two, three] = lost((await sweep({ snr: "11" })).at, "mmse-pic", 11);
    const [, twice, thrice] = lost((await sweep({ snr: "11", messages: "kept" })).at, "mmse-pic", 11);
    return [`two passes lose ${two} frames of 100 and three ${three}`, `lose ${twice} frames and three ${thrice}`];
  },
  "simple-again, step 1": async ({ sweep }) => {
    const { at } = await sweep({ snr: "11,12" });
    const best = await sweep({ snr: "11", detectors: ["max-log"] });
    return [
      `it loses ${at("mtt", 11).frameErrors} frames of 100, and MMSE ${at("mmse", 11).frameErrors}`,
      `they lose ${at("mtt", 12).frameErrors} and ${at("mmse", 12).frameErrors}`,
      `it loses ${best.at("max-log", 11).frameErrors} frames at 11 dB`,
    ];
  },
  "simple-again, step 2": async ({ sweep }) => {
    const { at } = await sweep({ snr: "11,12", outer: "1,2" });
    return [
      `loses ${at("mmse-pic", 11, 2).frameErrors} frames at 11 dB and ${at("mmse-pic", 12, 2).frameErrors} at 12 dB`,
      `loses ${at("mtt", 11).frameErrors} and ${at("mtt", 12).frameErrors}`,
    ];
  },
  "simple-again, step 3": async ({ sweep }) => {
    const { need } = await sweep({ outer: "1,2" });
    const extrinsic = lost((await sweep({ snr: "11", feedback: "extrinsic", detectors: ["mtt"] })).at, "mtt", 11);
    const pic = lost((await sweep({ snr: "11", detectors: ["mmse-pic"] })).at, "mmse-pic", 11);
    const trellis = detectors.mtt.operations({ ...LOOPED, orders: 4 }).operations;
    return [
      `${2 * detectors["mmse-pic"].operations(LOOPED).operations} operations per channel use, one pass of MTT with four orders ${spaced(trellis)}`,
      `two passes need ${(need("mtt") - need("mmse-pic", 0.01, 2)).toFixed(1)} dB less`,
      `two passes lose ${extrinsic[1]} frames at 11 dB, fewer than MMSE-PIC’s ${pic[1]}`,
      `with ${pic[2]} and ${extrinsic[2]}`,
    ];
  },
  "loop-cost, step 1": async ({ sweep }) => {
    const { at } = await sweep({ snr: "11" });
    const once = (await sweep({ snr: "11", iterations: 15, outer: "1" })).at("mmse-pic", 11);
    const mean = [1, 2, 3].reduce((sum, outer) => sum + at("mmse-pic", 11, outer).meanIterations!, 0);
    return [
      `they lose ${at("mmse-pic", 11, 3).frameErrors} frames of 100. One pass with 15 iterations loses ${once.frameErrors}`,
      `${mean.toFixed(1)} times per frame on average, in place of ${once.meanIterations!.toFixed(1)}`,
    ];
  },
  "loop-cost, step 2": async ({ sweep }) => {
    const { need } = await sweep();
    const [one, two, three] = [1, 2, 3].map((outer) => need("mmse-pic", 0.01, outer));
    const pic = detectors["mmse-pic"].operations(LOOPED).operations;
    return [
      `second pass gains ${(one - two).toFixed(1)} dB, and the third ${(two - three).toFixed(1)} dB`,
      `another ${pic} operations`,
      isAbout(detectors.kbest.operations(LOOPED).operations, 14_000, 500),
      `${2 * pic} operations, less than half`,
    ];
  },
  "loop-cost, step 3": async ({ sweep }) => {
    const { at } = await sweep({ snr: "13" });
    return [
      at("mmse-pic", 13, 2).frameErrors === 1,
      `needs ${at("mmse-pic", 13, 3).meanIterations!.toFixed(2)} iterations on average`,
    ];
  },
};

describe.runIf(process.env.THREERAY_SLOW)("the numbers of the MIMO lectures (THREERAY_SLOW)", () => {
  it.each(Object.keys(CLAIMS))("%s", async (name) => {
    const { scenario, ...step } = steps.find((step) => step.name === name)!;
    for (const [i, claim] of (await CLAIMS[name](seen(scenario))).entries()) {
      if (typeof claim === "string") expect(stepWords(step)).toContain(claim);
      else expect(claim, `claim ${i}`).toBe(true);
    }
  });
});
