import { describe, expect, it } from "vitest";
import { toBurst } from "../finding/burst.ts";
import { addNoise } from "../generator/draws.ts";
import { measureBand } from "../measuring/measure-burst.ts";
import { classify } from "./classify.ts";

const [RATE, SYMBOL_RATE, SYMBOLS, START] = [250e3, 40e3, 1200, 6000];

/** A raised cosine at a time in symbols. */
function raisedCosine(t: number, rolloff: number): number {
  const edge = 1 - (2 * rolloff * t) ** 2;
  const sinc = t === 0 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t);
  return Math.abs(edge) < 1e-6 ? (Math.PI / 4) * sinc : (sinc * Math.cos(Math.PI * rolloff * t)) / edge;
}

describe("signals/classification: phases whose pulses are raised cosines, without a matched filter", () => {
  it.each([
    ["QPSK", 4, 0.3],
    ["8-PSK", 8, 0.35],
    ["QPSK", 4, 0.48],
  ])("%s of %d phases has its class at a roll-off of %f", (name, phases, rolloff) => {
    const length = Math.ceil((SYMBOLS * RATE) / SYMBOL_RATE);
    const values = new Float64Array(2 * (length + 2 * START));
    addNoise(values, 3, 0);
    const level = Math.sqrt((10 ** 2.4 * SYMBOL_RATE) / RATE);
    for (let k = 0, state = 1; k < SYMBOLS; k++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const angle = (2 * Math.PI * Math.floor((phases * state) / 2 ** 32)) / phases;
      const middle = START + ((k + 0.5) * RATE) / SYMBOL_RATE;
      for (let n = Math.ceil(middle - 62); n < middle + 62; n++) {
        const height = level * raisedCosine(((n - middle) * SYMBOL_RATE) / RATE, rolloff);
        values[2 * n] += height * Math.cos(angle + 0.3 * n);
        values[2 * n + 1] += height * Math.sin(angle + 0.3 * n);
      }
    }
    const middleHz = (0.3 / (2 * Math.PI)) * RATE;
    const [lowHz, highHz] = [middleHz - 28e3, middleHz + 28e3];
    const box = { start: START, stop: START + length, lowHz, highHz, noiseDensity: 1 / RATE, notes: [] };
    const burst = toBurst(values, RATE, box);
    expect(classify(burst, measureBand(burst)).class).toBe(name);
  });
});
