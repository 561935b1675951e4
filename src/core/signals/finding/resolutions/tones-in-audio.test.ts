import { describe, expect, it } from "vitest";
import { arrayRecording } from "../../../capture/array-recording.ts";
import type { Detection } from "../../detection.ts";
import { addNoise } from "../../generator/draws.ts";
import { measureRecording } from "../../measuring/measure.ts";

/** PARIS in Morse code: 1 is on. The last letter ends with a mark. */
const PARIS = "10111011101000101110001011101000101000101010000000";

interface Station {
  hz: number;
  /** Seconds of a dit. */
  dit: number;
  words: number;
}

const keyed = ({ words }: Station) => PARIS.repeat(words).replace(/0+$/, "");
const START = 0.5;

/** Adds a station whose marks rise and fall within 5 ms. Real samples: the cosine, otherwise the complex tone. */
function addStation(samples: Float64Array, rate: number, station: Station, isReal: boolean): void {
  const marks = [...keyed(station).matchAll(/1+/g)];
  for (const { index, 0: on } of marks) {
    const [from, to] = [START + index * station.dit, START + (index + on.length) * station.dit];
    for (let n = Math.floor((from - 0.005) * rate); n < (to + 0.005) * rate; n++) {
      const edge = (seconds: number) => Math.min(1, Math.max(0, 0.5 + seconds / 0.005));
      const level = edge(n / rate - from) * edge(to - n / rate);
      const angle = (2 * Math.PI * station.hz * n) / rate;
      samples[2 * n] += level * Math.cos(angle);
      if (!isReal) samples[2 * n + 1] += level * Math.sin(angle);
    }
  }
}

/** Noise in 2 kHz 20 dB below a complex tone of amplitude 1, and 17 dB below a real one. */
function recordingOf(rate: number, seconds: number, isReal: boolean, add: (samples: Float64Array) => void) {
  const count = Math.round(rate * seconds);
  const samples = new Float64Array(2 * count);
  addNoise(samples, rate, 0);
  const perSample = Math.sqrt((rate / 2000) * 0.01);
  for (let i = 0; i < samples.length; i++) samples[i] *= isReal && i % 2 ? 0 : perSample;
  add(samples);
  const recording = arrayRecording(Float32Array.from(samples), { sampleRate: rate });
  return isReal ? { ...recording, datatype: { ...recording.datatype, complex: false } } : recording;
}

async function measured(recording: Parameters<typeof measureRecording>[0]): Promise<Detection[]> {
  const found: Detection[] = [];
  for await (const { detections } of measureRecording(recording)) found.push(...detections);
  return found.sort((a, b) => a.centreHz - b.centreHz);
}

const lengthOf = (station: Station) => START + keyed(station).length * station.dit;

