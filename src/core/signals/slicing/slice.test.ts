import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SignalClass } from "../classes.ts";
import { sliceBits, type SlicedSignal, sliceSymbols } from "./slice.ts";
import type { DecidedSymbols } from "./symbols.ts";
import { keyed, madeBurst, pulses, wholeBurst } from "./testing.ts";

const captures = "../shared/captures";

/** Errors of what is measured: of the symbol rate, of the carrier per bandwidth, of the deviation. */
const ERRORS = [
  [0.002, 0.02, 0.07],
  [-0.002, -0.02, -0.07],
] as const;

const roughly = (truth: SlicedSignal, [rate, carrier, deviation]: readonly number[]): SlicedSignal => ({
  ...truth,
  symbolRateHz: truth.symbolRateHz && truth.symbolRateHz * (1 + rate),
  carrierOffsetHz: truth.carrierOffsetHz! + carrier * truth.bandwidthHz,
  deviationHz: truth.deviationHz && truth.deviationHz * (1 + deviation),
});

/** The tail of the normal distribution, by Craig's integral. */
function tail(x: number): number {
  const steps = 2000;
  let sum = 0;
  for (let i = 0; i < steps; i++) sum += Math.exp((-x * x) / (2 * Math.sin(((i + 0.5) * Math.PI) / (2 * steps)) ** 2));
  return sum / (2 * steps);
}

const quadrature = (snr: number) => tail(Math.sqrt(snr));
const psk8 = (snr: number) => (2 / 3) * tail(Math.sqrt(2 * snr) * Math.sin(Math.PI / 8));

/** Bits per symbol, turns that look alike, and the bit error rate with Gray codes by Es/N0. Source: Proakis and Salehi, Digital Communications, 2008, 4.3. */
const LINEAR = {
  BPSK: { size: 1, turns: 2, errorRate: (snr: number) => tail(Math.sqrt(2 * snr)) },
  QPSK: { size: 2, turns: 4, errorRate: quadrature },
  OQPSK: { size: 2, turns: 4, errorRate: quadrature },
  // Both decisions of a change may be wrong.
  "pi/4-DQPSK": { size: 2, turns: 1, errorRate: (snr: number) => 2 * quadrature(snr) },
  "8-PSK": { size: 3, turns: 8, errorRate: psk8 },
  "16-QAM": { size: 4, turns: 4, errorRate: (snr: number) => (3 / 4) * tail(Math.sqrt(snr / 5)) },
};

/** The distance of instants in symbols, which may begin with different symbols. */
function shiftOf(later: DecidedSymbols, symbols: DecidedSymbols): number {
  const shift = (later.at[9] - symbols.at[9]) / symbols.samplesPerSymbol;
  return shift - Math.floor(shift + 0.25);
}

/** The largest distance of decided symbols from where the generator put them, in symbols. */
function worstInstant(symbols: DecidedSymbols, { start }: { start: number }): number {
  const { at, samplesPerSymbol } = symbols;
  return Math.max(...at.map((sample, k) => Math.abs((sample - start) / samplesPerSymbol - k - 0.5)));
}

/** Gray code of two bits, its own inverse. */
const GRAY = [0, 1, 3, 2];

/** Returns bits after a rotation by multiples of the constellation's symmetry angle. */
function turnedBits(bits: string, size: number, turn: number): string {
  const gray = Array.from({ length: 2 ** size }, (_, k) => k ^ (k >> 1));
  const turned = (label: number) => {
    if (size < 4) return gray[(gray.indexOf(label) + turn) % gray.length];
    let [i, q] = [GRAY[label >> 2], GRAY[label & 3]];
    for (let k = 0; k < turn; k++) [i, q] = [3 - q, i];
    return 4 * GRAY[i] + GRAY[q];
  };
  const symbols = bits.match(new RegExp(`.{${size}}`, "g")) ?? [];
  return symbols.map((symbol) => turned(Number.parseInt(symbol, 2)).toString(2).padStart(size, "0")).join("");
}

