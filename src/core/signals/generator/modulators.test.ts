import { describe, expect, it } from "vitest";
import type { SignalClass } from "../classes.ts";
import { createDraws } from "./draws.ts";
import { MODULATORS } from "./modulators.ts";
import { trueBandwidth } from "./true-bandwidth.ts";

const RATE = 2.4e6;

/**
 * A burst whose parameters are the middles of their ranges. `fixed` has other values.
 *
 * @param fixed Values by the range from which they are drawn, e.g. "0.3:0.5".
 */
function burst(name: SignalClass, { rate = RATE, length = 72_000, fixed = {} as Record<string, number> } = {}) {
  const draws = {
    ...createDraws(1, "parameters", 1),
    uniform: (from: number, to: number) => fixed[`${from}:${to}`] ?? (from + to) / 2,
  };
  const waveform = MODULATORS[name]({ class: name, rate, length, draws, content: createDraws(5, "samples", 1) });
  const samples = waveform.modulate();
  expect(samples).toHaveLength(2 * (waveform.length + 2 * waveform.lead));
  expect(waveform.length).toBeGreaterThan(0.8 * length);
  const at = (n: number) => [samples[2 * (n + waveform.lead)], samples[2 * (n + waveform.lead) + 1]] as const;
  const { symbolRateHz, deviationHz, bits } = waveform.truth;
  return {
    ...waveform,
    samples,
    at,
    symbolRateHz: symbolRateHz ?? Number.NaN,
    deviationHz: deviationHz ?? Number.NaN,
    bits: bits ?? "",
    perSymbol: rate / (symbolRateHz ?? Number.NaN),
    amplitude: (n: number) => Math.hypot(...at(n)),
    /** Change of the phase between two samples, from −π to π. */
    turn(from: number, to: number) {
      const [a, b, c, d] = [...at(from), ...at(to)];
      return Math.atan2(a * d - b * c, a * c + b * d);
    },
  };
}

/** The root-raised-cosine pulse of unit energy, for times that are no zero of a denominator. */
function rrc(t: number, alpha: number): number {
  const x = 4 * alpha * t;
  return (Math.sin(Math.PI * t * (1 - alpha)) + x * Math.cos(Math.PI * t * (1 + alpha))) / (Math.PI * t * (1 - x * x));
}

