import { describe, expect, it } from "vitest";
import type { FoundSignal } from "../../detection.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../../generator/options.ts";
import { planBursts } from "../../generator/plan.ts";
import type { BurstTruth } from "../../generator/render.ts";
import type { Searchable } from "../source.ts";
import { differences, foundIn, generated, made, narrowNoise, recordingOf, rendered, tone } from "../testing.ts";

/** Adds a carrier 60 dB over all noise to a recording, for all of its time. */
function withCarriers(recording: Searchable, frequenciesHz: readonly number[]): Searchable {
  const { sampleRate: rate, samples: count } = recording;
  return {
    ...recording,
    async read(start, size, channel) {
      const values = Float64Array.from(await recording.read(start, size, channel));
      for (const hz of frequenciesHz) {
        for (let n = start; n < start + values.length / 2; n++) {
          const angle = 2 * Math.PI * (((hz / rate) * n) % 1);
          values[2 * (n - start)] += 1000 * Math.cos(angle);
          values[2 * (n - start) + 1] += 1000 * Math.sin(angle);
        }
      }
      return Float32Array.from(values);
    },
    samples: count,
  };
}

/** Returns the carriers among signals, and the others. */
function parted(found: readonly FoundSignal[], { samples }: Searchable) {
  const isCarrier = ({ start, stop, lowHz, highHz }: FoundSignal) =>
    stop - start > 0.95 * samples && highHz - lowHz < 10_000;
  return { carriers: found.filter(isCarrier), others: found.filter((signal) => !isCarrier(signal)) };
}

const OPTIONS: GeneratorOptions = { ...GENERATOR_DEFAULTS, seconds: 0.16, snr: [12, 25] };

describe("signals/finding: under carriers 60 dB over all noise", () => {
  it.each<[string, number, (truth: BurstTruth) => number]>([
    ["the middle", 1, () => 0.004],
    ["a quarter", 2, () => -0.25],
    ["an edge", 3, () => 0.5],
  ])(
    "bursts are found once, with their edges: carriers at %s of each band",
    async (_, seed, place) => {
      const classes = ["chirp", "QPSK", "GMSK", "OFDM"] as const;
      const { recording, truths } = generated({ ...OPTIONS, seed, classes, bursts: 4 });
      const places = truths.map((truth) => truth.centreHz + place(truth) * truth.bandwidthHz);
      const over = withCarriers(recording, places);
      const { carriers, others } = parted((await foundIn(over)).found, over);
      expect(carriers).toHaveLength(4);
      expect(differences(truths, others)).toEqual([]);
    },
    60_000,
  );

  it.each([
    ["step", 0],
    ["take 50 µs", 120],
  ])(
    "bursts are found once if a carrier starts and stops within them, and on others: its edges %s",
    async (_, rise) => {
      const { recording, truths } = generated({ ...OPTIONS, seed: 4, classes: ["8-PSK", "2-FSK", "MSK"], bursts: 3 });
      const [from, to] = [110_000, 270_000];
      const crossed = truths.filter(({ start, stop }) => (start < from && stop > from) || (start < to && stop > to));
      expect(crossed.length).toBeGreaterThan(1);
      const [{ centreHz, bandwidthHz }] = crossed;
      const samples = await recording.read(0, recording.samples);
      const keyed = (n: number) => Math.max(0, Math.min(1, (n - from) / rise, (to - n) / rise));
      for (let n = from; n < to; n++) {
        const angle = 2 * Math.PI * ((((centreHz + 0.3 * bandwidthHz) / recording.sampleRate) * n) % 1);
        const size = 1000 * (rise > 0 ? Math.sin((Math.PI / 2) * keyed(n)) ** 2 : 1);
        samples[2 * n] += size * Math.cos(angle);
        samples[2 * n + 1] += size * Math.sin(angle);
      }
      const { found } = await foundIn(recordingOf(samples, recording.sampleRate));
      const isCarrier = ({ start, stop }: FoundSignal) => Math.abs(start - from) < 500 && Math.abs(stop - to) < 500;
      expect(found.filter(isCarrier)).toHaveLength(1);
      expect(
        differences(
          truths,
          found.filter((signal) => !isCarrier(signal)),
        ),
      ).toEqual([]);
    },
    60_000,
  );

  it("two bursts on both sides of a carrier stay two", async () => {
    const options: GeneratorOptions = { ...OPTIONS, seed: 7, classes: ["QPSK"], bursts: 2, snr: [18, 18] };
    const planned = planBursts(options);
    const bursts = planned.map((burst, i) => ({
      ...burst,
      start: 60_000,
      stop: 60_000 + burst.stop - burst.start,
      carrier: (i === 0 ? -1 : 1) * (burst.room / 2 + 2500) + 300_000,
    }));
    const { recording, truths } = rendered(bursts, options);
    const over = withCarriers(recording, [300_000]);
    const { carriers, others } = parted((await foundIn(over)).found, over);
    expect(carriers).toHaveLength(1);
    expect(differences(truths, others)).toEqual([]);
  }, 60_000);

  it.each([
    ["amplitude", 0],
    ["phase", Math.PI / 2],
  ])("what modulates the %s of a carrier for some time is no other signal", async (_, phase) => {
    const [rate, hz] = [1e6, 123_000];
    const recording = made(200_000, rate, (samples) => {
      const modulation = new Float64Array(samples.length);
      narrowNoise(modulation, { start: 60_000, stop: 120_000, cycles: 0, width: 0.04, density: 1000 });
      tone(samples, { start: 0, stop: 200_000, cycles: hz / rate, power: 1e6 });
      for (let n = 0; n < samples.length / 2; n++) {
        const angle = (2 * Math.PI * hz * n) / rate + phase;
        samples[2 * n] += modulation[2 * n] * Math.cos(angle);
        samples[2 * n + 1] += modulation[2 * n] * Math.sin(angle);
      }
    });
    expect((await foundIn(recording)).found).toHaveLength(1);
  });
});
