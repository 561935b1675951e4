import { describe, expect, it } from "vitest";
import { createDraws } from "../generator/draws.ts";
import { MODULATORS } from "../generator/modulators.ts";
import { LINEAR_KINDS, type LinearClass } from "./constellations.ts";
import { fitOf } from "./likelihood.ts";
import { synchronize } from "./synchronize.ts";

const RATE = 1e6;
const CARRIER = 12_345.6;

/** A burst of the independent generator, shifted to CARRIER, with noise of the given share of its power. */
function burstOf(name: keyof typeof MODULATORS, noise: number, seed = 5, length = 30_000) {
  const draws = createDraws(seed, "parameters", 1);
  const content = createDraws(seed, "samples", 1);
  const waveform = MODULATORS[name]({ class: name, rate: RATE, length, draws, content });
  const all = waveform.modulate();
  const samples = all.slice(2 * waveform.lead, 2 * (waveform.lead + waveform.length));
  const power = samples.reduce((sum, value) => sum + value * value, 0) / waveform.length;
  const random = createDraws(seed, "noise", 1);
  for (let n = 0; n < waveform.length; n++) {
    const angle = (2 * Math.PI * CARRIER * n) / RATE;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [re, im] = [samples[2 * n], samples[2 * n + 1]];
    const [a, b] = random.normals();
    samples[2 * n] = re * c - im * s + Math.sqrt((power * noise) / 2) * a;
    samples[2 * n + 1] = re * s + im * c + Math.sqrt((power * noise) / 2) * b;
  }
  return { samples, symbolRateHz: waveform.truth.symbolRateHz ?? 0, bits: waveform.truth.bits ?? "" };
}

describe("synchronize", () => {
  it.each(["BPSK", "QPSK", "pi/4-DQPSK", "8-PSK", "16-QAM", "OQPSK", "MSK", "GMSK"] as const)("locks to %s", (name) => {
    const { samples, symbolRateHz } = burstOf(name, 0.01);
    const found = synchronize(
      { samples, sampleRateHz: RATE },
      { class: name, symbolRateHz: 1.0005 * symbolRateHz, carrierHz: CARRIER + 0.02 * symbolRateHz },
    );
    if (!found) throw new Error("no lines");
    const bitsPerSymbol = name === "MSK" || name === "GMSK" ? 2 : 1;
    // A clock that is off by 1e-5 moves by 0.03 symbols in these 3000 symbols or less.
    expect(Math.abs((bitsPerSymbol * found.symbolRateHz) / symbolRateHz - 1)).toBeLessThan(1e-5);
    expect(Math.abs(found.carrierHz - CARRIER) / symbolRateHz).toBeLessThan(1e-3);
    // Noise of −20 dB in the rate is less after the matched filter; the rest is interference of neighbouring symbols, most of all GMSK's.
    expect(found.evm).toBeLessThan(name === "GMSK" ? 0.25 : 0.1);
    // The first symbol lies half a symbol after the start.
    const late = (found.first - found.samplesPerSymbol / (name === "OQPSK" ? 4 : 2)) / found.samplesPerSymbol;
    if (bitsPerSymbol === 1) expect(Math.abs(2 * late - Math.round(2 * late))).toBeLessThan(0.06);
  });

  it.each(["QPSK", "OQPSK", "MSK"] as const)("knows how sure the instants of %s are", (name) => {
    const errors = Array.from({ length: 6 }, (_, seed) => seed).flatMap((seed) => {
      const { samples, symbolRateHz } = burstOf(name, 0.3, seed + 1, name === "OQPSK" ? 30_000 : 8000);
      const found = synchronize({ samples, sampleRateHz: RATE }, { class: name, symbolRateHz, carrierHz: CARRIER });
      // Short bursts of OQPSK may have no lines.
      if (!found) return [];
      // The symbol in the middle of the burst: instants are half a symbol after their boundaries; I and Q of OQPSK take turns.
      const at = found.first + Math.floor(found.symbols.length / 4) * found.samplesPerSymbol;
      const symbols = (at * symbolRateHz) / RATE;
      const [period, place] = { QPSK: [1, 0.5], OQPSK: [0.5, 0.25], MSK: [1, 0] }[name];
      const turns = (symbols - place) / period;
      return [((turns - Math.round(turns)) * period) / found.timingSd];
    });
    expect(errors.length).toBeGreaterThan(3);
    // Of six normal errors, the root mean square lies between 0.25 and 1.9 standard deviations with 99.9 %.
    const spread = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
    expect(spread).toBeGreaterThan(0.25);
    expect(spread).toBeLessThan(1.9);
  });

  it("returns the bits of QPSK, except for a rotation, in 10 dB of noise", () => {
    const { samples, symbolRateHz, bits } = burstOf("QPSK", 0.1);
    const found = synchronize({ samples, sampleRateHz: RATE }, { class: "QPSK", symbolRateHz, carrierHz: CARRIER });
    if (!found) throw new Error("no lines");
    const { symbols } = found;
    // Gray codes of the angle from 45 degrees: 00 01 11 10.
    const wanted = [0, 1, 3, 2];
    const errors = [0, 1, 2, 3].map((turn) => {
      let wrong = 0;
      for (let k = 0; k < symbols.length / 2; k++) {
        const angle = Math.atan2(symbols[2 * k + 1], symbols[2 * k]) / (Math.PI / 2) - 0.5 + turn;
        const index = ((Math.round(angle) % 4) + 4) % 4;
        const at = 2 * (k + Math.round(found.first / found.samplesPerSymbol - 0.5));
        wrong += Number(wanted[index] !== Number.parseInt(bits.slice(at, at + 2), 2));
      }
      return wrong;
    });
    expect(Math.min(...errors)).toBe(0);
  });
});

describe("fitOf", () => {
  const names = Object.keys(LINEAR_KINDS) as LinearClass[];
  const distinct = names.filter((name) => name !== "pi/4-DQPSK");

  it.each(distinct)("finds %s among constellations with known timing and carrier at 10 dB", (name) => {
    const random = createDraws(3, "samples", names.indexOf(name));
    const { points } = LINEAR_KINDS[name];
    const symbols = new Float64Array(2 * 400);
    for (let k = 0; k < symbols.length; k += 2) {
      const m = Math.floor(random.uniform(0, points.length / 2));
      const [a, b] = random.normals();
      symbols[k] = points[2 * m] + Math.sqrt(0.05) * a;
      symbols[k + 1] = points[2 * m + 1] + Math.sqrt(0.05) * b;
    }
    const advantages = distinct.map((kind) => fitOf(symbols, LINEAR_KINDS[kind].points).advantage);
    expect(distinct[advantages.indexOf(Math.max(...advantages))]).toBe(name);
  });

  it("prefers no constellation for Gaussian noise", () => {
    const random = createDraws(4, "samples", 0);
    const symbols = new Float64Array(2000);
    for (let k = 0; k < symbols.length; k += 2) symbols.set(random.normals(), k);
    // An advantage of 5/1000 nats per symbol is e^5 in likelihood: what a free parameter may gain.
    for (const name of distinct) expect(fitOf(symbols, LINEAR_KINDS[name].points).advantage).toBeLessThan(0.005);
  });
});
