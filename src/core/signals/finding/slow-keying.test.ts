import { describe, expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import type { Detection } from "../detection.ts";
import { addNoise } from "../generator/draws.ts";
import { measureRecording } from "../measuring/measure.ts";
import type { TrackedSignal } from "./segment-tracker.ts";
import { createKeyingJoiner } from "./slow-keying.ts";

const RATE = 16_000;
/** PARIS PARIS in Morse code: 1 is on. */
const PARIS = "10111011101000101110001011101000101000101010000000".repeat(2).replace(/0+$/, "");
const RUNS = [...PARIS.matchAll(/1+/g)].map(({ index, 0: { length } }) => [index, index + length] as const);

const markOf = (start: number, stop: number, lowHz = 1000): TrackedSignal => ({
  start: Math.round(start),
  stop: Math.round(stop),
  lowHz,
  highHz: lowHz + 2000,
  noiseDensity: 1e-6,
  notes: [],
  peak: 100,
  peakHz: lowHz + 1000,
  power: 1,
});

const joined = (marks: readonly TrackedSignal[]) => createKeyingJoiner(RATE).completed(marks, Infinity);

describe("signals/finding: slow keying", () => {
  it.each([30, 100, 240])("marks of dits of %d ms are one signal", (milliseconds) => {
    const dit = (milliseconds * RATE) / 1000;
    const found = joined(RUNS.map(([from, to]) => markOf(5000 + from * dit, 5000 + to * dit)));
    expect(found).toHaveLength(1);
    expect([found[0].start, found[0].stop]).toEqual([5000, 5000 + PARIS.length * dit]);
  });

  it("bursts of one carrier with other lengths, or all of one length, stay apart", () => {
    // From 30 to 80 ms, with pauses of 10 to 200 ms: a linear congruential generator.
    let [state, at] = [3, 0];
    const next = (from: number, to: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (RATE * (from + ((to - from) * state) / 2 ** 32)) / 1000;
    };
    const bursts = Array.from({ length: 400 }, () => {
      const start = at + next(10, 200);
      at = start + next(30, 80);
      return markOf(start, at);
    });
    expect(joined(bursts)).toHaveLength(400);
    const beacons = Array.from({ length: 40 }, (_, k) => markOf(3200 * k, 3200 * k + 800));
    expect(joined(beacons)).toHaveLength(40);
  });

  it("marks wait until nothing can follow them, and no longer", () => {
    const keying = createKeyingJoiner(RATE);
    const marks = RUNS.map(([from, to]) => markOf(from * 800, to * 800));
    for (const mark of marks) expect(keying.completed([mark], mark.stop)).toEqual([]);
    const { stop } = marks[marks.length - 1];
    expect(keying.completed([], stop + 7 * 800)).toEqual([]);
    expect(keying.completed([], stop + 11 * 800)).toHaveLength(1);
  });

  it("bursts of a network on one carrier do not wait for its end", () => {
    const keying = createKeyingJoiner(RATE);
    const [burst, frame] = [0.0275 * RATE, 0.06 * RATE];
    let waiting = 0;
    for (let k = 0; k < 1000; k++) {
      waiting += 1 - keying.completed([markOf(k * frame, k * frame + burst)], k * frame + burst).length;
      expect(waiting).toBeLessThanOrEqual(64);
    }
  });

  it("a long message stays one signal", () => {
    const keying = createKeyingJoiner(RATE);
    const length = PARIS.length + 7;
    const marks = Array.from({ length: 20 }, (_, k) => RUNS.map(([from, to]) => [from + k * length, to + k * length]));
    const found = marks.flat().flatMap(([from, to]) => keying.completed([markOf(800 * from, 800 * to)], 800 * to));
    expect(found).toEqual([]);
    expect(keying.completed([], Infinity)).toHaveLength(1);
  });

  it("two carriers that are keyed at once are two signals", () => {
    const dit = 1000;
    const at = (lowHz: number, late: number) =>
      RUNS.map(([from, to]) => markOf((late + from) * dit, (late + to) * dit, lowHz));
    const marks = [...at(1000, 0), ...at(-4000, 0.4)].toSorted((a, b) => a.stop - b.stop);
    expect(joined(marks)).toHaveLength(2);
  });

  it("Morse code in noise is OOK with one symbol per dit", async () => {
    const [dit, start] = [0.05 * RATE, 3000];
    const samples = new Float64Array(2 * (2 * start + PARIS.length * dit));
    addNoise(samples, 4, 0);
    // 15 dB in 2 kHz.
    const level = Math.sqrt((10 ** 1.5 * 2000) / RATE);
    for (const [from, to] of RUNS) {
      for (let n = start + from * dit; n < start + to * dit; n++) {
        samples[2 * n] += level * Math.cos(0.9 * n);
        samples[2 * n + 1] += level * Math.sin(0.9 * n);
      }
    }
    const recording = arrayRecording(
      Float32Array.from(samples, (x) => 0.01 * x),
      { sampleRate: RATE },
    );
    const found: Detection[] = [];
    for await (const { detections } of measureRecording(recording, { bits: true })) found.push(...detections);
    expect(found.map((one) => [one.class, one.bits])).toEqual([["OOK", PARIS]]);
    expect(Math.abs(found[0].symbolRateHz! * 0.05 - 1)).toBeLessThan(2e-3);
  });
});
