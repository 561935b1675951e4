import { fft } from "../../fft/fft.float64.ts";
import { FFT_LENGTH, LONG_GUARD_SAMPLES, TRAINING_SAMPLES, WINDOW_ADVANCE } from "../frame/symbol.ts";
import { LONG_TRAINING } from "../frame/training.ts";
import { EARLY, LIKENESS, STRENGTH } from "./search.ts";

/** Estimates from the training of one frame. */
interface Synchronization {
  /** The sample at which the short training begins. */
  start: number;
  /** The likeness of the long training, 0 to 1. */
  likeness: number;
  found: boolean;
  /** Carrier frequency offset, rad per sample. */
  offset: number;
  /** The samples' constant offset. */
  dc: Complex;
  /** E|noise|² per carrier. */
  noise: number;
  /** H by bin, complex [64]; 0 on unused bins. */
  channel: Float64Array;
}

type Complex = readonly [re: number, im: number];

const PERIOD = 16;
/** The first symbol of the long training, from the frame's start. */
const LONG = TRAINING_SAMPLES + LONG_GUARD_SAMPLES;
const NONE: Complex = [0, 0];

const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const conj = ([a, b]: Complex): Complex => [a, -b];
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
const minus = ([a, b]: Complex, [c, d]: Complex): Complex => [a - c, b - d];
const scaled = ([a, b]: Complex, factor: number): Complex => [a * factor, b * factor];
const turn = (angle: number): Complex => [Math.cos(angle), Math.sin(angle)];
const power = ([a, b]: Complex) => a * a + b * b;
const angle = ([a, b]: Complex) => Math.atan2(b, a);
const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
const sum = (values: readonly Complex[]) => values.reduce(plus, NONE);
const total = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly Complex[]) => scaled(sum(values), 1 / values.length);

/** One symbol of the long training in time, and its energy. */
const template = pairs(fft(Float64Array.from(LONG_TRAINING), true));
const templateEnergy = total(template.map(power));

function pairs(values: ArrayLike<number>): Complex[] {
  return range(0, values.length / 2).map((i) => [values[2 * i], values[2 * i + 1]]);
}

/** The bins of 64 samples. */
const bins = (values: readonly Complex[]) => pairs(fft(Float64Array.from(values.flat())));

/**
 * Looks for the long training of a candidate, and measures both trainings.
 *
 * @param samples Complex [length].
 * @param candidate The sample at which a plateau of the autocorrelation begins.
 * @param end The search ends as if the next candidate was here.
 */
export function synchronizeFrame(samples: Float64Array, candidate: number, end: number): Synchronization {
  const x = (n: number): Complex => (n >= 0 && 2 * n < samples.length ? [samples[2 * n], samples[2 * n + 1]] : NONE);

  // Rough values. Early candidates begin some 40 samples before the short training, so the first samples are left out.
  // Five periods have a mean of 0.
  const rest = mean(range(candidate + 2 * PERIOD, 5 * PERIOD).map(x));
  const near = (n: number) => minus(x(n), rest);
  const rough =
    angle(sum(range(candidate + 2 * PERIOD, 4 * PERIOD).map((n) => times(near(n + PERIOD), conj(near(n)))))) / PERIOD;

  // The likeness of both symbols of the long training. It is 1 for their samples alone.
  const y = (n: number) => times(near(n), turn(-rough * (n - candidate)));
  const starts = range(Math.max(0, candidate - EARLY), Math.max(0, end - EARLY - Math.max(0, candidate - EARLY)));
  const whole = starts.filter((start) => 2 * (start + 2 * TRAINING_SAMPLES) <= samples.length);
  const length = whole.length ? whole.length + 2 * FFT_LENGTH : 0;
  const turned = range(0, length && length + FFT_LENGTH - 1).map((i) => y(whole[0] + LONG + i));
  const correlated = (from: number) => {
    let [energy, re, im] = [0, 0, 0];
    for (let k = 0; k < FFT_LENGTH; k++) {
      const [a, b] = turned[from + k];
      const [c, d] = template[k];
      energy += a * a + b * b;
      re += a * c + b * d;
      im += b * c - a * d;
    }
    return energy > 0 ? Math.sqrt((re * re + im * im) / (templateEnergy * energy)) : 0;
  };
  const alike = range(0, length).map(correlated);
  // Half of a symbol precedes the first one, and none follows the second one: so a start 64 samples early loses.
  const scores = whole.map((_, i) => alike[i + FFT_LENGTH] * (alike[i] - alike[i + 2 * FFT_LENGTH]));
  const best = scores.indexOf(Math.max(...scores));
  const likeness = whole.length ? alike[best] * alike[best + FFT_LENGTH] : 0;
  const peak = whole.length ? whole[best] : candidate;
  const nothing = { start: peak, likeness, found: false, offset: rough, dc: NONE, noise: 0 };
  if (!(likeness >= LIKENESS)) return { ...nothing, channel: new Float64Array(128) };

  const start = Math.max(0, peak + shift(range(peak + LONG - PERIOD, 2 * FFT_LENGTH).map(y)));

  // The offset from lag 16 of nine periods.
  const short = range(start + PERIOD - WINDOW_ADVANCE, 9 * PERIOD);
  const centre = mean(short.map(x));
  const early = short.slice(0, 8 * PERIOD).map((n) => minus(x(n), centre));
  const late = short.slice(PERIOD).map((n) => minus(x(n), centre));
  const coarse = angle(sum(late.map((value, i) => times(value, conj(early[i]))))) / PERIOD;

  const dc = constantOffset(short.map(x), coarse);

  // The offset from lag 64, of the second half of the guard interval and of the first symbol.
  const long = (n: number) => minus(x(start + n), dc);
  const lagged = range(LONG - WINDOW_ADVANCE - PERIOD, PERIOD + FFT_LENGTH).map((n) =>
    times(long(n + FFT_LENGTH), conj(long(n))),
  );
  const fine = angle(sum(lagged)) / FFT_LENGTH;
  const step = (2 * Math.PI) / FFT_LENGTH;
  const offset = fine + step * Math.round((coarse - fine) / step);

  const [first, second] = [LONG, LONG + FFT_LENGTH].map((from) =>
    bins(range(from - WINDOW_ADVANCE, FFT_LENGTH).map((n) => times(long(n), turn(-offset * n)))),
  );
  const used = range(0, FFT_LENGTH).filter((bin) => LONG_TRAINING[2 * bin] !== 0);
  const channel = new Float64Array(2 * FFT_LENGTH);
  for (const bin of used) {
    channel.set(scaled(plus(first[bin], second[bin]), LONG_TRAINING[2 * bin] / 2), 2 * bin);
  }
  // The offset was chosen so that both symbols agree in phase, which takes one of their 2·52 real differences.
  const noise = total(used.map((bin) => power(minus(first[bin], second[bin])))) / (2 * used.length - 1);
  const strength = total(used.map((bin) => channel[2 * bin] ** 2 + channel[2 * bin + 1] ** 2)) / used.length;
  if (strength < STRENGTH * noise) return { ...nothing, channel: new Float64Array(128) };
  return { start, likeness, found: true, offset, dc, noise: Math.max(noise, 1e-6 * strength), channel };
}

