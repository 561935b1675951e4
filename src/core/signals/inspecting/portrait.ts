import type { Burst, DetectedClass, Detection } from "../detection.ts";
import { LINEAR_KINDS, type LinearClass } from "../synchronizing/constellations.ts";
import { halfSine, levelOf, rectangle, rootRaisedCosine, rotate, sampledAt } from "../synchronizing/matched.ts";
import { burstBandOf, burstSpectrumOf, powersOf, type Sampled, type Spectrum } from "../synchronizing/spectrum.ts";
import type { Carrying } from "../slicing/symbols.ts";
import type { Synchronized } from "../synchronizing/symbols.ts";
import { type Known, synchronize } from "../synchronizing/synchronize.ts";

/** What is drawn of one signal. */
export interface Portrait {
  /** Amplitude and frequency from the carrier over time, at equal distances. Where there is no power, the frequency is NaN. */
  trace: { seconds: number; amplitude: Float32Array; frequencyHz: Float32Array };
  /** Symbols at their instants, complex, and the ideal points, complex. */
  symbols?: { points: Float32Array; ideal: number[]; evm: number };
  /** Traces of two symbols, [trace][point]; the decision is in the middle. */
  eye?: {
    /** What carries the symbols. */
    of: Carrying;
    points: number;
    traces: Float32Array;
  };
  /** The spectrum that has a line at the symbol rate, dB over its median. */
  line: { of: "|x|²" | "|Δf|²" | "|Δ|x||²"; stepHz: number; decibels: Float32Array };
}

export type Portrayed = Pick<
  Detection,
  "class" | "carrierOffsetHz" | "centreHz" | "symbolRateHz" | "symbolRateSdHz" | "bandwidthHz"
> &
  /** In samples of the burst. */
  Pick<Burst, "start" | "stop"> & {
    /** Symbols by which the decisions lie later than the burst's own clock says. Default: 0. */
    timingOffset?: number;
  };

/** Most samples of a burst that are drawn. */
export const MOST_DRAWN = 2 ** 17;
/** Symbols in the trace, and its points without a symbol rate. */
const [SHOWN_SYMBOLS, SHOWN_POINTS] = [48, 1200];
/** Points of an eye per symbol, and most traces. */
const [PER_SYMBOL, MOST_TRACES] = [16, 160];
/** A tone is drawn with this width, Hz. */
export const LEAST_DRAWN_HZ = 2000;
const MOST_SYMBOLS = 2000;
const MOST_BINS = 600;
/** Share of the amplitude below which the frequency is not drawn. */
const SILENT = 0.25;

const CARRYING: Partial<Record<DetectedClass, Carrying>> = {
  OOK: "amplitude",
  ASK: "amplitude",
  "2-FSK": "frequency",
  "4-FSK": "frequency",
  GMSK: "frequency",
  MSK: "frequency",
};
const LINES = { amplitude: "|Δ|x||²", frequency: "|Δf|²", phase: "|x|²" } as const;

/** Computes what is drawn of a signal, in float64. */
export function portraitOf(burst: Burst, signal: Portrayed): Portrait {
  const { symbolRateHz, bandwidthHz, timingOffset = 0 } = signal;
  const first = Math.max(0, Math.round(signal.start));
  const last = Math.min(burst.samples.length / 2, Math.max(first + 16, Math.round(signal.stop)), first + MOST_DRAWN);
  const sampled: Sampled = {
    samples: burst.samples.subarray(2 * first, 2 * last),
    sampleRateHz: burst.sampleRateHz,
  };
  const spectrum = burstSpectrumOf(sampled);
  const carrierHz = (signal.carrierOffsetHz ?? signal.centreHz) - burst.centreHz;
  const of = CARRYING[signal.class] ?? "phase";
  const width = Math.max(bandwidthHz, symbolRateHz ?? 0, LEAST_DRAWN_HZ);
  const band = burstBandOf(spectrum, {
    centreHz: carrierHz,
    widthHz: 1.2 * width,
    leastRateHz: symbolRateHz ? PER_SYMBOL * symbolRateHz : 4 * width,
  });
  const amplitude = amplitudesOf(band.samples);
  const frequency = frequenciesOf(band, band.centreHz - carrierHz);
  const synchronized = synchronizedAs(sampled, signal, carrierHz);
  const values = { amplitude, frequency }[of as "amplitude"];
  const eye =
    of === "phase"
      ? synchronized && phaseEye(spectrum, synchronized)
      : symbolRateHz
        ? foldedEye(of, values, band.sampleRateHz / symbolRateHz, timingOffset)
        : undefined;
  return {
    trace: shown(amplitude, frequency, band.sampleRateHz, symbolRateHz),
    symbols: synchronized && symbolsOf(synchronized, signal.class),
    eye,
    line: lineOf(of, amplitude, frequency, band.sampleRateHz, symbolRateHz ? 3 * symbolRateHz : 2 * width),
  };
}

