import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { classify } from "../classification/classify.ts";
import { toBurst } from "../finding/burst.ts";
import { CaptureError } from "../../capture/capture-error.ts";
import { fromBlob } from "../../capture/byte-source.ts";
import { asComplex } from "../../capture/channels.ts";
import { datatypeOf } from "../../capture/datatype.ts";
import { openRecording } from "../../capture/registry.ts";
import { createDraws } from "../generator/draws.ts";
import type { Detection } from "../detection.ts";
import { searchedPart, type SearchPart } from "../finding/searched-part.ts";
import { type Measurable, measuredSignal, measureRecording, type SignalThreads } from "./measure.ts";
import { measureBurst } from "./measure-burst.ts";

it.each([1, 2, 5, 20, 60, 200, 720])(
  "a signal of %i samples has finite values, with bounds inside its burst",
  (length) => {
    const samples = new Float64Array(2 * 4000);
    addNoise(samples, length, 0);
    for (let i = 1000; i < 1000 + length; i++) samples[2 * i] += 8;
    const box = { start: 1000, stop: 1000 + length, lowHz: -4000, highHz: 6000, noiseDensity: 1e-5, notes: [] };
    const burst = toBurst(samples, 1e5, box);
    const measured = measureBurst(burst);
    for (const [name, value] of Object.entries(measured)) {
      if (typeof value === "number") expect([name, Number.isFinite(value)]).toEqual([name, true]);
    }
    expect(measured.start).toBeGreaterThanOrEqual(0);
    expect(measured.stop).toBeLessThanOrEqual(burst.samples.length / 2);
    expect(measured.stop).toBeGreaterThan(measured.start);
    const { confidence, candidates } = classify(burst, measured);
    expect(
      [confidence, ...candidates.map((one) => one.confidence)].filter((value) => !(value >= 0 && value <= 1)),
    ).toEqual([]);
  },
);

it.each([
  // Tones of 1200 Bd at 11.2 and 12.8 kHz; the same bits as levels, as an FM receiver gives them; and a packet of a Bell 202 modem, whose sides reach frequency 0.
  { middleHz: 12_000, deviationHz: 800, noise: 0.03, named: "2-FSK" },
  { middleHz: 0, deviationHz: 0, noise: 0.03, named: "unsure" },
  { middleHz: 1700, deviationHz: 500, noise: 0.03, named: "2-FSK" },
  { middleHz: 1700, deviationHz: 500, noise: 0.001, named: "2-FSK" },
])(
  "real samples have each signal once, and no class without a carrier ($middleHz Hz, noise of $noise)",
  async (one) => {
    const { middleHz, deviationHz, noise, named } = one;
    const [rate, length] = [48_000, 24_000];
    const draws = createDraws(3, "samples", 1);
    const bits = draws.bits(length / 40);
    let phase = 0;
    const samples = Float32Array.from({ length }, (_, n) => {
      const error = noise * draws.normals()[0];
      if (n < 4000 || n >= 20_000) return error;
      const level = 2 * bits[Math.floor(n / 40)] - 1;
      phase += (2 * Math.PI * (middleHz + deviationHz * level)) / rate;
      return error + (middleHz > 0 ? Math.cos(phase) : level);
    });
    const recording = {
      samples: length,
      channels: 1,
      sampleRate: rate,
      datatype: datatypeOf(false, "f32"),
      captures: [],
      read: async (first: number, count: number) => asComplex(samples.slice(first, first + count)),
    };
    const messages: string[] = [];
    const found = [];
    for await (const part of measureRecording(recording)) {
      messages.push(...part.messages);
      found.push(...part.detections);
    }
    expect(messages[0]).toContain("The samples are real");
    expect(found.map((one) => one.class)).toEqual([named]);
    if (middleHz > 0) {
      expect(Math.abs(found[0].centreHz - middleHz)).toBeLessThan(300);
      expect(Math.abs(found[0].symbolRateHz! - 1200)).toBeLessThan(1.2);
      expect(Math.abs(found[0].deviationHz! / deviationHz - 1)).toBeLessThan(0.03);
    }
    expect(found[0].notes).not.toContain("image");
  },
);

