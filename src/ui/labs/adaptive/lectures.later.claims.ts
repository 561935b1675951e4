import type { AdaptiveEqualizerName } from "#core/adaptive/equalizers.ts";
import type { AdaptiveExperiment } from "#core/adaptive/experiment/experiment.ts";
import { gaussianInformation } from "#core/detection/gaussian-llrs.ts";
import { type ClaimTable, near, type Seen } from "./lectures.testing.ts";

const decibels = (db: number) => 10 ** (db / 10);
const toDb = (power: number) => 10 * Math.log10(power);
const energyOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);
const minus = (text: string) => text.replace("-", "−");

function convolved(a: readonly number[], b: readonly number[]): number[] {
  const out = Array.from({ length: a.length + b.length - 1 }, () => 0);
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) out[i + j] += x * y;
  return out;
}

/** |h ∗ ε|²/4 for real taps, normalized to an energy of 1: 1 for a single wrong symbol of BPSK. */
const distanceOf = (taps: readonly number[], ...error: number[]) =>
  energyOf(convolved(taps, error)) / energyOf(taps) / 4;

/** The gain |H|² at N equally spaced frequencies. */
const gainsOf = (taps: readonly number[], length: number) =>
  Array.from({ length }, (_, k) => {
    const at = (wave: (angle: number) => number) =>
      taps.reduce((sum, tap, l) => sum + tap * wave((2 * Math.PI * k * l) / length), 0);
    return at(Math.cos) ** 2 + at(Math.sin) ** 2;
  });

/** SNRs of equalizers with any number of taps, as factors, by sums over many frequencies. */
function infinite(taps: readonly number[], snr: number) {
  const powers = gainsOf(taps, 2 ** 16).map((gain) => snr * gain);
  const mean = (of: (power: number) => number) => powers.reduce((sum, power) => sum + of(power), 0) / powers.length;
  return { mmse: 1 / mean((s) => 1 / (1 + s)) - 1, dfe: Math.exp(mean((s) => Math.log(1 + s))) - 1 };
}

const PROAKIS_B = [0.407, 0.815, 0.407];
const PROAKIS_C = [0.227, 0.46, 0.688, 0.46, 0.227];
/** γ of BPSK or QPSK at 12 dB on real taps: 3 dB more. */
const GAMMA = decibels(12 + toDb(2));

/** Numbers of errors, or rates, of equalizers at the step's Eb/N0. */
async function ratesOf(
  { point }: Seen,
  names: readonly AdaptiveEqualizerName[],
  change: Partial<AdaptiveExperiment> = {},
  at?: number,
) {
  const rates: Partial<Record<AdaptiveEqualizerName, number>> = {};
  for (const name of names) rates[name] = (await point(name, change, at)).ber!;
  return rates as Record<AdaptiveEqualizerName, number>;
}

