import {
  type ClaimTable,
  decibels,
  GAMMA,
  infinite,
  minus,
  near,
  PROAKIS_C,
  ratesOf,
  toDb,
} from "./lectures.testing.ts";

const energyOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);

function convolved(a: readonly number[], b: readonly number[]): number[] {
  const out = Array.from({ length: a.length + b.length - 1 }, () => 0);
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) out[i + j] += x * y;
  return out;
}

/** |h ∗ ε|²/4 for real taps, normalized to an energy of 1: 1 for a single wrong symbol of BPSK. */
const distanceOf = (taps: readonly number[], ...error: number[]) =>
  energyOf(convolved(taps, error)) / energyOf(taps) / 4;

const PROAKIS_B = [0.407, 0.815, 0.407];

/** The claims of the lectures on blind equalizers, on decisions that are fed back, and on the most likely sequence. */
export const DECISION_CLAIMS: ClaimTable = {
  "blind-equalizers, step 1": {
    known: ({ theory }) => [
      `MMSE with the known channel has ${minus(-toDb(1 + decibels(theory().finiteMmseDb!)), 1)} dB`,
    ],
    async measured({ output, point }) {
      const long = await point("cma", { symbols: 16_000, packets: 4 });
      return [near(toDb(long.steadyMse!), -20, 0.5), near(await output("steadyMse.cma"), 0.025, 0.004)];
    },
  },
  "blind-equalizers, step 2": {
    async measured({ packet, output }) {
      const phase = (180 / Math.PI) * Math.atan2(0.35, 0.82);
      const [cma, mma] = (await packet()).equalizers;
      return [
        near(await output("turnedBy.cma"), phase, 6),
        (await output("turnedBy.mma")) < 1,
        cma.errors < 500,
        mma.errors < 500,
      ];
    },
  },
  "blind-equalizers, step 3": {
    async measured(see) {
      const { output, point } = see;
      const without = await point("cma", { switch: 0 });
      const early = await point("cma", {
        channel: "proakis-a",
        forwardTaps: 21,
        step: 0.001,
        start: "10",
        switch: 100,
      });
      return [
        `an error of ${without.steadyMse!.toFixed(3)}`.replace("an error", "a mean squared error"),
        `to ${(await output("steadyMse.cma")).toFixed(3)}`,
        early.openShare === 0 && near(early.steadyMse!, 0.4, 0.05),
      ];
    },
  },
  "blind-equalizers, step 4": {
    known({ taps }) {
      const [a, b] = taps();
      const told = convolved([a, b], [0.1, 0.7]);
      const noise = energyOf([0.1, 0.7]) / decibels(17 + toDb(2));
      const left = told[0] ** 2 + (1 - told[1]) ** 2 + told[2] ** 2;
      return [
        `h = (${a.toFixed(3)}, ${b.toFixed(3)})`,
        `s = (${told.map((part) => part.toFixed(2)).join(", ")})`,
        near(left + noise, 0.26, 0.01),
      ];
    },
    async measured({ packet, point, output }) {
      const { minima } = (await packet()).bowl!;
      const better = await point("cma", { start: "0" });
      return [
        minima.length === 2,
        minima
          .map(({ cost }) => cost.toFixed(2))
          .toSorted()
          .join() === "0.27,0.44",
        minima.some(({ at: [a, b] }) => near(Math.abs(a), 0.94, 0.01) && near(Math.abs(b), 0.42, 0.01)),
        minima.some(({ at: [a, b] }) => near(Math.abs(a), 0.1, 0.01) && near(Math.abs(b), 0.7, 0.01)),
        near(await output("steadyMse.cma"), 0.26, 0.01),
        `in the better one, with ${better.steadyMse!.toFixed(2)}`,
      ];
    },
  },
  "blind-equalizers, step 5": {
    async measured({ packet, point }) {
      const open = async (symbols: number) => {
        const { openShare, frames } = await point("cma", { symbols });
        return Math.round(openShare! * frames);
      };
      let opened = 0;
      // The taps for a known channel do not depend on the symbols.
      for (let at = 0; at < 64; at++) {
        const { equalizers } = await packet({ equalizers: ["mmse"], symbols: 64 }, undefined, at);
        if (equalizers[0].taps!.combined!.residualDb < -10) opened++;
      }
      const [short, long] = [await open(6000), await open(20_000)];
      const shown = (await packet()).equalizers.find(({ equalizer }) => equalizer === "cma")!;
      return [
        shown.taps!.combined!.residualDb > -10,
        `The eye is open in ${short} of 64 packets, ${Math.round((100 * short) / 64)} %`,
        `With 20 000 symbols it is open in ${long}`,
        `opens ${opened} eyes`,
        `the ${64 - opened} eyes that MMSE leaves closed`,
      ];
    },
  },
  "decisions-fed-back, step 1": {
    known({ theory }) {
      const { mmse, dfe } = infinite(PROAKIS_B, GAMMA);
      const { zfDb, mmseDb, dfeDb } = theory();
      return [
        `reaches ${toDb(mmse).toFixed(1)} dB, a DFE ${toDb(dfe).toFixed(1)} dB`,
        near(toDb(mmse), mmseDb!, 0.02) && near(toDb(dfe), dfeDb!, 0.02),
        `ZF reaches ${minus(zfDb!, 1)} dB`,
      ];
    },
  },
  "decisions-fed-back, step 2": {
    async measured(see) {
      const rates = await ratesOf(see, ["dfe", "dfe-genie"]);
      return [
        `The genie’s bit error rate is ${rates["dfe-genie"].toFixed(3)}, and the DFE has ${rates.dfe.toFixed(3)}`,
        near(await see.output("wrongPerBurst.dfe"), 3, 0.4),
        near(rates.dfe / rates["dfe-genie"], 3, 0.4),
      ];
    },
  },
  "decisions-fed-back, step 3": {
    known({ solved }) {
      const { forward, feedback } = solved("dfe");
      // w·h₁ is what the feedback tap subtracts.
      return [
        forward.length === 2 && feedback.length === 2,
        near(feedback[0], -forward[0] * Math.SQRT1_2, 1e-9),
        1 / (1 - 0.25) > 1.3,
      ];
    },
    async measured(see) {
      const rates = await ratesOf(see, ["dfe", "dfe-genie"]);
      const weak = await ratesOf(see, ["dfe", "dfe-genie"], { response: "1;0.5" });
      return [
        near(await see.output("wrongPerBurst.dfe"), 2, 0.3),
        near(rates.dfe / rates["dfe-genie"], 2, 0.2),
        near(weak.dfe / weak["dfe-genie"], 4 / 3, 0.15),
      ];
    },
  },
  "decisions-fed-back, step 4": {
    async measured(see) {
      const at = (db: number) => ratesOf(see, ["mmse", "dfe"], {}, db);
      const [low, four, six, ten, high] = [await at(2), await at(4), await at(6), await at(10), await at(12)];
      return [
        near(low.dfe, 0.25, 0.02) && low.dfe > low.mmse,
        four.dfe > four.mmse && six.dfe < six.mmse,
        ten.dfe < ten.mmse / 2,
        ten.dfe / high.dfe > 2 && ten.mmse / high.mmse < 1.3,
      ];
    },
  },
  "decisions-fed-back, step 5": {
    known({ theory }) {
      const snr = (count: number) => theory({ feedbackTaps: String(count) }).finiteDfeDb!;
      return [
        `MMSE’s ${theory().finiteMmseDb!.toFixed(1)} dB`,
        `One gives ${snr(1).toFixed(1)} dB, two ${snr(2).toFixed(1)}, three ${snr(3).toFixed(1)} and four ${snr(4).toFixed(1)} dB`,
        near(snr(0), theory().finiteMmseDb!, 1e-9),
        near(snr(8), snr(4), 1e-6),
      ];
    },
  },
  "most-likely-sequence, step 1": {
    known: () => [`$4^4 = ${4 ** 4}$`, String(4 ** 5)],
    async measured({ trellis }) {
      const { alive, states } = await trellis();
      const paths = (column: number) =>
        alive.subarray(column * states, (column + 1) * states).reduce((sum, one) => sum + one, 0);
      const merged = Array.from({ length: 33 }, (_, column) => paths(column)).lastIndexOf(1);
      return [paths(32) === 4, merged > 22 && merged < 32];
    },
  },
  "most-likely-sequence, step 2": {
    known({ theory }) {
      const about = [0.4, 0.8, 0.4];
      const size = Math.sqrt(energyOf(about));
      const pair = convolved(about, [1, -1]).map((part) => (part / size).toFixed(2));
      const loss = (response: string) => theory({ response }).mlseLossDb!;
      return [
        `2\\,(${pair.join(", ")})`,
        `$4 \\cdot ${distanceOf(about, 2, -2).toFixed(2)}$`,
        `= ${(-toDb(distanceOf(about, 2, -2))).toFixed(1)} dB`,
        ...["0.4;0.8;0.4", "0.5;0.7;0.5", "0.45;0.77;0.45", "0.48;0.73;0.48"].map((response) =>
          near(loss(response), -toDb(distanceOf(response.split(";").map(Number), 2, -2)), 1e-6),
        ),
        `it costs ${(-toDb(distanceOf(PROAKIS_C, 2, -2))).toFixed(1)} dB`,
        near(theory({ channel: "proakis-c" }).mlseLossDb!, -toDb(distanceOf(PROAKIS_C, 2, -2)), 1e-3),
      ];
    },
  },
  "most-likely-sequence, step 3": {
    known({ theory }) {
      const pairs = [
        [2, -2],
        [2, -2, 2],
        [2, -2, 2, -2],
      ].map((error) => distanceOf(PROAKIS_B, ...error));
      const factor = Array.from({ length: 60 }, (_, i) => (i + 2) * 2 ** -(i + 1)).reduce((sum, part) => sum + part, 0);
      const alone = [2, 4, 6, 8].map((db) => minus(Math.log10(theory({}, db).mfbBer!), 1));
      // At 12 dB, far events hardly count.
      const { unionBer } = theory({}, 12);
      const moved = theory({}, 12 - 1.7573543).mfbBer!;
      return [
        pairs.every((pair) => near(-toDb(pair), 1.757, 2e-3)),
        near(factor, 3, 1e-9),
        `${alone.slice(0, 3).join(", ")} and ${alone[3]}`.replace(/, ([^,]*) and /, ", $1 and "),
        near(unionBer! / moved, 3, 0.1),
        theory({}, 2).unionBer === null || theory({}, 2).unionBer! > 0.2,
      ];
    },
    async measured({ point, theory }) {
      const { ber } = await point("mlse");
      return [near(ber! / theory({}, 8 - 1.757).mfbBer!, 2.3, 0.4), ber! < theory().unionBer! * 1.05];
    },
  },
  "most-likely-sequence, step 4": {
    known({ theory }) {
      const sum = Array.from({ length: 60 }, (_, i) => (i + 1) * 2 ** -i).reduce((all, part) => all + part, 0);
      return [
        [[2], [2, -2], [2, -2, 2]].every((error) => near(distanceOf([1, 1], ...error), 1, 1e-12)),
        near(theory().mlseLossDb!, 0, 1e-9),
        near(sum, 4, 1e-9),
        theory().zfDb === null,
        near(toDb(0.5), -3, 0.02),
      ];
    },
    async measured(see) {
      const rates = await ratesOf(see, ["mmse", "dfe", "mlse"]);
      return [near(rates.mlse / see.theory().mfbBer!, 3, 0.6), rates.mlse < rates.dfe, rates.dfe < rates.mmse];
    },
  },
  "most-likely-sequence, step 5": {
    known({ theory }) {
      const { dfe } = infinite(PROAKIS_C, GAMMA);
      const { snrDb, mlseLossDb } = theory();
      return [
        `an SNR of ${toDb(dfe).toFixed(1)} dB is left`,
        near(snrDb, 15, 0.02),
        near(snrDb - mlseLossDb!, 10, 0.05),
        `MLSE loses ${mlseLossDb!.toFixed(1)} dB`,
      ];
    },
    async measured(see) {
      const names = ["dfe", "dfe-genie", "mlse"] as const;
      const [eight, twelve] = [await ratesOf(see, names, {}, 8), await ratesOf(see, names)];
      return [eight["dfe-genie"] < eight.mlse, twelve.mlse < twelve["dfe-genie"], twelve.dfe > 10 * twelve.mlse];
    },
  },
  "most-likely-sequence, step 6": {
    async measured({ point }) {
      const rates = [];
      for (const keep of [2, 4, 8]) rates.push((await point("m-algorithm", { keep, packets: 32 })).ber!);
      const longer = { symbols: 2048, packets: 64 };
      const whole = await point("mlse", longer);
      const earlier = [];
      for (const traceback of [5, 10, 20])
        earlier.push((await point("mlse", { ...longer, traceback })).errors / whole.errors);
      return [
        near(rates[0], 0.11, 0.02) && near(rates[1], 0.036, 0.008) && near(rates[2], 0.019, 0.006),
        near(whole.ber!, 0.012, 6e-4),
        `5 symbols back it makes ${earlier[0].toFixed(1)} times as many errors, 10 symbols back ${earlier[1].toFixed(1)} times`,
        earlier[2] < 1.02,
      ];
    },
  },
};
