import { raisedCosinePulse } from "#core/adaptive/channel/pulse.ts";
import { plain } from "../../format.ts";
import { type ClaimTable, decibels, minus, near, percent, toDb } from "./lectures.testing.ts";

/** The distance that 95 % of Gaussian values keep. */
const WITHIN_95 = 1.96;

/** |H|² of real taps at 3600 frequencies. */
const gainsOf = (taps: readonly number[]) =>
  Array.from({ length: 3600 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 3600;
    const [re, im] = [Math.cos, Math.sin].map((part) => taps.reduce((sum, tap, l) => sum + tap * part(angle * l), 0));
    return re * re + im * im;
  });

/** The product of two filters. */
const productOf = (a: readonly number[], b: readonly number[]) =>
  Array.from({ length: a.length + b.length - 1 }, (_, n) => a.reduce((sum, one, i) => sum + one * (b[n - i] ?? 0), 0));

/** The claims of the lectures from Nyquist to MMSE. */
export const LINEAR_CLAIMS: ClaimTable = {
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
      // Each student’s Eb/N0: the formula is within the question’s tolerance.
      const all = [];
      for (let db = 16; db <= 24; db++) {
        const { opening } = (await packet({}, db)).eye;
        all.push(near(opening, 1 - WITHIN_95 * Math.sqrt(1 / decibels(db) / 2), db === 20 ? 0.03 : 0.045));
      }
      return [...all, (await packet()).eye.i.length === 96 * 33];
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
      const all = [];
      for (const gainDb of [-4, -6, -8, -10]) {
        const rays = [
          { gainDb: 0, phaseDeg: 0, delay: 0 },
          { gainDb, phaseDeg: 0, delay: 1 },
        ];
        all.push(near((await packet({ rays })).eye.opening, 1 - 10 ** (gainDb / 20), 0.04));
      }
      return [...all, `falls to ${percent(eye.opening)}`, equalizers[0].eye!.opening > 0.95];
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
        `${Math.round(-toDb(Math.min(...gains) / energy))} dB below the mean`,
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
      const all = [];
      for (const c of [0.08, 0.1, 0.15, 0.2]) {
        all.push(near((await packet({ response: `1;${c}` })).eye.opening, 1 - 3 * Math.SQRT2 * c, 0.05));
      }
      return [...all, near(dense.eye.opening, 0.15, 0.02), near(sparse.eye.opening, 0.72, 0.02)];
    },
  },
  "zero-forcing-and-mmse, step 1": {
    known({ taps, solved }) {
      const { forward } = solved("zf");
      const c = taps()[1];
      return [
        Array.from({ length: 15 }, (_, n) => near(forward[2 * n], (-c) ** n, 1e-3)).every(Boolean),
        `0.6¹⁵ = ${(c ** 15).toFixed(4)}`,
        `which is ${minus(toDb(c ** 30), 0)} dB`,
      ];
    },
  },
  "zero-forcing-and-mmse, step 2": {
    known({ theory }) {
      // ∫ 1/(1 + γ|1 + c e^(−jω)|²) dω/2π = 1/√((1 + γ(1 + c²))² − (2γc)²)
      const [c, snr] = [0.8, decibels(17 + toDb(2))];
      const mse = 1 / Math.sqrt((1 + snr * (1 + c * c)) ** 2 - (2 * snr * c) ** 2);
      return [
        `the noise grows by ${minus(-toDb(1 - c * c), 1)} dB, and ${toDb(snr * (1 - c * c)).toFixed(1)} dB remain`,
        `MMSE reaches ${toDb(1 / mse - 1).toFixed(1)} dB`,
        `which is ${toDb(snr * (1 + c * c)).toFixed(1)} dB`,
        near(toDb(snr), 20, 0.02),
        near(theory().mmseDb!, toDb(1 / mse - 1), 0.01),
        near(theory().zfDb!, toDb(snr * (1 - c * c)), 0.01),
      ];
    },
  },
  "zero-forcing-and-mmse, step 3": {
    known({ solved, taps }) {
      const [zf, mmse] = [solved("zf"), solved("mmse")].map(({ forward, delay }) => {
        const w = [...forward].filter((_, part) => part % 2 === 0);
        const joint = productOf(taps(), w);
        const rest = joint.reduce((sum, s, n) => sum + (n === delay ? 0 : s * s), 0);
        return {
          left: toDb(rest / joint[delay] ** 2),
          noise: toDb(w.reduce((sum, one) => sum + one * one, 0)),
          most: toDb(Math.max(...gainsOf(w))),
        };
      });
      return [
        `interference of ${minus(zf.left, 0)} dB, MMSE of ${minus(mmse.left, 0)} dB`,
        `its noise gain is ${zf.noise.toFixed(0)} dB`,
        `gains ${mmse.noise.toFixed(0)} dB of noise`,
        zf.most > 30,
        near(toDb(Math.min(...gainsOf(taps()))), -60, 1),
      ];
    },
    async measured({ point }) {
      const [zf, mmse] = [await point("zf"), await point("mmse")];
      return [`ZF gets ${percent(zf.ber!)} of the bits wrong and MMSE ${(100 * mmse.ber!).toFixed(1)} %`];
    },
  },
  "zero-forcing-and-mmse, step 4": {
    known: ({ solved, taps, at }) =>
      [at - 2, at, at + 2].map((db) => {
        const { forward, delay } = solved("mmse", {}, db);
        const w = Array.from({ length: 31 }, (_, n) => forward[2 * n]);
        const matched = w.map((_, n) => taps()[delay - n] ?? 0);
        const product = (a: number[], b: number[]) => a.reduce((sum, one, n) => sum + one * b[n], 0);
        return product(w, matched) ** 2 / product(w, w) / product(matched, matched) > 0.9;
      }),
  },
  "zero-forcing-and-mmse, step 5": {
    known({ theory, taps }) {
      const snrDb = (db: number) => {
        const gains = gainsOf(taps());
        const mse = gains.reduce((sum, gain) => sum + 1 / (1 + decibels(db) * gain) / gains.length, 0);
        return toDb(1 / mse - 1);
      };
      return [
        `is ${snrDb(10).toFixed(1)} dB at γ = 10 dB, and ${snrDb(20).toFixed(1)} dB at 20 dB`,
        snrDb(20) - snrDb(10) < 4,
        `one symbol alone would get ${plain(theory({}, 12).mfbBer! * 1e9, 1)} × 10⁻⁹`,
      ];
    },
    async measured({ point }) {
      const [first, middle, last] = [
        await point("mmse", {}, 0),
        await point("mmse", {}, 12),
        await point("mmse", {}, 20),
      ];
      return [near(Math.log10(first.ber! / last.ber!), 4 / 3, 0.05), `MMSE gets ${percent(middle.ber!)} of the bits`];
    },
  },
  "zero-forcing-and-mmse, step 6": {
    known({ solved }) {
      const db = (forwardTaps: number) => minus(toDb(solved("mmse", { forwardTaps }).mse), 1);
      return [
        `With 11 taps the error is ${db(11)} dB, with five ${db(5)} dB`,
        `With 101 taps it is ${db(101)} dB`,
        `With 31 taps the mean squared error of MMSE is ${db(31)} dB`,
      ];
    },
  },
};
