import { describe, expect, it } from "vitest";
import { createDraws } from "../generator/draws.ts";
import { pulsesOf } from "./pulses.ts";

const RATE_HZ = 50_000;

/** Messages of runs in symbols, on and off in turn, with pauses that are no whole number of symbols, in noise. */
function keyed(
  runs: readonly number[],
  { samples, lag = 0, noise = 0.1 }: Record<"samples", number> & { lag?: number; noise?: number },
) {
  const draws = createDraws(20261128, "noise", 0);
  const bounds: number[] = [];
  let at = 100.3;
  for (let message = 0; message < 3; message++) {
    for (const [i, run] of runs.entries()) {
      bounds.push(i % 2 ? at + lag : at);
      at += run * samples;
    }
    at += (13.37 + message) * samples;
  }
  const values = Float64Array.from({ length: Math.ceil(at) }, () => noise * draws.normals()[0]);
  for (let i = 0; i + 1 < bounds.length; i += 2) {
    // The share of each sample that the pulse fills.
    for (let n = Math.floor(bounds[i]); n <= Math.ceil(bounds[i + 1]); n++) {
      values[n] += Math.max(0, Math.min(1, n + 0.5 - bounds[i], bounds[i + 1] - n + 0.5));
    }
  }
  return values;
}

const DATA = Array.from("0011010111010111001100000", Number);
const CODES = {
  "PWM 1:3": DATA.flatMap((bit) => (bit ? [3, 1] : [1, 3])),
  "PWM 1:2": DATA.flatMap((bit) => (bit ? [2, 1] : [1, 2])),
  PPM: DATA.flatMap((bit) => [1, bit ? 3 : 1]),
  Manchester: runsOf(DATA.flatMap((bit) => (bit ? [1, 0] : [0, 1]))),
};

/** Lengths of equal symbols that follow each other; the first one is on. */
function runsOf(symbols: readonly number[]): number[] {
  const on = [1, ...symbols, 1];
  const bounds = on.flatMap((symbol, i) => (symbol === on[i - 1] ? [] : [i]));
  return bounds.slice(1).map((bound, i) => bound - bounds[i]);
}

describe("pulsesOf", () => {
  it.each(Object.entries(CODES))("finds the symbol of %s, whose messages are no whole symbols apart", (_, runs) => {
    // The last run of a message, a gap, is a part of the pause.
    const message = runs.slice(0, runs.length - ((runs.length + 1) % 2));
    const found = pulsesOf(keyed([...message, 0], { samples: 20.7, lag: 2.5 }), RATE_HZ);
    const error = Math.abs((found?.symbolRateHz ?? 0) - RATE_HZ / 20.7);
    // Five standard deviations that it tells itself, and the design's limit for given recordings.
    expect(error).toBeLessThan(5 * (found?.sdHz ?? 0));
    expect(error).toBeLessThan((2e-3 * RATE_HZ) / 20.7);
    const symbols = message.reduce((sum, run) => sum + run);
    expect(found?.means.length).toBe(3 * symbols);
    expect(found?.means.filter((mean) => mean > 0.5).length).toBe(
      3 * message.reduce((sum, run, i) => sum + (i % 2 ? 0 : run), 0),
    );
  });

  it("finds none in a sine, in noise, and in runs of any length", () => {
    const draws = createDraws(20261129, "noise", 0);
    const sine = Float64Array.from({ length: 5000 }, (_, n) => Math.sin(n / 17));
    expect(pulsesOf(sine, RATE_HZ)).toBeUndefined();
    expect(
      pulsesOf(
        sine.map(() => draws.normals()[0]),
        RATE_HZ,
      ),
    ).toBeUndefined();
    const runs = Array.from({ length: 61 }, () => 1 + 4 * draws.uniform(0, 1));
    expect(pulsesOf(keyed([...runs, 0], { samples: 20 }), RATE_HZ)).toBeUndefined();
  });
});
