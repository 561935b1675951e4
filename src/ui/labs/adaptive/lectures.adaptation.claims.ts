import type { AdaptiveExperiment } from "#core/adaptive/experiment/experiment.ts";
import type { AdaptiveTheory } from "#core/adaptive/experiment/theory.ts";
import { rate } from "../../format.ts";
import { type ClaimTable, decibels, minus, near, percent, type Seen, settledAt, toDb } from "./lectures.testing.ts";

/** Closed forms of two taps on the channel (1, c), scaled, at γ = 20 dB with δ = 0. */
function bowlOf(c: number) {
  const energy = 1 + c * c;
  const [diagonal, beside] = [1 + 1 / decibels(17 + toDb(2)), c / energy];
  const determinant = diagonal ** 2 - beside ** 2;
  const scale = 1 / Math.sqrt(energy) / determinant;
  const best = [scale * diagonal, -scale * beside];
  return { diagonal, beside, best, mse: 1 - best[0] / Math.sqrt(energy) };
}

/** The extreme eigenvalues, from the limit of the step and the spread. */
function extremes({ stableStep, eigenvalueSpread }: AdaptiveTheory) {
  const largestEigenvalue = 2 / stableStep!.mean;
  return { largestEigenvalue, leastEigenvalue: largestEigenvalue / eigenvalueSpread! };
}

const settledOf = async (point: Seen["point"], change: Partial<AdaptiveExperiment> = {}) =>
  settledAt((await point("lms", change)).learning!.mse, 20)!;