/**
 * Returns by how many samples to move a start, from both symbols of the long training after it, which begin 16 samples early. It
 * minimizes the interference of paths outside the guard interval, plus a little of the paths' squared distances.
 *
 * @param received Complex [128].
 */
function shift(received: readonly Complex[]): number {
  const [first, second] = [received.slice(0, FFT_LENGTH), received.slice(FFT_LENGTH)];
  const residual = turn(-angle(sum(first.map((value, i) => times(second[i], conj(value))))));
  const again = second.map((value) => times(value, residual));
  const both = first.map((value, i) => scaled(plus(value, again[i]), 0.5));
  const variance = total(first.map((value, i) => power(minus(value, again[i])))) / (2 * FFT_LENGTH);
  const response = range(0, FFT_LENGTH).map((delay) =>
    sum(both.map((value, k) => times(value, conj(template[(k - delay + FFT_LENGTH) % FFT_LENGTH])))),
  );
  // Carrier 0 is not sent. The mean of its neighbours, for delays near 16, replaces it.
  const near = scaled(sum(response.map((value, l) => scaled(value, Math.cos((Math.PI * (l - PERIOD)) / 32)))), 1 / 64);
  const whole = response.map((value) => plus(value, near));
  // A taper over the carriers, so that a path leaks into the neighbouring delays only.
  const tapered = whole.map((value, l) => {
    const around = plus(whole[(l + FFT_LENGTH - 1) % FFT_LENGTH], whole[(l + 1) % FFT_LENGTH]);
    return power(plus(scaled(value, 0.5), scaled(around, 0.25)));
  });
  // The floor is 12 times the mean of noise.
  const floor = Math.max(12 * 0.375 * ((variance * templateEnergy) / 2), 2e-3 * Math.max(...tapered));
  const paths = tapered.map((path) => (path > floor ? path : 0));
  const costs = range(-PERIOD, 41).map((move) =>
    total(
      paths.map((path, i) => {
        const delay = i - PERIOD - move;
        const outside = Math.max(0, delay - (PERIOD - WINDOW_ADVANCE), -WINDOW_ADVANCE - delay);
        return path * (outside + 1e-3 * delay * delay);
      }),
    ),
  );
  return costs.indexOf(Math.min(...costs)) - PERIOD;
}

/**
 * Returns the constant d of samples that are d plus a turning sequence of period 16 and mean 0: the least-squares estimate. The
 * plain mean would hold a part of the sequence's neighbouring carriers.
 */
function constantOffset(samples: readonly Complex[], offset: number): Complex {
  const back = samples.map((_, i) => turn(-offset * i));
  /** Means over the periods, less the mean of all. */
  const folded = (values: readonly Complex[]) => {
    const means = range(0, PERIOD).map((r) => mean(values.filter((_, i) => i % PERIOD === r)));
    return means.map((value) => minus(value, mean(means)));
  };
  const turning = folded(back);
  const explained = folded(samples.map((value, i) => times(value, back[i])));
  const periods = samples.length / PERIOD;
  const rest = minus(sum(samples), scaled(sum(explained.map((value, r) => times(value, conj(turning[r])))), periods));
  return scaled(rest, 1 / (samples.length - periods * total(turning.map(power))));
}