describe("signals/generator: PSK and QAM", () => {
  const ROLLOFF = 0.35;
  const gray = (k: number, size: number) => (k ^ (k >> 1)).toString(2).padStart(size, "0");
  /** Bits of a phase in parts of a circle. */
  const ofAngle = (size: number, first: number) => (re: number, im: number) => {
    const M = 2 ** size;
    const k = Math.round(((Math.atan2(im, re) - first) / (2 * Math.PI)) * M + M) % M;
    return gray(k, size);
  };
  const level = (x: number) => gray(Math.min(3, Math.max(0, Math.round((x * Math.sqrt(10) + 3) / 2))), 2);
  const demap: Record<string, (re: number, im: number) => string> = {
    BPSK: ofAngle(1, 0),
    QPSK: ofAngle(2, Math.PI / 4),
    OQPSK: ofAngle(2, Math.PI / 4),
    "8-PSK": ofAngle(3, 0),
    "16-QAM": (re, im) => level(re) + level(im),
  };

  it.each(["BPSK", "QPSK", "OQPSK", "8-PSK", "16-QAM", "pi/4-DQPSK"] as const)(
    "a matched filter at the true timing finds the bits of %s, and points of unit power",
    (name) => {
      const { at, perSymbol, bits, length, lead } = burst(name, { length: 9000 });
      const symbols = Math.round(length / perSymbol);
      const [delayI, delayQ] = name === "OQPSK" ? [0.25, 0.75] : [0.5, 0.5];
      const points = Array.from({ length: symbols }, (_, k) => {
        const middle = (k + 0.5) * perSymbol;
        const sums = [0, 0];
        for (let n = Math.max(-lead, Math.ceil(middle - 15 * perSymbol)); n < middle + 15 * perSymbol; n++) {
          if (n >= length + lead) break;
          // The added 1e-9 keeps away from zeros of the denominators.
          sums[0] += (at(n)[0] * rrc(n / perSymbol - k - delayI + 1e-9, ROLLOFF)) / perSymbol;
          sums[1] += (at(n)[1] * rrc(n / perSymbol - k - delayQ + 1e-9, ROLLOFF)) / perSymbol;
        }
        return sums;
      });
      const scale = Math.sqrt(points.reduce((sum, [re, im]) => sum + re * re + im * im, 0) / symbols);
      const power = name === "16-QAM" ? 0 : 1;
      let [read, worst] = ["", 0];
      for (const [k, [a, b]] of points.entries()) {
        const [re, im] = [a / scale, b / scale];
        // Pulses of ±16 symbols leave intersymbol interference of about 0.3 %.
        if (power) worst = Math.max(worst, Math.abs(Math.hypot(re, im) - 1));
        if (name !== "pi/4-DQPSK") read += demap[name](re, im);
        else if (k > 0) {
          const [c, d] = points[k - 1];
          read += ofAngle(2, Math.PI / 4)(a * c + b * d, b * c - a * d);
        }
      }
      // The mean power of 16-QAM's points varies with the bits; its slicer takes levels of unit mean power.
      expect(read).toBe(bits);
      expect(worst).toBeLessThan(0.01);
    },
  );

  it("fills (1 + α)·R and nothing beyond; 99 % lie in 1.167·R for α = 0.35", () => {
    const { samples, symbolRateHz } = burst("QPSK", { length: 2 ** 17 - 800 });
    const { lower, upper } = trueBandwidth(samples, RATE);
    // NumPy: the integral of the raised-cosine density. 5,000 symbols vary by about 0.5 %.
    expect((upper - lower) / symbolRateHz / NUMPY.raisedCosine35).toBeCloseTo(1, 1.7);
    expect(Math.abs(upper + lower) / symbolRateHz).toBeLessThan(0.02);
    const outside = shareOutside(samples, ((1 + ROLLOFF) / 2) * (symbolRateHz / RATE));
    expect(outside).toBeLessThan(1e-5);
  });
});

/** Share of the power at frequencies beyond ± `edge` cycles per sample, by a slow transform of a part. */
function shareOutside(samples: Float64Array, edge: number): number {
  const size = 4096;
  const from = Math.floor(samples.length / 4);
  let [inside, outside] = [0, 0];
  for (let k = 0; k < size; k += 1) {
    const frequency = (k < size / 2 ? k : k - size) / size;
    if (k % 16) continue;
    const [c, s] = [Math.cos(2 * Math.PI * frequency), -Math.sin(2 * Math.PI * frequency)];
    let [re, im, x, y] = [0, 0, 1, 0];
    for (let n = 0; n < size; n++) {
      // A Blackman-Harris window: side lobes below −92 dB.
      const w = (2 * Math.PI * n) / size;
      const window = 0.35875 - 0.48829 * Math.cos(w) + 0.14128 * Math.cos(2 * w) - 0.01168 * Math.cos(3 * w);
      const [a, b] = [window * samples[2 * (from + n)], window * samples[2 * (from + n) + 1]];
      re += a * x - b * y;
      im += a * y + b * x;
      [x, y] = [x * c - y * s, x * s + y * c];
    }
    if (Math.abs(frequency) > edge + 4 / size) outside += re * re + im * im;
    else inside += re * re + im * im;
  }
  return outside / inside;
}

/** Results of NumPy and SciPy: 99 % widths in symbol rates, by integration, and for GMSK by 131,072 random symbols. */
const NUMPY = { raisedCosine35: 1.1667, msk: 1.1818, gmsk: { 0.3: 0.9094, 0.5: 1.0316 } };