/** The claims of the lectures on LMS and RLS. */
export const ADAPTATION_CLAIMS: ClaimTable = {
  "lms-and-the-bowl, step 1": {
    known({ theory, solved }) {
      const { diagonal, beside, best, mse } = bowlOf(0.6);
      const [w0, w1] = best;
      const { leastEigenvalue, largestEigenvalue } = extremes(theory());
      return [
        `R has ${diagonal.toFixed(2)} on its diagonal`,
        `they are ${(diagonal + beside).toFixed(3)} and ${(diagonal - beside).toFixed(3)}`,
        `at (${w0.toFixed(3)}, ${minus(w1, 3)}), where the error J is ${mse.toFixed(3)}`,
        near(solved("mmse").mse, mse, 1e-9),
        near(largestEigenvalue / leastEigenvalue, (diagonal + beside) / (diagonal - beside), 1e-6),
      ];
    },
  },
  "lms-and-the-bowl, step 2": {
    known({ config }) {
      const { diagonal, beside } = bowlOf(0.6);
      const constant = (eigenvalue: number) => (1 / (config.step * eigenvalue)).toFixed(0);
      return [
        `a time constant of ${constant(diagonal - beside)} symbols, the fast one of ${constant(diagonal + beside)}`,
        `The eigenvalues are ${(diagonal - beside).toFixed(3)} and ${(diagonal + beside).toFixed(3)}`,
      ];
    },
    async measured({ packet }) {
      const { mean } = (await packet()).bowl!;
      // The first steps follow (1, 1)·fast and (1, −1)·slow parts of the best taps.
      const { best } = bowlOf(0.6);
      const part = ([a, b]: readonly number[], sign: number) => (a + sign * b) / (best[0] + sign * best[1]);
      const at = mean![40];
      return [part(at, 1) > part(at, -1), near(part(mean!.at(-1)!, -1), 1, 0.01)];
    },
  },
  "lms-and-the-bowl, step 3": {
    known({ theory, config }) {
      const { diagonal, beside, mse } = bowlOf(0.6);
      const slow = 1 / (config.step * (diagonal - beside));
      return [
        `a time constant of ${slow.toFixed(0)} symbols, and J is ${minus(toDb(mse), 0)} dB`,
        `${(slow / 2).toFixed(0)} symbols for the slow part`,
        `Theory says ${theory().misadjustment!.memory.toFixed(3)} here, or ${toDb(1 + theory().misadjustment!.memory).toFixed(2)} dB, which is too little to see. The textbook’s μ·tr(R)/2 gives ${(config.step * diagonal).toFixed(3)}`,
      ];
    },
    async measured({ learning }) {
      const { curves, packets } = await learning();
      const mse = curves[0].mse!;
      const mean = (from: number, to: number) =>
        mse.slice(from, to).reduce((sum, one) => sum + one, 0) / (Math.min(to, mse.length) - from);
      // Bins of 16 symbols.
      return [packets === 64, near(mean(13, 20) / mean(40, 64), 1, 0.06), mean(40, 64) > bowlOf(0.6).mse];
    },
  },
  "lms-and-the-bowl, step 4": {
    known: ({ theory, config }) => [
      `a misadjustment of ${theory().misadjustment!.memory.toFixed(3)} to first order`,
      `At μ = 0.02 the misadjustment is ${theory({ step: 0.02 }).misadjustment!.memory.toFixed(4)}`,
      config.step === 0.2,
    ],
    async measured({ point }) {
      const { steadyMse } = await point("lms");
      return [near(steadyMse! / bowlOf(0.6).mse - 1, 0.18, 0.02)];
    },
  },
  "lms-and-the-bowl, step 5": {
    known({ theory }) {
      const { diagonal, beside } = bowlOf(0.6);
      const eigenvalues = [diagonal + beside, diagonal - beside];
      const scatter = (step: number) =>
        eigenvalues.reduce((sum, value) => sum + (step * value) / (2 - 2 * step * value), 0);
      return [
        `up to μ = ${(2 / eigenvalues[0]).toFixed(3)}`,
        scatter(0.425) < 1 && scatter(0.435) > 1,
        near(theory().stableStep!.meanSquare, 0.43, 0.005),
      ];
    },
    measured: async ({ point }) => [`all ${(await point("lms")).diverged} packets diverge`],
  },
  "lms-and-the-bowl, step 6": {
    async measured({ point }) {
      const [none, few, some, many] = [
        await point("lms", { training: 0 }),
        await point("lms"),
        await point("lms", { training: 50 }),
        await point("lms", { training: 500, learning: 20 }),
      ];
      const trained = await point("lms", { training: 2000, learning: 20 });
      return [
        `With 20 symbols ${percent(few.ber!)} of the bits are wrong`,
        near(none.ber!, 0.5, 0.02),
        `With 50 symbols the rate is ${rate(some.ber!)}`,
        many.errors === 0,
        settledAt(trained.learning!.mse, 20) === 460,
      ];
    },
  },
  "eigenvalue-spread, step 1": {
    known({ theory, taps }) {
      const outer = (1 + Math.cos((2 * Math.PI) / 3.5)) / 2;
      const [most, least] = [1 + 2 * outer, 1 - 2 * outer];
      const ratio = (width: number) => {
        const one = 1 + Math.cos((2 * Math.PI) / width);
        return ((1 + one) ** 2 + 1e-3) / ((1 - one) ** 2 + 1e-3);
      };
      return [
        `the outer taps are ${outer.toFixed(3)}, and |H| goes from ${most.toFixed(3)} at the carrier to ${least.toFixed(3)}`,
        `a ratio of ${ratio(3.5).toFixed(0)}`,
        `The spread is ${theory().eigenvalueSpread!.toFixed(1)}`,
        near(taps()[0], outer, 1e-12),
        // Haykin's spreads; the estimate of each is within the tolerance.
        ...([2.9, 3.1, 3.3, 3.5] as const).map((width, i) => {
          const spread = [6.078, 11.124, 21.713, 46.822][i];
          const found = theory({ channel: `haykin:${width}` }).eigenvalueSpread!;
          return near(found, spread, 2e-3) && ratio(width) < 1.4 * spread && ratio(width) > spread;
        }),
      ];
    },
  },
  "eigenvalue-spread, step 2": {
    known({ theory, config }) {
      const least = extremes(theory()).leastEigenvalue;
      const mild = theory({ channel: "haykin:2.9" });
      return [
        `The least eigenvalue is ${least.toFixed(4)}`,
        `a time constant of ${(1 / (config.step * least)).toFixed(0)} symbols`,
        `the spread is ${mild.eigenvalueSpread!.toFixed(1)}`,
        near(extremes(mild).leastEigenvalue / least, 5, 0.2),
        near(theory().eigenvalueSpread! / mild.eigenvalueSpread!, 8, 0.5),
      ];
    },
    async measured({ point }) {
      const [wide, mild] = [await settledOf(point), await settledOf(point, { channel: "haykin:2.9" })];
      return [`After ${wide} symbols`, `after ${mild} symbols`, near(wide / mild, 3.5, 0.06)];
    },
  },
  "eigenvalue-spread, step 3": {
    known: ({ theory, solved }) => [
      `J is ${solved("mmse").mse.toFixed(4)}`,
      `gives ${theory().misadjustment!.memory.toFixed(2)} above J`,
      `The largest eigenvalue, ${extremes(theory()).largestEigenvalue.toFixed(2)}`,
    ],
    async measured({ point, solved }) {
      const [large, small] = [(await point("lms")).steadyMse!, (await point("lms", { step: 0.025 })).steadyMse!];
      return [
        `ends at ${large.toFixed(3)}`,
        `LMS ends at ${small.toFixed(4)}`,
        near(large / solved("mmse").mse, 15, 0.5),
      ];
    },
  },
  "eigenvalue-spread, step 4": {
    async measured({ point }) {
      const [nlms, lms] = [await point("nlms"), await point("lms", { step: 0.025 })];
      return [
        `NLMS settles after ${settledAt(nlms.learning!.mse, 20)} symbols, LMS after ${settledAt(lms.learning!.mse, 20)}`,
        near(nlms.steadyMse! / lms.steadyMse!, 1, 0.1),
      ];
    },
  },
  "eigenvalue-spread, step 5": {
    known: () => [`that is ${Math.round(1.5 * 11 ** 2 + 3 * 11)} against ${2 * 11}`],
    async measured({ point }) {
      const [lms, rls] = [await point("lms"), await point("rls")];
      return [`settled after ${settledAt(rls.learning!.mse, 10)} symbols`, settledAt(lms.learning!.mse, 10)! > 300];
    },
  },
  "eigenvalue-spread, step 6": {
    known({ theory }) {
      const [first, last] = [2.5, 3.7].map((width) => theory({ channel: `haykin:${width}` }).eigenvalueSpread!);
      return [`The spread grows from ${first.toFixed(0)} to ${last.toFixed(0)}`];
    },
    async measured({ study }) {
      const rows = await study("spread");
      const of = (name: string) => rows.filter(({ equalizer }) => equalizer === name);
      const [lms, rls] = [of("lms"), of("rls")];
      const settled = lms.map(({ value }) => value ?? Number.NaN);
      const known = settled.filter(Number.isFinite);
      return [
        rls.length === 7,
        lms.map(({ unsettled = false }) => unsettled).join() === "false,false,false,false,false,false,true",
        rls.every(({ value }) => value !== null && value <= 30),
        Math.max(...known) > 2 * known[0],
        Math.max(...known) / known[0] < lms[settled.lastIndexOf(known.at(-1)!)].x / lms[0].x,
      ];
    },
  },
  "rls-memory-and-precision, step 1": {
    known: ({ solved }) => [`J is ${minus(toDb(solved("mmse").mse), 1)} dB`, 11 / 110 === 0.1],
    async measured({ learning, solved }) {
      const [{ mse }] = (await learning()).curves;
      const { mse: best } = solved("mmse");
      const excess = (bin: number) => mse![bin] / best;
      return [
        // 22 to 33 symbols, and 99 to 110 of them.
        excess(2) < 2,
        near(excess(9), 1 + 11 / 105, 0.04),
      ];
    },
  },
  "rls-memory-and-precision, step 2": {
    known({ solved }) {
      const { mse } = solved("mmse");
      const excess = (31 * 0.01) / 1.99;
      return [
        `= ${excess.toFixed(3)} of J, and the error ${(mse * (1 + excess)).toFixed(3)}`,
        `J is ${mse.toFixed(3)}`,
        near(1 / (1 - 0.97), 33, 0.5),
      ];
    },
    async measured({ point, solved }) {
      const { mse } = solved("mmse");
      const all = [];
      for (const forgetting of [0.98, 0.985, 0.99, 0.995]) {
        const told = mse * (1 + (31 * (1 - forgetting)) / (1 + forgetting));
        all.push(near((await point("rls", { forgetting })).steadyMse! / told, 1, 0.08));
      }
      return all;
    },
  },
  "rls-memory-and-precision, step 3": {
    known: ({ solved }) => [
      `the best error would be ${solved("mmse", { turns: "", equalizers: ["mmse"] }).mse.toFixed(3)}`,
      Math.round(1 / 0.03) === 33,
      near(33 * 0.36, 12, 0.2),
      near(100 * 0.36, 36, 1e-9),
    ],
    async measured({ point, solved }) {
      const error = async (forgetting: number) => (await point("rls", { forgetting })).steadyMse!;
      const lms = await point("lms", { step: 0.08 });
      const { mse: rest } = solved("mmse", { turns: "", equalizers: ["mmse"] });
      return [
        `λ = 0.9 ends at ${(await error(0.9)).toFixed(3)}, 0.97 at ${(await error(0.97)).toFixed(3)}, and 0.99 at ${(await error(0.99)).toFixed(3)}`,
        // N(1 − λ)/(1 + λ) of J is noise.
        (rest * 11 * 0.1) / 1.9 > ((await error(0.9)) - rest) / 2,
        `a step of 0.08 reaches ${lms.steadyMse!.toFixed(3)}`,
      ];
    },
  },
  "rls-memory-and-precision, step 4": {
    async measured({ study }) {
      const least = async (turns: string) =>
        (await study("forgetting", { turns })).reduce((best, row) => (row.value! < best.value! ? row : best));
      const [slow, fast] = [await least("0;0.0001"), await least("0;0.001")];
      return [slow.x >= 0.98 && slow.x <= 0.99, fast.x >= 0.93 && fast.x <= 0.95, slow.value! < fast.value!];
    },
  },
  "rls-memory-and-precision, step 5": {
    known: ({ config }) => [`${Math.round(Math.log(2 ** 24) / -Math.log(config.forgetting))} with λ = 0.98`],
    async measured({ study, point }) {
      const rows = await study("precision");
      const hermitian = await point("rls", { rlsUpdate: "hermitian" });
      return [
        rows.length === 6,
        rows.every(({ diverged, packets }) => diverged === packets),
        rows.every(({ value, theory }) => value! > 0.645 * theory.growth && value! < 0.805 * theory.growth),
        hermitian.diverged === 0,
      ];
    },
  },
};
