import { expect, it } from "vitest";
import { datatypeOf } from "../../capture/datatype.ts";
import type { Detection } from "../detection.ts";
import { made, tone } from "../finding/testing.ts";
import { createDraws } from "../generator/draws.ts";
import { speech } from "../generator/speech.ts";
import { measureRecording } from "./measure.ts";

const [RATE, COUNT] = [250e3, 100_000];
const voice = speech(createDraws(61, "samples", 0), RATE, 0, COUNT);
const SOUNDS = {
  tone: (n: number) => Math.cos((2 * Math.PI * 1000 * n) / RATE),
  speech: (n: number) => voice.value(n),
};

/** Measures a carrier in noise. @param snrDb In 2 kHz. */
async function measured(
  hz: number,
  { snrDb, amplitude, isBurst }: { snrDb: number; amplitude?: (n: number) => number; isBurst?: boolean },
) {
  const [start, stop] = isBurst ? [25_000, 75_000] : [0, COUNT];
  const power = (10 ** (snrDb / 10) * 2000) / RATE;
  const recording = made(COUNT, RATE, (samples) => tone(samples, { start, stop, cycles: hz / RATE, power, amplitude }));
  const detections: Detection[] = [];
  const messages: string[] = [];
  for await (const part of measureRecording({ ...recording, datatype: datatypeOf(true, "f32"), captures: [] })) {
    detections.push(...part.detections);
    messages.push(...part.messages);
  }
  return { detections, messages };
}

it.each<[keyof typeof SOUNDS, hz: number, depth: number, snrDb: number, isBurst: boolean]>([
  ["tone", 0, 0.9, 20, false],
  ["tone", 0, 0.3, 40, false],
  ["tone", -50, 0.3, 40, true],
  ["tone", 150, 0.9, 20, false],
  ["speech", 0, 0.9, 40, false],
  ["speech", 50, 0.9, 10, false],
  ["speech", -50, 0.3, 20, false],
  ["speech", -150, 0.9, 20, true],
  ["speech", -400, 0.9, 40, false],
])(
  "AM by %s at %i Hz with depth %f at %i dB is one signal (as a burst: %s)",
  async (sound, hz, depth, snrDb, isBurst) => {
    const amplitude = (n: number) => 1 + depth * SOUNDS[sound](n);
    const { detections, messages } = await measured(hz, { snrDb, amplitude, isBurst });
    expect(messages).toEqual([]);
    expect(detections.map((one) => [one.class, one.notes.includes("dc")])).toEqual([["AM", false]]);
    expect(Math.abs(detections[0].centreHz - hz)).toBeLessThan(5);
  },
);

it("a carrier without modulation is a tone at 50 Hz, and a constant at 0", async () => {
  const { detections } = await measured(50, { snrDb: 30 });
  expect(detections.map((one) => one.class)).toEqual(["tone"]);
  expect(Math.abs(detections[0].centreHz - 50)).toBeLessThan(1);
  const { detections: none, messages } = await measured(0, { snrDb: 30 });
  expect([none, messages]).toEqual([[], [expect.stringContaining("a constant (DC)")]]);
});