describe("signals/generator: FSK", () => {
  it("2-FSK has tones at ± the deviation, h is their distance per symbol rate, and bit 1 is the higher", () => {
    const { turn, perSymbol, bits, symbolRateHz, deviationHz, truth } = burst("2-FSK");
    expect(truth.modulationIndex).toBeCloseTo(1.25, 12);
    expect((2 * deviationHz) / symbolRateHz).toBeCloseTo(1.25, 12);
    let worst = 0;
    for (let k = 0; k < bits.length; k++) {
      const [from, to] = [Math.ceil((k + 0.2) * perSymbol), Math.floor((k + 0.8) * perSymbol)];
      for (let n = from; n < to; n++) {
        const frequency = (turn(n, n + 1) / (2 * Math.PI)) * RATE;
        worst = Math.max(worst, Math.abs(frequency - (bits[k] === "1" ? 1 : -1) * deviationHz));
      }
    }
    expect(worst).toBeLessThan(1e-3);
  });

  it("4-FSK has the bits 00 01 11 10 from the lowest tone; the deviation is half the distance of the outer ones", () => {
    const { turn, perSymbol, bits, symbolRateHz, deviationHz, truth } = burst("4-FSK");
    expect(deviationHz).toBeCloseTo(1.5 * Number(truth.modulationIndex) * symbolRateHz, 6);
    const tones = new Set<number>();
    for (let k = 0; k < bits.length / 2; k++) {
      const n = Math.round((k + 0.5) * perSymbol);
      const tone = (turn(n, n + 1) / (2 * Math.PI)) * (RATE / deviationHz);
      const expected = { "00": -1, "01": -1 / 3, "11": 1 / 3, "10": 1 }[bits.slice(2 * k, 2 * k + 2)];
      expect(tone).toBeCloseTo(Number(expected), 6);
      tones.add(Number(expected));
    }
    expect(tones.size).toBe(4);
  });

  it("MSK turns by ±π/2 per symbol, and GMSK in the middle of equal bits", () => {
    for (const name of ["MSK", "GMSK"] as const) {
      const { turn, perSymbol, bits, deviationHz, symbolRateHz, amplitude } = burst(name, {
        rate: 548_000,
        length: 16_440,
      });
      expect(perSymbol).toBe(10);
      expect(deviationHz).toBe(symbolRateHz / 4);
      let [count, worst] = [0, 0];
      for (let k = 3; k < bits.length - 4; k++) {
        const around = name === "MSK" ? bits[k] : bits.slice(k - 2, k + 3);
        if (/01|10/.test(around)) continue;
        // The pulse of BT 0.4 ends outside of ±2.5 symbols, with 1e-5 beyond.
        const off = turn(10 * k, 10 * k + 10) - (bits[k] === "1" ? 1 : -1) * (Math.PI / 2);
        worst = Math.max(worst, Math.abs(off), Math.abs(amplitude(10 * k) - 1));
        count++;
      }
      expect(worst).toBeLessThan(5e-4);
      expect(count).toBeGreaterThan(20);
    }
  });

  it.each([
    ["MSK", 0.4, NUMPY.msk],
    ["GMSK", 0.3, NUMPY.gmsk[0.3]],
    ["GMSK", 0.5, NUMPY.gmsk[0.5]],
  ] as const)("99 %% of %s lie within the width of theory, BT %f", (name, bt, width) => {
    // At 16 samples per symbol, aliases widen MSK by 0.6 %. 4000 symbols vary by about 1 %.
    const { samples, symbolRateHz } = burst(name, { rate: 876_800, length: 2 ** 16 - 100, fixed: { "0.3:0.5": bt } });
    const { lower, upper } = trueBandwidth(samples, 876_800);
    expect((upper - lower) / symbolRateHz / width).toBeCloseTo(1, 1.6);
  });
});

describe("signals/generator: OOK and ASK", () => {
  it.each([
    ["OOK", 0],
    ["ASK", 0.35],
  ] as const)(
    "%s has the level %f for bit 0, and edges of an eighth of a symbol, half at the boundary",
    (name, low) => {
      const { amplitude, perSymbol, bits, length } = burst(name);
      const levelOf = (k: number) => (bits[k] === "1" ? 1 : low);
      expect(bits).toMatch(/^1.*1$/);
      for (let k = 0; k < bits.length; k++) {
        expect(amplitude(Math.round((k + 0.5) * perSymbol))).toBeCloseTo(levelOf(k), 9);
        const after = Math.ceil((k + 0.07) * perSymbol);
        expect(amplitude(after)).toBeCloseTo(levelOf(k), 9);
        if (k === 0) continue;
        const boundary = Math.round(k * perSymbol);
        // A sample lies within half a sample of the boundary; the edge has 5.5 samples, with a slope of π/2 per width.
        const most = ((Math.PI / 2) * 0.5) / (perSymbol / 8);
        expect(Math.abs(amplitude(boundary) - (levelOf(k - 1) + levelOf(k)) / 2)).toBeLessThanOrEqual(most);
      }
      expect(amplitude(0)).toBeCloseTo(0.5, 9);
      expect(amplitude(length)).toBeGreaterThan(0.3);
      expect(amplitude(length)).toBeLessThan(0.7);
    },
  );
});