describe("signals/slicing/slice, made bursts", () => {
  it.each(["OOK", "ASK", "2-FSK", "4-FSK", "GMSK", "MSK"] satisfies SignalClass[])(
    "%s at 20 dB has the bits that were sent, with rough values of rate, carrier and deviation",
    (name) => {
      const { burst, truth } = madeBurst(name, { seed: 100, rate: 400e3, snr: [20, 20] });
      const bits = { bits: truth.bits, rotation: null };
      expect(sliceBits(burst, roughly(truth, ERRORS[1]))).toEqual(bits);
      const symbols = sliceSymbols(burst, roughly(truth, ERRORS[0]))!;
      expect(symbols.bits.join("")).toBe(truth.bits);
      // Filters and noise move single crossings, most of all those between four tones. The true start is a whole sample.
      expect(worstInstant(symbols, truth)).toBeLessThan(name === "4-FSK" ? 0.15 : 0.1);
      expect(symbols.timingSd).toBeLessThan(0.03);
      expect(symbols.values).toHaveLength(symbols.bits.length);
      if (name !== "ASK" && name !== "MSK") return;
      // The same clock decides a quarter of a symbol later.
      const later = sliceSymbols(burst, { ...roughly(truth, ERRORS[0]), timingOffset: 0.25 })!;
      expect(shiftOf(later, symbols)).toBeCloseTo(0.25, 2);
    },
  );

  it.each([
    ["BPSK", 12],
    ["QPSK", 12],
    ["pi/4-DQPSK", 12],
    ["OQPSK", 12],
    ["8-PSK", 12],
    ["16-QAM", 12],
  ] as const)(
    "%s at %i dB has no more errors than the formula and an implementation loss of 0.5 dB allow",
    (name, snr) => {
      const { burst, truth } = madeBurst(name, { seed: 7, rate: 400e3, snr: [snr, snr] });
      const known = roughly(truth, [0.0015, 0.02, 0]);
      const symbols = sliceSymbols(burst, known)!;
      const sliced = name === "BPSK" || name === "pi/4-DQPSK" ? sliceBits(burst, known) : undefined;
      const bits = symbols.bits.join("");
      const { size, turns, errorRate } = LINEAR[name];
      expect(worstInstant(symbols, truth)).toBeLessThan(0.03);
      if (name === "QPSK" || name === "OQPSK") {
        expect(shiftOf(sliceSymbols(burst, { ...known, timingOffset: 0.25 })!, symbols)).toBeCloseTo(0.25, 2);
      }
      expect(symbols.values).toHaveLength(2 * symbols.bits.length);
      if (sliced) expect(sliced).toEqual({ bits, rotation: name === "pi/4-DQPSK" ? null : 0 });
      expect(bits).toHaveLength(truth.bits.length);
      const errors = Array.from({ length: turns }, (_, turn) => {
        const turned = turnedBits(bits, size, turn);
        return [...truth.bits].filter((bit, k) => bit !== turned[k]).length;
      });
      // SNR is in the 99 % bandwidth. Errors come in pairs where bits are changes, so four standard deviations are taken of pairs.
      const symbolToNoise = (10 ** ((snr - 0.5) / 10) * truth.bandwidthHz) / truth.symbolRateHz!;
      const expected = truth.bits.length * errorRate(symbolToNoise);
      expect(Math.min(...errors)).toBeLessThanOrEqual(expected + 4 * Math.sqrt(2 * expected) + 1);
    },
  );

  it.each([
    ["MSK", 9],
    ["GMSK", 9],
    ["2-FSK", 9],
  ] as const)("%s at %i dB has no more errors than orthogonal FSK without a phase", (name, snr) => {
    const { burst, truth } = madeBurst(name, { seed: 103, rate: 400e3, snr: [snr, snr] });
    const sliced = sliceBits(burst, roughly(truth, ERRORS[0]));
    const errors = [...truth.bits].filter((bit, k) => bit !== sliced?.bits[k]).length;
    // Proakis and Salehi, 4.5: tones a symbol rate apart. Continuous phase is better, and h = 0.5 would be worse without it.
    const bitToNoise = (10 ** (snr / 10) * truth.bandwidthHz) / truth.symbolRateHz!;
    const expected = (truth.bits.length / 2) * Math.exp(-bitToNoise / 2);
    expect(errors).toBeLessThanOrEqual(expected + 4 * Math.sqrt(expected) + 1);
  });

  it("gives the same bits for 20 copies of one burst between −20 and 20 kHz", () => {
    const { samples, symbols } = keyed({ rate: 250e3, symbolRate: 4800, deviation: 2400, count: 120, seed: 3 });
    for (let copy = 0; copy < 20; copy++) {
      const carrierHz = -20e3 + (40e3 * copy) / 19;
      const moved = samples(carrierHz);
      const burst = wholeBurst(moved, 250e3, [417, moved.length / 2 - 417]);
      const bits = sliceBits(burst, {
        class: "2-FSK",
        start: burst.start + 30,
        stop: burst.stop - 30,
        centreHz: carrierHz,
        bandwidthHz: 9600,
        carrierOffsetHz: carrierHz + 150,
        symbolRateHz: 4803,
        deviationHz: 2300,
      });
      expect(bits?.bits).toBe(symbols);
    }
  });

  it.each([
    ["7 samples per symbol", { rate: 70e3, symbolRate: 10e3, deviation: 8e3 }],
    ["1000 samples per symbol", { rate: 1e6, symbolRate: 1000, deviation: 1500 }],
    ["tones 40 kHz apart at 1 kBd", { rate: 200e3, symbolRate: 1000, deviation: 20e3 }],
    ["a carrier that drifts by twice the deviation", { rate: 100e3, symbolRate: 5e3, deviation: 2.5e3, drift: 5e3 }],
    [
      "a clock that drifts by 400 ppm",
      { rate: 100e3, symbolRate: 5e3, deviation: 2.5e3, clockDrift: 400e-6, count: 2000 },
    ],
    ["clipped samples", { rate: 100e3, symbolRate: 5e3, deviation: 5e3, limit: 0.4 }],
    ["a tenth of ones", { rate: 100e3, symbolRate: 5e3, deviation: 5e3, ones: 0.1 }],
  ])("slices 2-FSK with %s", (_, shape) => {
    const { samples, symbols } = keyed({ count: 150, seed: 5, ...shape });
    const moved = samples(1234);
    const margin = 2 * (moved.length / 2 / (symbols.length + 16)) * 4;
    const burst = wholeBurst(moved, shape.rate, [Math.round(margin), Math.round(moved.length / 2 - margin)]);
    const { symbolRate: symbolRateHz, deviation: deviationHz } = shape;
    const bandwidthHz = 2 * deviationHz + symbolRateHz;
    const known = { class: "2-FSK", start: burst.start, stop: burst.stop, centreHz: 1234, bandwidthHz } as const;
    expect(sliceBits(burst, { ...known, carrierOffsetHz: 1234, symbolRateHz, deviationHz })?.bits).toBe(symbols);
  });

  const message = "1110100011010011101011110001010011000111010110010111";
  it.each([
    ["pulses that are 0.4 symbols short", message, { short: 0.4 }],
    ["an amplitude that falls to a fifth", message.repeat(2), { fade: 0.8 }],
    ["clipped pulses", message, { limit: 0.3 }],
    ["a carrier that drifts by twice the symbol rate", message, { drift: 4000 }],
    [
      "a long gap after the first pulse, and one between messages",
      `1${"0".repeat(40)}${message}${"0".repeat(60)}${message}`,
      {},
    ],
    ["7 samples per symbol", message, { rate: 14e3 }],
    ["1000 samples per symbol", message, { rate: 100e3, symbolRate: 100 }],
    ["short pulses of PPM", "1000100100001001000010001", { short: 0.2 }],
    ["one pulse", "1111111", {}],
  ])("slices OOK with %s, with rates that are wrong by 0.2 %", (_, bits, shape: Parameters<typeof pulses>[1]) => {
    const burst = pulses(bits, shape);
    const { symbolRate = 2000, drift = 0 } = shape;
    for (const error of [-0.002, 0.002]) {
      const sliced = sliceBits(burst, {
        class: "OOK",
        start: burst.start,
        stop: burst.stop,
        centreHz: 1000,
        bandwidthHz: 4 * symbolRate + drift,
        carrierOffsetHz: 1000,
        symbolRateHz: symbolRate * (1 + error),
        deviationHz: null,
      });
      expect(sliced?.bits).toBe(bits);
    }
  });

  it("returns nothing for a class without symbols and for an unknown rate", () => {
    const { burst, truth } = madeBurst("tone", { seed: 1, rate: 200e3 });
    expect(sliceBits(burst, truth)).toBeUndefined();
    expect(sliceBits(burst, { ...truth, class: "OOK", symbolRateHz: null })).toBeUndefined();
  });
});