function amplitudesOf(x: Float64Array): Float64Array {
  return Float64Array.from({ length: x.length / 2 }, (_, n) => Math.hypot(x[2 * n], x[2 * n + 1]));
}

/** The frequency between neighbouring samples, Hz from the carrier. */
function frequenciesOf({ samples: x, sampleRateHz }: Sampled, offsetHz: number): Float64Array {
  return Float64Array.from({ length: x.length / 2 }, (_, n) => {
    if (n === 0) return offsetHz;
    const [a, b, c, d] = [x[2 * n], x[2 * n + 1], x[2 * n - 2], x[2 * n - 1]];
    return (Math.atan2(b * c - a * d, a * c + b * d) / (2 * Math.PI)) * sampleRateHz + offsetHz;
  });
}

/** The middle of a burst, or its part of a few symbols. */
function shown(
  amplitude: Float64Array,
  frequency: Float64Array,
  rateHz: number,
  symbolRateHz: number | null,
): Portrait["trace"] {
  const wanted = symbolRateHz ? Math.ceil((SHOWN_SYMBOLS * rateHz) / symbolRateHz) : SHOWN_POINTS;
  const count = Math.min(amplitude.length, wanted);
  const from = Math.floor((amplitude.length - count) / 2);
  const part = amplitude.subarray(from, from + count);
  const least = SILENT * Float64Array.from(part).sort()[Math.floor(0.9 * count)];
  return {
    seconds: 1 / rateHz,
    amplitude: Float32Array.from(part),
    frequencyHz: Float32Array.from(part, (level, i) => (level < least ? NaN : frequency[from + i])),
  };
}

function synchronizedAs(sampled: Sampled, signal: Portrayed, carrierHz: number): Synchronized | undefined {
  const { class: name, symbolRateHz, symbolRateSdHz, timingOffset } = signal;
  const known = name in LINEAR_KINDS || name === "OQPSK" || name === "MSK" || name === "GMSK";
  if (!known || !symbolRateHz) return undefined;
  return synchronize(sampled, {
    class: name as Known["class"],
    symbolRateHz,
    symbolRateSdHz: symbolRateSdHz ?? undefined,
    carrierHz,
    timingOffset,
  });
}

function symbolsOf({ symbols, evm }: Synchronized, name: DetectedClass): Portrait["symbols"] {
  const { points } = LINEAR_KINDS[name in LINEAR_KINDS ? (name as LinearClass) : "QPSK"];
  return { points: Float32Array.from(symbols.subarray(0, 2 * MOST_SYMBOLS)), ideal: [...points], evm };
}