it.each([
  { keyed: "2-FSK", sdHz: null },
  { keyed: "OOK", sdHz: expect.any(Number) },
])("the centre of $keyed has a deviation only if its sides beside its line are alike", async ({ keyed, sdHz }) => {
  const [rate, length, first, stop, middleHz] = [48_000, 24_000, 4000, 20_000, 5000];
  const draws = createDraws(4, "samples", 1);
  // With more ones than zeros, the higher tone is stronger. Tones two symbol rates apart have lines.
  const bits = Array.from({ length: length / 40 }, (_, i) => (i % 5 === 0 ? 1 : draws.bits(1)[0]));
  const samples = new Float32Array(2 * length);
  let phase = 0;
  for (let n = first; n < stop; n++) {
    const bit = bits[Math.floor(n / 40)];
    phase += (2 * Math.PI * (middleHz + (keyed === "OOK" ? 0 : 2400 * bit - 1200))) / rate;
    const amplitude = keyed === "OOK" ? bit : 1;
    samples[2 * n] = amplitude * Math.cos(phase);
    samples[2 * n + 1] = amplitude * Math.sin(phase);
  }
  const truthHz = middleOfPower(samples.subarray(2 * first, 2 * stop), rate, [0, 10_000]);
  for (let n = 0; n < length; n++) {
    const [re, im] = draws.normals();
    samples[2 * n] += 0.1 * re;
    samples[2 * n + 1] += 0.1 * im;
  }
  const recording = {
    samples: length,
    channels: 1,
    sampleRate: rate,
    datatype: datatypeOf(true, "f32"),
    captures: [],
    read: async (from: number, count: number) => samples.slice(2 * from, 2 * (from + count)),
  };
  const found: Detection[] = [];
  for await (const part of measureRecording(recording)) found.push(...part.detections);
  expect(found.map((one) => [one.class, one.centreSdHz])).toEqual([[keyed, sdHz]]);
  const [{ centreHz, centreSdHz }] = found;
  // The line is taken for the middle, which it is for alike sides only. Its place is known within 0.3 Hz, and the sums have steps of 3 Hz.
  if (centreSdHz === null) expect(Math.abs(centreHz - truthHz)).toBeGreaterThan(8);
  else expect(Math.abs(centreHz - middleHz)).toBeLessThan(4 * centreSdHz);
});

/** Returns the middle between the 0.5 and the 99.5 % points of the power in a band, by direct sums. */
function middleOfPower(samples: Float32Array, rate: number, [lowHz, highHz]: readonly [number, number]): number {
  const stepHz = (2 * rate) / samples.length;
  const places = Array.from({ length: Math.floor((highHz - lowHz) / stepHz) }, (_, k) => lowHz + k * stepHz);
  const powers = places.map((hz) => {
    const [turnRe, turnIm] = [Math.cos((2 * Math.PI * hz) / rate), -Math.sin((2 * Math.PI * hz) / rate)];
    let [c, s, re, im] = [1, 0, 0, 0];
    for (let n = 0; n < samples.length; n += 2) {
      re += samples[n] * c - samples[n + 1] * s;
      im += samples[n] * s + samples[n + 1] * c;
      [c, s] = [c * turnRe - s * turnIm, c * turnIm + s * turnRe];
    }
    return re ** 2 + im ** 2;
  });
  const total = powers.reduce((sum, power) => sum + power, 0);
  const placeOf = (share: number) => {
    let sum = 0;
    return places[powers.findIndex((power) => (sum += power) >= share * total)];
  };
  return (placeOf(0.005) + placeOf(0.995)) / 2;
}

it("threads that measure signals in any order give the results of one thread", async () => {
  const signals = planned();
  const inOrder = await all(measureRecording(signals));
  let turn = 0;
  const threads = {
    ahead: 3,
    parts: 2,
    search: (part: SearchPart) => searchedPart(signals, part),
    async measure(...[signal, context]: Parameters<SignalThreads["measure"]>) {
      // Each second signal is late.
      if (turn++ % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 30));
      return measuredSignal(signals, signal, context);
    },
  };
  const threaded = await all(measureRecording(signals, { threads }));
  expect(threaded.flatMap(({ detections }) => detections)).toEqual(inOrder.flatMap(({ detections }) => detections));
  expect(threaded.flatMap(({ detections }) => detections).length).toBeGreaterThan(3);
  expect(threaded.at(-1)?.progress).toBe(1);
  const shares = threaded.map(({ progress }) => progress);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  // Each step says how many signals were found and still wait.
  for (const steps of [inOrder, threaded]) {
    expect(steps.at(-1)?.measuring).toBe(0);
    for (const [i, { measuring, detections }] of steps.entries())
      if (detections.length > 0) expect(measuring).toBe(steps[i - 1].measuring - 1);
  }
});

it("signals before one that cannot be measured are reported, and then its error", async () => {
  const signals = planned();
  const inOrder = (await all(measureRecording(signals))).flatMap(({ detections }) => detections);
  let turn = 0;
  const threads = {
    ahead: 8,
    parts: 1,
    search: (part: SearchPart) => searchedPart(signals, part),
    async measure(...[signal, context]: Parameters<SignalThreads["measure"]>) {
      if (turn++ === 2) throw new CaptureError("the file has become shorter");
      return measuredSignal(signals, signal, context);
    },
  };
  const found: Detection[] = [];
  const measuring = async () => {
    for await (const { detections } of measureRecording(signals, { threads })) found.push(...detections);
  };
  await expect(measuring()).rejects.toThrow("the file has become shorter");
  expect(found).toEqual(inOrder.slice(0, 2));
});