describe("signals/finding: tones in audio", () => {
  it.each([
    [8000, true, [{ hz: 623, dit: 0.03, words: 3 }]],
    [44_100, true, [{ hz: 810, dit: 0.06, words: 2 }]],
    [
      11_025,
      true,
      [
        { hz: 550, dit: 0.05, words: 3 },
        { hz: 750, dit: 0.07, words: 2 },
      ],
    ],
    [12_000, false, [{ hz: -700, dit: 0.048, words: 2 }]],
  ])("at %d S/s (real: %s) each station is one keyed signal", async (rate, isReal, stations) => {
    const seconds = Math.max(...stations.map(lengthOf)) + 0.5;
    const found = await measured(
      recordingOf(rate, seconds, isReal, (samples) => {
        for (const station of stations) addStation(samples, rate, station, isReal);
      }),
    );
    expect(found.map((detection) => detection.class)).toEqual(stations.map(() => "OOK"));
    for (const [i, station] of stations.entries()) {
      const { centreHz, symbolRateHz, start, stop } = found[i];
      expect(Math.abs(centreHz - station.hz)).toBeLessThan(5);
      expect(Math.abs((symbolRateHz ?? 0) * station.dit - 1)).toBeLessThan(0.005);
      expect(Math.abs(start / rate - START)).toBeLessThan(station.dit / 4);
      expect(Math.abs(stop / rate - lengthOf(station))).toBeLessThan(station.dit / 4);
    }
  });

  it("a steady tone of real samples is one tone at its positive frequency", async () => {
    const rate = 22_050;
    const found = await measured(
      recordingOf(rate, 3, true, (samples) => {
        for (let n = 0; n < samples.length / 2; n++) samples[2 * n] += Math.cos((2 * Math.PI * 1000 * n) / rate);
      }),
    );
    expect(found.map((detection) => detection.class)).toEqual(["tone"]);
    expect(found[0].centreHz).toBeCloseTo(1000, 0);
  });

  it("two tones of radio teletype are one signal", async () => {
    const [rate, symbolRate] = [22_050, 45.45];
    const found = await measured(
      recordingOf(rate, 5, true, (samples) => {
        let [phase, state] = [0, 1];
        for (let n = Math.round(START * rate), symbol = -1, hz = 0; n < 4.5 * rate; n++) {
          const at = Math.floor((n / rate - START) * symbolRate);
          // A linear congruential generator.
          if (at !== symbol) state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          if (at !== symbol) hz = state >>> 31 ? 2295 : 2125;
          symbol = at;
          phase += (2 * Math.PI * hz) / rate;
          samples[2 * n] += Math.cos(phase);
        }
      }),
    );
    expect(found.map((detection) => detection.class)).toEqual(["2-FSK"]);
    expect(Math.abs((found[0].symbolRateHz ?? 0) / symbolRate - 1)).toBeLessThan(0.005);
    expect(Math.abs((found[0].deviationHz ?? 0) / 85 - 1)).toBeLessThan(0.05);
  });

  it.each<[rate: number, hz: number, soundHz: number, depth: number]>([
    [12_000, -2000, 1000, 0.9],
    [48_000, 15_000, 2500, 0.3],
    [96_000, 0, 2500, 0.3],
  ])("at %d S/s AM at %d Hz by a tone of %d Hz with depth %f is one signal", async (rate, hz, soundHz, depth) => {
    const found = await measured(
      recordingOf(rate, 1.2, false, (samples) => {
        for (let n = 0; n < samples.length / 2; n++) {
          const size = 1 + depth * Math.cos((2 * Math.PI * soundHz * n) / rate);
          const angle = (2 * Math.PI * hz * n) / rate + 1;
          samples[2 * n] += size * Math.cos(angle);
          samples[2 * n + 1] += size * Math.sin(angle);
        }
      }),
    );
    expect(found.map((detection) => detection.class)).toEqual(["AM"]);
    const { centreHz, bandwidthHz } = found[0];
    expect(Math.abs(centreHz - hz)).toBeLessThan(5);
    // A part of the noise counts where sidebands are weak.
    expect(bandwidthHz).toBeGreaterThan(2 * soundHz - 5);
    expect(bandwidthHz).toBeLessThan(2.5 * soundHz);
  });

  it.each([
    ["modulate its amplitude", 0, 0, 1],
    ["modulate its phase", Math.PI, 0, 1],
    ["with other phases are tones", 1.5, 0, 3],
    ["at distances that differ by 3 Hz are tones", 0, 3, 3],
  ])("lines 1 kHz below and above a carrier %s", async (_, phase, offHz, signals) => {
    const rate = 12_000;
    const lines = [
      { hz: 3010, size: 1, angle: 2 },
      { hz: 2010, size: 0.3, angle: 2 - 0.7 },
      { hz: 4010 + offHz, size: 0.3, angle: 2 + 0.7 + phase },
    ];
    const found = await measured(
      recordingOf(rate, 1.2, false, (samples) => {
        for (let n = 0; n < samples.length / 2; n++) {
          for (const { hz, size, angle } of lines) {
            samples[2 * n] += size * Math.cos((2 * Math.PI * hz * n) / rate + angle);
            samples[2 * n + 1] += size * Math.sin((2 * Math.PI * hz * n) / rate + angle);
          }
        }
      }),
    );
    expect(found).toHaveLength(signals);
  });

  it.each([
    [200_000, -93_600],
    [96_000, 46_900],
    [1_000_000, 499_000],
  ])("at %d S/s a tone at %d Hz, near an end of the band, is one signal", async (rate, hz) => {
    const found = await measured(
      recordingOf(rate, 0.6, false, (samples) => {
        for (let n = 0; n < samples.length / 2; n++) {
          samples[2 * n] += Math.cos((2 * Math.PI * hz * n) / rate);
          samples[2 * n + 1] += Math.sin((2 * Math.PI * hz * n) / rate);
        }
      }),
    );
    expect(found.map((detection) => [detection.class, Math.round(detection.centreHz / 10)])).toEqual([
      ["tone", hz / 10],
    ]);
  });

  it("real and complex white noise show nothing", async () => {
    for (const isReal of [true, false]) {
      expect(await measured(recordingOf(48_000, 10, isReal, () => undefined))).toEqual([]);
    }
  });
});