/** The in-phase part after the matched filter, two symbols per trace. */
function phaseEye(spectrum: Spectrum, synchronized: Synchronized): Portrait["eye"] {
  const { first, samplesPerSymbol, symbolRateHz, carrierHz, phase, filter, symbols } = synchronized;
  const { sampleRateHz } = spectrum;
  const gain = (hz: number) => {
    if (filter === "half sine") return halfSine(hz / (2 * symbolRateHz));
    return filter === "rectangle" ? rectangle(hz / symbolRateHz) : rootRaisedCosine(hz / symbolRateHz, filter);
  };
  const band = burstBandOf(spectrum, {
    centreHz: carrierHz,
    widthHz: 2 * symbolRateHz,
    gain,
    leastRateHz: 8 * symbolRateHz,
  });
  const traces = Math.min(MOST_TRACES, symbols.length / 2 - 2);
  if (traces < 1) return undefined;
  const step = samplesPerSymbol / PER_SYMBOL;
  const values = sampledAt(band, sampleRateHz, first, step, (traces + 1) * PER_SYMBOL + 1);
  // The band was mixed by its own centre from the first sample on; the carrier has its phase at the first symbol.
  const start = (band.centreHz * first) / sampleRateHz - phase / (2 * Math.PI);
  rotate(values, ((band.centreHz - carrierHz) * step) / sampleRateHz, start);
  const level = levelOf(values.filter((_, i) => Math.floor(i / 2) % PER_SYMBOL === 0));
  const inPhase = Float64Array.from({ length: values.length / 2 }, (_, n) => values[2 * n] / level);
  return { of: "phase", ...tracesOf(inPhase, traces, (trace) => trace * PER_SYMBOL) };
}

/** Amplitude or frequency, two symbols per trace. Transitions lie half a symbol from the middle, and earlier by the timing offset. */
function foldedEye(
  of: Carrying,
  values: Float64Array,
  samplesPerSymbol: number,
  timingOffset: number,
): Portrait["eye"] {
  const traces = Math.min(MOST_TRACES, Math.floor(values.length / samplesPerSymbol) - 3);
  if (traces < 1) return undefined;
  let [re, im] = [0, 0];
  for (let n = 1; n < values.length; n++) {
    const change = (values[n] - values[n - 1]) ** 2;
    re += change * Math.cos((2 * Math.PI * (n - 0.5)) / samplesPerSymbol);
    im += change * Math.sin((2 * Math.PI * (n - 0.5)) / samplesPerSymbol);
  }
  const transition = (Math.atan2(im, re) / (2 * Math.PI)) * samplesPerSymbol;
  const start = transition + (timingOffset - 0.5) * samplesPerSymbol;
  const first = ((start % samplesPerSymbol) + samplesPerSymbol) % samplesPerSymbol;
  const step = samplesPerSymbol / PER_SYMBOL;
  const resampled = Float64Array.from({ length: (traces + 1) * PER_SYMBOL + 1 }, (_, i) => {
    const at = first + i * step;
    const whole = Math.floor(at);
    return values[whole] + (at - whole) * (values[whole + 1] - values[whole]);
  });
  return { of, ...tracesOf(resampled, traces, (trace) => trace * PER_SYMBOL) };
}

function tracesOf(values: Float64Array, count: number, startOf: (trace: number) => number) {
  const points = 2 * PER_SYMBOL + 1;
  const traces = new Float32Array(count * points);
  for (let trace = 0; trace < count; trace++) {
    traces.set(values.subarray(startOf(trace), startOf(trace) + points), trace * points);
  }
  return { points, traces };
}

function lineOf(
  of: Carrying,
  amplitude: Float64Array,
  frequency: Float64Array,
  sampleRateHz: number,
  mostHz: number,
): Portrait["line"] {
  const values = { amplitude, frequency, phase: amplitude }[of];
  const shape =
    of === "phase" ? (n: number) => values[n] ** 2 : (n: number) => (values[n] - values[Math.max(0, n - 1)]) ** 2;
  const product = Float64Array.from(values, (_, n) => shape(n));
  const mean = product.reduce((sum, value) => sum + value, 0) / product.length;
  const samples = new Float64Array(2 * product.length);
  for (let n = 0; n < product.length; n++) samples[2 * n] = product[n] - mean;
  const { powers, binHz } = powersOf({ samples, sampleRateHz });
  const bins = Math.min(powers.length / 2, Math.ceil(mostHz / binHz));
  const wide = Math.max(1, Math.ceil(bins / MOST_BINS));
  const median = Float64Array.from(powers.subarray(0, bins)).sort()[Math.floor(bins / 2)] || 1;
  return {
    of: LINES[of],
    stepHz: wide * binHz,
    decibels: Float32Array.from({ length: Math.floor(bins / wide) }, (_, k) => {
      const most = powers.subarray(k * wide, (k + 1) * wide).reduce((best, value) => Math.max(best, value), 0);
      return 10 * Math.log10(Math.max(1e-6, most / median));
    }),
  };
}
