import type { AdaptiveEqualizerName } from "#core/adaptive/equalizers.ts";
import { gaussianInformation } from "#core/detection/gaussian-llrs.ts";
import {
  type ClaimTable,
  decibels,
  GAMMA,
  gainsOf,
  infinite,
  near,
  PROAKIS_C,
  ratesOf,
  toDb,
} from "./lectures.testing.ts";

/** The claims of the lectures on one tap per frequency, and on turbo equalization. */
export const BLOCK_CLAIMS: ClaimTable = {
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