it("signals are measured up to the end of a file that has become shorter", async () => {
  const whole = planned();
  const end = 42_000;
  const read: typeof whole.read = (start, count) =>
    start + count > end ? Promise.reject(new CaptureError("the file has become shorter")) : whole.read(start, count);
  const found: Detection[] = [];
  const measuring = async () => {
    for await (const { detections } of measureRecording({ ...whole, read })) found.push(...detections);
  };
  await expect(measuring()).rejects.toThrow("the file has become shorter");
  expect(found.map(({ notes }) => notes.includes("cut"))).toEqual([false, false, false, false, true]);
  expect(found[4].stop).toBe(end);
});

/** A recording of five tones in noise, one after another. */
function planned() {
  const [rate, length] = [48_000, 48_000];
  const draws = createDraws(4, "samples", 1);
  const samples = Float32Array.from({ length: 2 * length }, () => 0.02 * draws.normals()[0]);
  for (let n = 0; n < length; n++) {
    const burst = Math.floor(n / 9000);
    if (burst > 4 || n % 9000 < 3000) continue;
    const angle = (2 * Math.PI * (4000 * burst - 8000) * n) / rate;
    samples[2 * n] += 0.5 * Math.cos(angle);
    samples[2 * n + 1] += 0.5 * Math.sin(angle);
  }
  return {
    samples: length,
    channels: 1,
    sampleRate: rate,
    datatype: datatypeOf(true, "f32"),
    captures: [],
    read: async (first: number, count: number) => samples.slice(2 * first, 2 * (first + count)),
  };
}

async function all<Step>(steps: AsyncIterable<Step>): Promise<Step[]> {
  const list: Step[] = [];
  for await (const step of steps) list.push(step);
  return list;
}

const captures = "../shared/captures";

interface Given {
  file: string;
  rateHz: number;
  class: string;
  symbolRateHz: number;
  bursts: { start: number; stop: number }[];
}

/** Samples per symbol by which starts and stops may differ, and the share of the length (the tolerance of the given answers). */
const [SYMBOLS, LENGTHS] = [4, 0.02];

it.skipIf(!existsSync(`${captures}/signals-given.json`)).each([
  ["urh_cc1101.cf32", 0],
  ["urh_fsk15.cf32", 0],
  ["urh_ask.cf32", 0],
  // Two weak carriers, and weak noise 296 kHz below the middle between the messages.
  ["urh_overshoot.cs8", 8],
])(`finds and names the bursts of %s (skipped where ${captures} is absent)`, async (file, mostOthers) => {
  const { recordings } = JSON.parse(readFileSync(`${captures}/signals-given.json`, "utf8")) as { recordings: Given[] };
  const given = recordings.find((recording) => recording.file === file)!;
  const octets = readFileSync(`${captures}/${file}`);
  const [recording] = await openRecording([fromBlob(file, new Blob([octets]))], { sampleRate: given.rateHz });
  const found: Detection[] = [];
  for await (const { detections } of measureRecording(recording as Measurable)) found.push(...detections);
  expect(found.filter((one) => ![given.class, "tone", "noise", "unsure"].includes(one.class))).toEqual([]);
  for (const { start, stop } of given.bursts) {
    const within = Math.max((SYMBOLS * given.rateHz) / given.symbolRateHz, LENGTHS * (stop - start));
    const isIt = (one: Detection) => Math.abs(one.start - start) <= within && Math.abs(one.stop - stop) <= within;
    expect(found.filter(isIt).map((one) => one.class)).toContain(given.class);
  }
  expect(found.length - given.bursts.length).toBeLessThanOrEqual(mostOthers);
});

it.skipIf(!existsSync(`${captures}/signals-given.json`))(
  `pulses of Mode S get no class but OOK, although they are as fast as the samples (skipped where ${captures} is absent)`,
  async () => {
    const file = "adsb_a_2400k.cs16";
    const source = fromBlob(file, new Blob([readFileSync(`${captures}/${file}`)]));
    const [recording] = await openRecording([source], { sampleRate: 2.4e6 });
    const classes = new Set<string>();
    for await (const { detections } of measureRecording(recording as Measurable))
      for (const found of detections) classes.add(found.class);
    expect([...classes].sort()).toEqual(["OOK", "unsure"]);
  },
);

it.skipIf(!existsSync(`${captures}/signals-given.json`)).each(["clean", "1bit", "inv"])(
  `finds one signal in the sliced audio of a pager, %s (skipped where ${captures} is absent)`,
  async (name) => {
    const file = `mm_pocsag_${name}_22050.s16`;
    const source = fromBlob(file, new Blob([readFileSync(`${captures}/${file}`)]));
    const [recording] = await openRecording([source], { sampleRate: 22_050 });
    const found: Detection[] = [];
    for await (const { detections } of measureRecording(recording as Measurable)) found.push(...detections);
    expect(found.map(({ start, stop }) => [start, stop])).toEqual([[0, recording.samples]]);
  },
);
