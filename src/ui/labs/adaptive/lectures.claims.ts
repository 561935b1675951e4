import { raisedCosinePulse } from "#core/adaptive/channel/pulse.ts";
import { type ClaimTable, near } from "./lectures.testing.ts";

/** The distance that 95 % of Gaussian values keep. */
const WITHIN_95 = 1.96;
const decibels = (db: number) => 10 ** (db / 10);

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** The claims of the lectures from Nyquist to RLS. */
export const CLAIMS: ClaimTable = {
  "nyquist-and-the-eye, step 1": {
    known: () => [raisedCosinePulse(0.5, 0.25).toFixed(2)],
    measured: async ({ packet }) => [`The opening is ${percent((await packet()).eye.opening)}`],
  },
  "nyquist-and-the-eye, step 2": {
    known() {
      const sigma = Math.sqrt(1 / decibels(20) / 2);
      return [`σ is ${sigma.toFixed(3)}`, percent(1 - WITHIN_95 * sigma), near(decibels(6), 4, 0.02)];
    },
    async measured({ packet }) {
      const { opening, i } = (await packet()).eye;
      return [near(opening, 1 - WITHIN_95 * Math.sqrt(1 / decibels(20) / 2), 0.03), i.length === 96 * 33];
    },
  },
  "nyquist-and-the-eye, step 3": {
    known() {
      const [own, next, before] = [0.2, -0.8, 1.2].map((t) => raisedCosinePulse(t, 0.25));
      return [`${(next / own).toFixed(2)} and −${(-before / own).toFixed(2)} of the symbol’s own part`];
    },
    async measured({ packet }) {
      const { eye, equalizers } = await packet();
      return [`falls to ${percent(eye.opening)}`, equalizers[0].eye!.opening > 0.9];
    },
  },
  "nyquist-and-the-eye, step 4": {
    measured: async ({ packet }) => [
      `The opening is ${percent((await packet()).eye.opening)} instead of ${percent((await packet({ rolloff: 0.25 })).eye.opening)}`,
    ],
  },
  "nyquist-and-the-eye, step 5": {
    known: () => [near(10 ** (-6 / 20), 0.5, 5e-3)],
    async measured({ packet }) {
      const { eye, equalizers } = await packet();
      return [`falls to ${percent(eye.opening)}`, equalizers[0].eye!.opening > 0.95];
    },
  },
  "nyquist-and-the-eye, step 6": {
    measured: async ({ packet }) => [
      `the opening is ${percent((await packet()).eye.opening)}`,
      `to ${percent((await packet({ modulation: "qpsk" })).eye.opening)} as the figure measures it`,
    ],
  },
};
