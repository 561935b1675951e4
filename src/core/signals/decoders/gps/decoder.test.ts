import { describe, expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import type { DecodedFrame } from "../decoder.ts";
import { coarseCode } from "./code.ts";
import { loadGpsDecoder } from "./decoder.ts";

/** The first ten chips of each code, as octal numbers. Source: IS-GPS-200, table 3-Ia. */
const FIRST_CHIPS =
  "1440 1620 1710 1744 1133 1455 1131 1454 1626 1504 1642 1750 1764 1772 1775 1776 1156 1467 1633 1715 1746 1763 1063 1706 1743 1761 1770 1774 1127 1453 1625 1712";
/** The stages of the second register that a satellite's code takes. Source: the same table. */
const SELECTED: Record<number, [number, number]> = { 1: [2, 6], 7: [1, 8], 13: [6, 7], 22: [6, 9], 32: [4, 9] };

/** A code by the two stages of the second register, where the decoder uses a delay. */
function codeByStages([a, b]: [number, number]): number[] {
  let [g1, g2] = [Array.from({ length: 10 }, () => 1), Array.from({ length: 10 }, () => 1)];
  return Array.from({ length: 1023 }, () => {
    const chip = g1[9] ^ g2[a - 1] ^ g2[b - 1];
    const sum = [2, 3, 6, 8, 9, 10].reduce((bit, stage) => bit ^ g2[stage - 1], 0);
    g1 = [g1[2] ^ g1[9], ...g1.slice(0, 9)];
    g2 = [sum, ...g2.slice(0, 9)];
    return chip;
  });
}

interface MadeSatellite {
  prn: number;
  dopplerHz: number;
  /** Chip at the first sample. */
  codePhase: number;
  cn0DbHz: number;
}

/** Satellites in white noise of power 1, with data bits of 20 ms. */
function received(
  random: () => number,
  rate: number,
  length: number,
  satellites: readonly MadeSatellite[],
  offsetHz = 0,
) {
  const samples = new Float32Array(2 * length);
  for (let i = 0; i < samples.length; i += 2) {
    const radius = Math.sqrt(-Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    samples[i] = radius * Math.cos(angle);
    samples[i + 1] = radius * Math.sin(angle);
  }
  for (const { prn, dopplerHz, codePhase, cn0DbHz } of satellites) {
    const code = codeByStages(SELECTED[prn]);
    const amplitude = Math.sqrt(10 ** (cn0DbHz / 10) / rate);
    const bits = Array.from({ length: 2 + Math.ceil(length / rate / 0.02) }, () => (random() < 0.5 ? -1 : 1));
    const [bitPhase, phase] = [random(), random()];
    for (let n = 0; n < length; n++) {
      const seconds = n / rate;
      const chips = codePhase + seconds * 1.023e6 * (1 + dopplerHz / 1575.42e6);
      const bit = bits[Math.floor(seconds / 0.02 + bitPhase)];
      const value = amplitude * bit * (1 - 2 * code[Math.floor(chips) % 1023]);
      const angle = 2 * Math.PI * (phase + (offsetHz + dopplerHz) * seconds);
      samples[2 * n] += value * Math.cos(angle);
      samples[2 * n + 1] += value * Math.sin(angle);
    }
  }
  return samples;
}

async function acquired(samples: Float32Array, sampleRateHz: number, frequencyHz?: number, piece = samples.length / 2) {
  const decoder = (await loadGpsDecoder())({ sampleRateHz, frequencyHz });
  const frames: DecodedFrame[] = [];
  for (let n = 0; n < samples.length; n += 2 * piece) frames.push(...decoder.push(samples.subarray(n, n + 2 * piece)));
  return [...frames, ...decoder.end()];
}

function expectSatellites(frames: readonly DecodedFrame[], satellites: readonly MadeSatellite[]): void {
  expect(frames.map(({ fields }) => fields.prn)).toEqual(satellites.map(({ prn }) => prn));
  for (const [i, { dopplerHz, codePhase, cn0DbHz }] of satellites.entries()) {
    const { fields } = frames[i];
    expect(Math.abs(Number(fields.dopplerHz) - dopplerHz)).toBeLessThan(30);
    // Half a sample is a quarter of a chip; and the code moves a little within the window.
    expect(Math.abs(((Number(fields.codePhase) - codePhase + 1534.5) % 1023) - 511.5)).toBeLessThan(0.3);
    // The filter takes the corners of the code's peak; 40 periods of 12 dB have a deviation of 0.3 dB.
    expect(Number(fields.cn0DbHz)).toBeLessThan(cn0DbHz + 1);
    expect(Number(fields.cn0DbHz)).toBeGreaterThan(cn0DbHz - 1.5);
  }
}

describe("signals/decoders/gps", () => {
  it("has the codes of the interface specification", () => {
    const first = FIRST_CHIPS.split(" ").map((_, k) =>
      Number.parseInt(
        coarseCode(k + 1)
          .slice(0, 10)
          .join(""),
        2,
      ).toString(8),
    );
    expect(first.join(" ")).toBe(FIRST_CHIPS);
    for (const [prn, stages] of Object.entries(SELECTED)) {
      expect([...coarseCode(Number(prn))]).toEqual(codeByStages(stages));
    }
  });

  it(
    "finds satellites with carrier, phase and power, tuned from elsewhere, for any size of pieces",
    { timeout: 60_000 },
    async () => {
      const [rate, offsetHz] = [4e6, 0.8e6];
      const satellites = [
        { prn: 1, dopplerHz: 2340, codePhase: 12.4, cn0DbHz: 45 },
        { prn: 7, dopplerHz: -3250, codePhase: 1002.7, cn0DbHz: 41 },
        { prn: 22, dopplerHz: 8250, codePhase: 511.1, cn0DbHz: 50 },
      ];
      const samples = received(testRandom(3), rate, 0.042 * rate, satellites, offsetHz);
      const frames = await acquired(samples, rate, 1575.42e6 - offsetHz);
      expectSatellites(frames, satellites);
      expect(frames[2].centreHz).toBe(offsetHz + Number(frames[2].fields.dopplerHz));
      expect(await acquired(samples, rate, 1575.42e6 - offsetHz, 10_007)).toEqual(frames);
    },
  );

  it("finds no satellite in noise, in tones, and in a recording that is too short", { timeout: 60_000 }, async () => {
    const rate = 2.048e6;
    const noise = received(testRandom(4), rate, 0.041 * rate, []);
    const tones = noise.map((value, i) => value + 30 * Math.cos(0.3 * (i >> 1) - (i % 2 ? Math.PI / 2 : 0)));
    expect(await acquired(noise, rate)).toEqual([]);
    expect(await acquired(tones, rate)).toEqual([]);
    expect(await acquired(noise.subarray(0, 60_000), rate)).toEqual([]);
    expect(await acquired(new Float32Array(2 * 90_000), rate)).toEqual([]);
  });
});
