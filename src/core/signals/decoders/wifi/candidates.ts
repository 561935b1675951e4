import { GAP, LATE, PLATEAU, RISE, TRAINING_THRESHOLD } from "../../../wifi/acquisition/search.ts";

/** Period of the short training, and samples of a correlation. */
const PERIOD = 16;
const WINDOW = 48;
/** What running sums leave of a loud signal, relative to its energy. */
const ROUNDING = 1e-12;

/** The sums of windows: of the samples and of their squares, and the largest one of those. */
interface Sums {
  most: number;
  re: Float64Array;
  im: Float64Array;
  square: Float64Array;
}

function windowSums(samples: Float32Array, from: number, count: number): Sums {
  const sums = { most: 0, re: new Float64Array(count), im: new Float64Array(count), square: new Float64Array(count) };
  let [re, im, square] = [0, 0, 0];
  for (let n = 0; n < WINDOW - 1 + count; n++) {
    const at = 2 * (from + n);
    re += samples[at];
    im += samples[at + 1];
    square += samples[at] ** 2 + samples[at + 1] ** 2;
    if (n < WINDOW - 1) continue;
    const first = n - WINDOW + 1;
    sums.re[first] = re;
    sums.im[first] = im;
    sums.square[first] = square;
    if (square > sums.most) sums.most = square;
    const old = 2 * (from + first);
    re -= samples[old];
    im -= samples[old + 1];
    square -= samples[old] ** 2 + samples[old + 1] ** 2;
  }
  return sums;
}

/**
 * Returns the candidates for frames at [from, to) by the rule of the receiver in `wifi/acquisition`, with running sums: 24 samples of
 * high autocorrelation, or of risen energy, and no such beginning before.
 *
 * @param samples Complex, with 240 samples before `from` and 88 from `to` on.
 * @param recording The recording's samples [start, end) among them; the others are 0.
 */
export function findCandidates(
  samples: Float32Array,
  { from, to }: { from: number; to: number },
  recording: { start: number; end: number },
): number[] {
  const first = from - GAP - LATE;
  const count = to - first + PLATEAU;
  // Window k begins at first − WINDOW + k.
  const { re, im, square, most } = windowSums(samples, first - WINDOW, count + WINDOW + PERIOD);
  const least = ROUNDING * most;
  const energies = new Float64Array(re.length);
  for (let k = 0; k < energies.length; k++) {
    const value = square[k] - (re[k] * re[k] + im[k] * im[k]) / WINDOW;
    energies[k] = value > least ? value : 0;
  }
  const candidates: number[] = [];
  let productRe = 0;
  let productIm = 0;
  // The product of two samples a period apart goes into a window and later out of it.
  for (let n = 2 * first; n < 2 * (first + WINDOW); n += 2) {
    const m = n + 2 * PERIOD;
    productRe += samples[m] * samples[n] + samples[m + 1] * samples[n + 1];
    productIm += samples[m + 1] * samples[n] - samples[m] * samples[n + 1];
  }
  const [steady, risen] = [createPlateaus(), createPlateaus()];
  let lastSteady = -Infinity;
  for (let i = 0; i < count; i++) {
    const n = first + i;
    const early = i + WINDOW;
    const late = early + PERIOD;
    const power = energies[early];
    const latePower = energies[late];
    const crossRe = productRe - (re[late] * re[early] + im[late] * im[early]) / WINDOW;
    const crossIm = productIm - (im[late] * re[early] - re[late] * im[early]) / WINDOW;
    const old = 2 * n;
    const next = old + 2 * WINDOW;
    const [oldLate, nextLate] = [old + 2 * PERIOD, next + 2 * PERIOD];
    productRe +=
      samples[nextLate] * samples[next] +
      samples[nextLate + 1] * samples[next + 1] -
      (samples[oldLate] * samples[old] + samples[oldLate + 1] * samples[old + 1]);
    productIm +=
      samples[nextLate + 1] * samples[next] -
      samples[nextLate] * samples[next + 1] -
      (samples[oldLate + 1] * samples[old] - samples[oldLate] * samples[old + 1]);
    const isSteady =
      power > 0 && latePower > 0 && crossRe * crossRe + crossIm * crossIm > TRAINING_THRESHOLD * power * latePower;
    // A plateau is known with its last sample.
    const begin = n - PLATEAU + 1;
    const isFirst = steady.push(isSteady && n >= recording.start && n + WINDOW + PERIOD <= recording.end);
    const isLate = risen.push(n >= recording.start && power > RISE * energies[i]);
    if (isFirst) lastSteady = begin;
    if (begin < from || begin >= to) continue;
    if (isFirst || (isLate && begin - lastSteady > LATE)) candidates.push(begin);
  }
  return candidates;
}

/** Tells at each sample whether a plateau ends here that is the first one in the gap. */
function createPlateaus() {
  let [length, since] = [0, Infinity];
  return {
    push(bit: boolean): boolean {
      length = bit ? length + 1 : 0;
      const begins = length >= PLATEAU;
      const isFirst = begins && since > GAP;
      since = begins ? 1 : since + 1;
      return isFirst;
    },
  };
}
