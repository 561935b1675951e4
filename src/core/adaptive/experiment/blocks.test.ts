import { describe, expect, it } from "vitest";
import { sweepToEnd } from "../../measurement/testing.ts";
import { ADAPTIVE } from "./experiment.ts";
import { adaptiveSweep } from "./sweep.ts";

/** The mean error rate of QPSK's bits on a Rayleigh channel at Eb/N0. Source: Proakis and Salehi, 13.3-7. */
const rayleigh = (db: number) => 0.5 * (1 - Math.sqrt(10 ** (db / 10) / (1 + 10 ** (db / 10))));

describe("blocks of 64 symbols with a prefix of 16, QPSK", () => {
  const random = { channel: "exponential:2", symbols: 64 };
  const fixed = { channel: "proakis-c", symbols: 640 };
  const rows = [
    // Equalizer, channel, Eb/N0, packets, error rate, accuracy of that rate: the tables' is 3 %, formulas have none.
    ["fde", random, 8, 3000, 0.0197, 1.03],
    ["ofdm", random, 8, 3000, rayleigh(8), 1],
    ["fde", fixed, 12, 100, 0.111, 1.03],
    ["ofdm", fixed, 12, 100, 0.152, 1.03],
    ["ofdm-loaded", random, 8, 1500, 0.0054, 1.03],
    ["ofdm-loaded", fixed, 10, 150, 6.2e-4, 1.03],
  ] as const;
  const slow = [
    ["fde", random, 14, 12_000, 1.17e-3, 1.03],
    ["ofdm", random, 14, 5000, rayleigh(14), 1],
    ["ofdm-loaded", random, 8, 6000, 0.0054, 1.03],
    ["ofdm-loaded", fixed, 10, 800, 6.2e-4, 1.03],
  ] as const;
  it.each(process.env.THREERAY_SLOW ? [...rows, ...slow] : rows)(
    "%s on %j has the error rate of theory or the table at %f dB",
    async (equalizer, channel, db, packets, ber, accuracy) => {
      const given = { ...channel, equalizers: [equalizer], training: 0, ebn0: String(db), packets };
      const [{ ci95 }] = (await sweepToEnd(adaptiveSweep, ADAPTIVE.parse(given), {})).results;
      expect(ci95![0] / accuracy).toBeLessThan(ber);
      expect(ci95![1] * accuracy).toBeGreaterThan(ber);
    },
  );
});

/** Eb/N0, packets, and the packet error rates of FDE and OFDM in a float64 simulation of 30,000 packets and more. */
const coded: [string, number, number, number][] = process.env.THREERAY_SLOW
  ? [
      ["6", 1500, 0.186, 0.129],
      ["8", 2000, 0.0539, 0.0316],
    ]
  : [["6", 150, 0.186, 0.129]];
it.each(coded)("coded blocks lose as many packets as in float64 at %s dB", async (ebn0, packets, ...rates) => {
  const blocks = { code: "convolutional:133,171", information: 250, channel: "exponential:2", training: 0 };
  const config = ADAPTIVE.parse({ ...blocks, ebn0, packets, equalizers: ["fde", "ofdm"] });
  const { results } = await sweepToEnd(adaptiveSweep, config, {});
  for (const [i, { fer95 }] of results.entries()) {
    // These rates are accurate to 3 to 5 %.
    expect(fer95![0] / 1.05, `${fer95}`).toBeLessThan(rates[i]);
    expect(fer95![1] * 1.05, `${fer95}`).toBeGreaterThan(rates[i]);
  }
});

it("overlapping blocks reach the infinite MMSE equalizer on Proakis C at 15 dB where they drop 16 of 64 on each side", async () => {
  const given = { channel: "proakis-c", snr: "15", training: 0, symbols: 1000, packets: 100, drop: 16 };
  const config = ADAPTIVE.parse({ ...given, equalizers: ["fde-overlap"] });
  const [{ steadyMse95 }] = (await sweepToEnd(adaptiveSweep, config, {})).results;
  const snrs = steadyMse95!.map((mse) => 10 * Math.log10(1 / mse - 1));
  // Salz: 1.83 dB. The interference of neighbours that is left may take 0.05 dB.
  expect(snrs[1]).toBeLessThan(1.83);
  expect(snrs[0]).toBeGreaterThan(1.78);
});