describe("signals/generator: the other classes", () => {
  const inside = (length: number) => Array.from({ length: length - 400 }, (_, i) => 200 + i);

  it("AM has the depth 0.65 around its carrier", () => {
    const { amplitude, at, length } = burst("AM");
    const swing = inside(length).map((n) => Math.abs(amplitude(n) - 1));
    const most = swing.reduce((so, value) => Math.max(so, value));
    expect(most).toBeGreaterThan(0.6);
    expect(most).toBeLessThan(0.65 + 1e-9);
    expect(inside(length).every((n) => at(n)[1] === 0)).toBe(true);
  });

  it("FM reaches its deviation", () => {
    const { turn, length, deviationHz } = burst("FM");
    const most = inside(length).reduce((so, n) => Math.max(so, Math.abs(turn(n, n + 1))), 0);
    expect(((most / (2 * Math.PI)) * RATE) / deviationHz).toBeGreaterThan(0.97);
    expect(((most / (2 * Math.PI)) * RATE) / deviationHz).toBeLessThan(1.001);
  });

  it("a chirp sweeps 275 kHz in 4.25 ms, with one slope and continuous phase", () => {
    const { turn, length } = burst("chirp");
    const sweep = 0.00425 * RATE;
    expect(length % sweep).toBe(0);
    const slope = (2 * Math.PI * 275_000) / RATE / sweep;
    let worst = 0;
    for (let n = 100; n < length - 100; n += 7) {
      const change = turn(n + 1, n + 2) - turn(n, n + 1);
      if (n % sweep < sweep - 2) worst = Math.max(worst, Math.abs(Math.abs(change) - slope));
      worst = Math.max(worst, Math.abs(turn(n, n + 1)) - (Math.PI * 275_000) / RATE);
    }
    // The slope is 7e-5 rad per sample².
    expect(worst).toBeLessThan(1e-9);
  });

  it("OFDM repeats its guard interval after one over the carrier spacing", () => {
    const { at, length, truth } = burst("OFDM");
    const useful = RATE / Number(truth.subcarrierSpacingHz);
    const guard = Number(truth.guardSamples);
    expect(Number.isInteger(useful) && [4, 8, 16, 32].includes(useful / guard)).toBe(true);
    const correlation = (lag: number) => {
      let [re, im, energy] = [0, 0, 0];
      for (let n = 200; n < length - lag - 200; n++) {
        const [a, b, c, d] = [...at(n), ...at(n + lag)];
        re += a * c + b * d;
        im += a * d - b * c;
        energy += a * a + b * b;
      }
      return Math.hypot(re, im) / energy;
    };
    // The guard is repeated; the rest correlates by chance, with some 1/√(samples) of the occupied band.
    expect(Math.abs(correlation(useful) - guard / (useful + guard))).toBeLessThan(0.05);
    for (const lag of [useful - 32, useful + 32, useful / 2, guard]) expect(correlation(lag)).toBeLessThan(0.04);
  });

  it("a tone is one line, and noise fills its band evenly", () => {
    const tone = burst("tone");
    expect(inside(tone.length).every((n) => tone.at(n)[0] === 1 && tone.at(n)[1] === 0)).toBe(true);
    const { samples, room } = burst("noise");
    const band = room / 1.1;
    expect(band).toBe(105_000);
    const { lower, upper } = trueBandwidth(samples, RATE);
    // 3150 cells of a flat band: the 0.5 % points vary by some 2 cells' power.
    expect((upper - lower) / band).toBeCloseTo(0.99, 2);
    expect(shareOutside(samples, band / 2 / RATE)).toBeLessThan(1e-3);
  });
});
