import { raisedCosinePulse } from "#core/adaptive/channel/pulse.ts";
import { fixed, plain } from "../../format.ts";
import { type ClaimTable, near } from "./lectures.testing.ts";

/** The distance that 95 % of Gaussian values keep. */
const WITHIN_95 = 1.96;
const decibels = (db: number) => 10 ** (db / 10);

const percent = (share: number) => `${Math.round(100 * share)} %`;

const toDb = (power: number) => 10 * Math.log10(power);
const minus = (value: number, digits?: number) => (digits === undefined ? plain(value) : fixed(value, digits));

/** |H|² of real taps at 3600 frequencies. */
const gainsOf = (taps: readonly number[]) =>
  Array.from({ length: 3600 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 3600;
    const [re, im] = [Math.cos, Math.sin].map((part) => taps.reduce((sum, tap, l) => sum + tap * part(angle * l), 0));
    return re * re + im * im;
  });

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
  "interference-and-zeros, step 1": {
    known({ taps }) {
      const [first, second] = taps();
      const [most, least] = [1, -1].map((z) => Math.abs(first + second / z));
      return [
        `the zero is at ${minus(-second / first)}`,
        `${most} at z = 1, which is ${toDb(most ** 2).toFixed(1)} dB`,
        `${least} at z = −1, which is ${minus(toDb(least ** 2), 1)} dB`,
      ];
    },
  },
  "interference-and-zeros, step 2": {
    // |1 − j·e^(−j2πf)|² = 2 − 2 sin 2πf
    known: () => [
      [-0.25, 0, 0.25, 0.5].map((f) => Math.round(2 - 2 * Math.sin(2 * Math.PI * f))).join() === "4,2,0,2",
      `up to 2, which is ${toDb(4).toFixed(1)} dB`,
    ],
  },
  "interference-and-zeros, step 3": {
    known({ taps, solved }) {
      const [first, second] = taps();
      const last = solved("mmse");
      const early = solved("mmse", { response: "1;0.6" });
      const sizes = (forward: ArrayLike<number>) => Array.from({ length: 15 }, (_, n) => Math.abs(forward[2 * n]));
      const rises = (values: number[]) => values.every((one, n) => n === 0 || one > values[n - 1]);
      return [
        `to ${minus(-second / first, 2)}`,
        `grow as ${(second / first).toFixed(2)}ⁿ`,
        `δ = ${last.delay}`,
        `the best δ is ${early.delay}`,
        rises(sizes(last.forward)),
        rises(sizes(early.forward).toReversed()),
      ];
    },
  },
  "interference-and-zeros, step 4": {
    known({ taps }) {
      const told = [0.04, -0.05, 0.07, -0.21, -0.5, 0.72, 0.36, 0, 0.21, 0.03, 0.07];
      const sum = told.reduce((all, tap) => all + Math.abs(tap), -0.72);
      const gains = gainsOf(told);
      const energy = told.reduce((all, tap) => all + tap * tap, 0);
      return [
        `sum to ${sum.toFixed(2)}`,
        `${(sum / 0.72).toFixed(2)} times the strongest`,
        `${Math.round(-toDb(Math.min(...gains) / energy))} dB down`,
        taps().every((tap, l) => near(tap, told[l] / Math.sqrt(energy), 1e-9)),
        told
          .map((tap) => minus(tap))
          .join(", ")
          .replace(/, ([^,]*)$/, " and $1"),
      ];
    },
    async measured({ packet }) {
      const { eye, equalizers } = await packet();
      return [eye.opening < 0, near(equalizers[0].eye!.opening, 0.7, 0.03)];
    },
  },
  "interference-and-zeros, step 5": {
    known({ taps }) {
      const told = [0.227, 0.46, 0.688, 0.46, 0.227];
      const gains = gainsOf(told);
      // 2·0.227·(2c² − 1) + 2·0.46·c + 0.688 = 0 with c = (ζ + 1/ζ)/2.
      const [a, b, c] = [4 * told[0], 2 * told[1], told[2] - 2 * told[0]];
      const [re, im] = [-b / (2 * a), Math.sqrt(4 * a * c - b * b) / (2 * a)];
      // ζ = e^(x + jφ) has the half sum cosh x cos φ + j sinh x sin φ.
      const phi = Math.acos(re);
      const x = Math.asinh(im / Math.sin(phi));
      return [
        Math.exp(x) < 1.04 && Math.exp(-x) > 0.96,
        near((180 * phi) / Math.PI, 120, 0.6),
        near(toDb(Math.min(...gains)), -60, 1),
        told.every((tap, l) => near(tap, taps()[l], 1e-3)),
        ...[180, 120, 90].map(
          (angle) =>
            [0.222, 0.001, 0.234][[180, 120, 90].indexOf(angle)].toFixed(3) ===
            Math.abs(
              0.688 + 0.92 * Math.cos((Math.PI * angle) / 180) + 0.454 * Math.cos((Math.PI * angle) / 90),
            ).toFixed(3),
        ),
      ];
    },
  },
  "interference-and-zeros, step 6": {
    known() {
      const [corner, half] = [3 * Math.SQRT2, 1].map((part) => part / Math.sqrt(10));
      return [
        `0.2 · ${corner.toFixed(3)} = ${(0.2 * corner).toFixed(2)}`,
        `the least distance is ${half.toFixed(3)}`,
        `The opening is ${percent(1 - (0.2 * corner) / half)}`,
        `an opening of ${percent(1 - 0.2 * Math.SQRT2)}`,
      ];
    },
    async measured({ packet }) {
      const [dense, sparse] = [await packet(), await packet({ modulation: "qpsk" })];
      return [near(dense.eye.opening, 0.15, 0.02), near(sparse.eye.opening, 0.72, 0.02)];
    },
  },
};