/** The claims of the lectures from blind equalizers to turbo equalization. */
export const LATER_CLAIMS: ClaimTable = {
  "blind-equalizers, step 1": {
    known: ({ theory }) => [
      `MMSE with the known channel has ${minus((-toDb(1 + decibels(theory().finiteMmseDb!))).toFixed(1))} dB`,
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
        `ZF reaches ${minus(zfDb!.toFixed(1))} dB`,
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
      const alone = [2, 4, 6, 8].map((db) => minus(Math.log10(theory({}, db).mfbBer!).toFixed(1)));
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
  "one-tap-per-frequency, step 1": {
    known: () => [`or ${toDb(80 / 64).toFixed(1)} dB`, `= ${2 * Math.log2(64)}$ complex`, `needs ${2 * 31}`],
    measured: async ({ packet }) => [(await packet()).equalizers[0].errors < 20],
  },
  "one-tap-per-frequency, step 2": {
    known() {
      const rayleigh = (db: number) => 0.5 * (1 - Math.sqrt(decibels(db) / (1 + decibels(db))));
      return [near(rayleigh(20) * 4 * decibels(20), 1, 0.01), near(rayleigh(10) / rayleigh(20), 10, 0.8)];
    },
    async measured({ output, at }) {
      const rayleigh = 0.5 * (1 - Math.sqrt(decibels(at) / (1 + decibels(at))));
      return [near((await output("ber.ofdm")) / rayleigh, 1, 0.15)];
    },
  },
  "one-tap-per-frequency, step 3": {
    async measured(see) {
      const rates = await ratesOf(see, ["fde", "ofdm", "ofdm-loaded"]);
      const high = await ratesOf(see, ["fde", "ofdm"], {}, 16);
      return [
        rates.fde < rates.ofdm / 3,
        rates["ofdm-loaded"] < rates.fde / 3,
        rates.fde / high.fde > rates.ofdm / high.ofdm,
      ];
    },
  },
  "one-tap-per-frequency, step 4": {
    known() {
      // Each pair of bits goes where it costs least: 3·2^b/|H|².
      const gains = gainsOf(PROAKIS_C, 64);
      const bits = gains.map(() => 0);
      for (let pair = 0; pair < 64; pair++) {
        const cost = (k: number) => (bits[k] === 6 ? Infinity : 2 ** bits[k] / gains[k]);
        bits[bits.reduce((best, _, k) => (cost(k) < cost(best) ? k : best), 0)] += 2;
      }
      const silent = bits.filter((count) => count === 0).length;
      const near0 = [60, 61, 62, 63, 0, 1, 2, 3, 4].map((k) => bits[k]);
      return [
        `${silent} of 64 carriers stay silent`,
        bits.every((count, k) => count === 0 || Math.min(k, 64 - k) <= 16),
        near0.every((count) => count >= 4),
      ];
    },
    async measured(see) {
      const rates = await ratesOf(see, ["fde", "ofdm", "ofdm-loaded"], { packets: 32, symbols: 2048 });
      return [
        near(await see.output("silentCarriers"), 35, 0),
        near(rates["ofdm-loaded"], 7e-4, 1e-4),
        `where FDE has ${rates.fde.toFixed(2)} and OFDM ${rates.ofdm.toFixed(2)}`,
      ];
    },
  },
  "one-tap-per-frequency, step 5": {
    async measured({ point }) {
      const lost = async (name: AdaptiveEqualizerName, db: number) => (await point(name, {}, db)).frameErrors;
      return [
        `At 6 dB OFDM loses ${await lost("ofdm", 6)} packets and FDE ${await lost("fde", 6)}`,
        `at 8 dB it is ${await lost("ofdm", 8)} and ${await lost("fde", 8)}`,
        near((await point("ofdm", { packets: 3000 }, 8)).fer!, 0.033, 0.006),
        near((await point("fde", { packets: 3000 }, 8)).fer!, 0.059, 0.008),
      ];
    },
  },
  "one-tap-per-frequency, step 6": {
    known() {
      const { mmse } = infinite(PROAKIS_C, GAMMA);
      return [`an SNR of ${toDb(mmse).toFixed(2)} dB`, `1/(1 + ${mmse.toFixed(2)}) = ${(1 / (1 + mmse)).toFixed(2)}`];
    },
    async measured({ output, point }) {
      const rate = async (drop: number) => (await point("fde-overlap", { drop, packets: 32 })).ber!.toFixed(3);
      const fde = await point("fde", { packets: 32 });
      return [
        near(await output("steadyMse.fde"), 0.396, 0.02),
        near(fde.ber!, (await point("fde-overlap", { packets: 32 })).ber!, 1e-3),
        `grows from ${fde.ber!.toFixed(3)} to ${await rate(4)}`,
        `With no symbol dropped it is ${await rate(0)}`,
      ];
    },
  },
  "turbo-equalization, step 1": {
    async measured({ output, point }) {
      const rates = [];
      for (const turn of [1, 2, 3, 4]) rates.push(await output(`ber.map.${turn}`));
      const percent = (rate: number, digits = 0) => `${(100 * rate).toFixed(digits)} %`;
      return [
        `${percent(rates[0])} of the bits are wrong, after two ${percent(rates[1])}, after three ${percent(rates[2], 1)}`,
        rates[3] < 5e-4,
        `the same code has ${percent((await point("mmse", { outer: "1" })).ber!)}`,
      ];
    },
  },
  "turbo-equalization, step 2": {
    known({ theory, config }) {
      // One symbol of BPSK with real noise of the variance 1/γ: an LLR has the deviation 2√γ.
      const { snrDb } = theory({ code: config.code });
      return [`It ends at ${gaussianInformation(2 * 10 ** (snrDb / 20)).toFixed(2)}`, near(snrDb, 6, 0.1)];
    },
    async measured({ transfer }) {
      const { equalizer, decoder, exchanges } = await transfer();
      return [
        near(equalizer[0].output, 0.44, 0.015),
        near(equalizer.at(-1)!.output, 0.91, 0.015),
        decoder.at(-1)!.output > 0.99,
        exchanges.at(-1)!.second > 0.99,
      ];
    },
  },
  "turbo-equalization, step 3": {
    async measured({ transfer }) {
      const [low, high] = [await transfer({}, 2), await transfer({}, 4)];
      const given = low.exchanges.map(({ second }) => second);
      return [
        near(given.at(-1)!, 0.11, 0.02) && near(given.at(-1)!, given.at(-3)!, 0.005),
        high.exchanges.every(({ second }, i) => i === 0 || second > high.exchanges[i - 1].second + 0.02),
        low.decoder.every(({ output }, i) => output === high.decoder[i].output),
      ];
    },
  },
  "turbo-equalization, step 4": {
    async measured({ output, point }) {
      const rates = [];
      for (const turn of [1, 2]) rates.push(await output(`ber.map.${turn}`));
      const last = await point("map");
      const alone = await point("map", { channel: "taps", response: "1", outer: "1", packets: 64 });
      return [
        `a bit error rate of ${(await point("mmse", { outer: "1" })).ber!.toFixed(3)} and MAP ${rates[0].toFixed(3)} after one`,
        near(rates[1], 0.004, 5e-4),
        near(last.ber!, 6e-4, 1.5e-4) && last.ci95![0] < 8e-4 && last.ci95![1] > 8e-4,
        near(alone.ber!, 8e-4, 5e-5),
      ];
    },
  },
  "turbo-equalization, step 5": {
    async measured({ point, transfer }) {
      const short = await point("map", { packets: 256 });
      const long = await point("map", { information: 1022, packets: 16 });
      const [few, many] = [await transfer(), await transfer({ information: 1022 })];
      return [
        near(few.exchanges.at(-1)!.second, 0.9, 0.04) && many.exchanges.at(-1)!.second > 0.99,
        few.equalizer.every(({ output }, i) => near(output, many.equalizer[i].output, 0.03)),
        `${short.frameErrors} of 256 packets`,
        `${(100 * short.ber!).toFixed(1)} % of all bits`,
        long.ber! < 3e-4,
      ];
    },
  },
};