interface Given {
  file: string;
  format: string;
  rateHz: number;
  class: SignalClass | SignalClass[];
  symbolRateHz: number;
  offsetHz?: number;
  bursts: { start?: number; stop?: number; bits: string; offsetHz?: number; deviationHz?: number }[];
}

function samplesOf({ file, format }: Given): Float64Array {
  const octets = readFileSync(`${captures}/${file}`);
  const { buffer, byteOffset, length } = octets;
  if (format === "cf32") return Float64Array.from(new Float32Array(buffer.slice(byteOffset, byteOffset + length)));
  if (format === "cs8") return Float64Array.from(new Int8Array(buffer, byteOffset, length), (value) => value / 128);
  return Float64Array.from(new Int16Array(buffer.slice(byteOffset + 44, byteOffset + (length & ~3))), (v) => v / 32768);
}

/** Band of the signals whose carrier is not given, Hz: their pulses change their frequency. */
const BANDS: Record<string, [centre: number, width: number]> = {
  "urh_ask.cf32": [14500, 5000],
  "urh_overshoot.cs8": [14000, 10000],
};

describe(`signals/slicing/slice, recordings of others (skipped where ${captures} is absent)`, () => {
  const has = existsSync(`${captures}/signals-given.json`);
  it.skipIf(!has).each(["urh_cc1101.cf32", "urh_fsk15.cf32", "urh_ask.cf32", "urh_overshoot.cs8", "jr_nusat.wav"])(
    "has the known bits of %s, from the 5th to the 5th last",
    (file) => {
      const all: Given[] = JSON.parse(readFileSync(`${captures}/signals-given.json`, "utf8")).recordings;
      const given = all.find((recording) => recording.file === file)!;
      const samples = samplesOf(given);
      for (const { start = 0, stop = samples.length / 2, bits, ...known } of given.bursts) {
        const [centreHz, bandwidthHz] = BANDS[file] ?? [known.offsetHz ?? given.offsetHz ?? 0, 60e3];
        const sliced = sliceBits(wholeBurst(samples, given.rateHz, [start, stop]), {
          class: [given.class].flat()[0],
          start,
          stop,
          centreHz,
          carrierOffsetHz: centreHz,
          bandwidthHz,
          symbolRateHz: given.symbolRateHz * 1.001,
          deviationHz: known.deviationHz ?? 10e3,
        });
        expect(sliced?.bits).toContain(bits.slice(4, -4));
      }
    },
  );
});
