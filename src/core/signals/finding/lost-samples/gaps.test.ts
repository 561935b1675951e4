import { describe, expect, it } from "vitest";
import { testRandom } from "../../../gpu/testing.ts";
import type { Box } from "../../detection.ts";
import { gapsOf } from "./gaps.ts";
import { foundIn, made, recordingOf, tone } from "../testing.ts";

type Gap = readonly [start: number, stop: number];
const [RATE, COUNT] = [1e6, 200_000];
const STEP = 0.1;

/** Rounds to steps with a middle between two of them, as bytes have it, and writes a value to gaps. */
const withGaps = (gaps: readonly Gap[], value: number) => (samples: Float64Array) => {
  samples.forEach((number, i) => (samples[i] = (Math.floor(number / STEP) + 0.5) * STEP));
  for (const [start, stop] of gaps) samples.fill(value, 2 * start, 2 * stop);
};
/** Gaps of a length, with as much noise after each one. */
const often = (lost: number, kept: number): Gap[] =>
  Array.from({ length: Math.floor(COUNT / (lost + kept)) }, (_, i) => [i * (lost + kept), i * (lost + kept) + lost]);
const boxesOf = (found: readonly Box[]) => found.map(({ start, stop, lowHz, highHz }) => [start, stop, lowHz, highHz]);

describe("signals/finding: samples that were lost", () => {
  it("are runs of equal samples", () => {
    const samples = new Float32Array(40).map((_, i) => i);
    samples.fill(7, 0, 2 * 5);
    samples.fill(3, 2 * 8, 2 * 11);
    samples.fill(0, 2 * 12, 2 * 20);
    expect(gapsOf(samples, 4)).toEqual([
      [0, 5],
      [12, 20],
    ]);
    expect(gapsOf(samples, 3)).toContainEqual([8, 11]);
    expect(gapsOf(samples, 9)).toEqual([]);
  });

  it.each<[string, readonly Gap[], number]>([
    ["many of zeros", often(4000, 4000), 0],
    ["many of no numbers", often(5000, 3500), Number.NaN],
    ["with short noise between them", often(9000, 2000), 0],
    [
      "with short noise before and after",
      [
        [1500, 95_000],
        [110_000, COUNT - 1700],
      ],
      0,
    ],
    ["half of the recording, of a value beside the noise's mean", [[40_000, 140_000]], STEP / 2],
    ["several of a value beside the noise's mean", often(20_000, 30_000), -STEP / 2],
  ])("make no signals of noise: %s", async (_, gaps, value) => {
    const { found, messages } = await foundIn(made(COUNT, RATE, withGaps(gaps, value)));
    expect(boxesOf(found)).toEqual([]);
    expect(messages).toEqual([]);
  });

  it("cut a signal, and one that begins or ends with a gap keeps its edges", async () => {
    const gaps: Gap[] = [
      [45_000, 55_000],
      [90_000, 100_000],
      [150_000, 170_000],
    ];
    const recording = made(COUNT, RATE, (samples) => {
      tone(samples, { start: 20_000, stop: 80_000, cycles: 0.1, power: 0.3 });
      tone(samples, { start: 100_000, stop: 150_000, cycles: -0.2, power: 100 });
      withGaps(gaps, 0)(samples);
    });
    const { found } = await foundIn(recording);
    const edges = found.flatMap(({ start, stop }) => [start, stop]);
    const expected = [20_000, 45_000, 55_000, 80_000, 100_000, 150_000];
    expect(edges).toHaveLength(expected.length);
    for (const [i, edge] of edges.entries()) expect(Math.abs(edge - expected[i])).toBeLessThan(200);
  });

  it("are not the equal samples between bursts without noise", async () => {
    const samples = new Float32Array(2 * COUNT);
    for (let n = 0; n < COUNT; n++) {
      const angle = 2 * Math.PI * ((0.1 * n) % 1);
      if (n % 20_000 >= 14_000) samples.set([0.5 * Math.cos(angle), 0.5 * Math.sin(angle)], 2 * n);
    }
    const { found } = await foundIn(recordingOf(samples, RATE));
    expect(found).toHaveLength(10);
  });

  it("are not the equal samples between bursts of FSK without noise, whose side lobes differ from burst to burst", async () => {
    const samples = new Float32Array(2 * COUNT);
    const random = testRandom(4);
    let angle = 0;
    for (const [i, period] of [23, 8, 10, 48].entries()) {
      const carrier = 0.6 * random() - 0.3;
      let step = 0;
      for (let n = 0; n < 15_000; n++) {
        if (n % period === 0) step = carrier + (random() < 0.5 ? 0.35 : -0.35) / period;
        angle += 2 * Math.PI * step;
        samples.set([0.5 * Math.cos(angle), 0.5 * Math.sin(angle)], 2 * (50_000 * i + 20_000 + n));
      }
    }
    const { found } = await foundIn(recordingOf(samples, RATE));
    expect(found).toHaveLength(4);
  });
});
