import { createScratch } from "../../../thread/scratch.ts";
import type { BandCut, CutStage } from "./band-cut.ts";

/** Samples for which a phasor is computed by multiplication from an exact one. */
const TURN = 512;

/**
 * Returns outputs of a cut: output m belongs to the recording's sample from + m·decimation. Samples that are not given count as 0.
 *
 * @param samples Complex samples of the recording, interleaved, from its sample `first` on. @param integers Default: they are no integers.
 */
export function cutSamples(
  { samples, first, integers = FLOATS }: { samples: ArrayLike<number>; first: number; integers?: Integers },
  { sampleRateHz, centreHz, stages, delay }: BandCut,
  { from, count }: { from: number; count: number },
): Float64Array {
  const out = new Float64Array(2 * count);
  // Each stage needs this many outputs of the one before it.
  const counts = [count];
  for (const { taps, decimation } of stages.slice(1).toReversed()) {
    counts.unshift(Math.max(0, (counts[0] - 1) * decimation + taps.length));
  }
  const outputsOf = (stage: number): Outputs =>
    stage === stages.length - 1
      ? { re: out, im: out.subarray(1), step: 2, count }
      : {
          re: scratch(2 * stage + 2, counts[stage]),
          im: scratch(2 * stage + 3, counts[stage]),
          step: 1,
          count: counts[stage],
        };
  const numbers = { values: samples, ...integers };
  let outputs = outputsOf(0);
  mixedAndDecimated(
    numbers,
    from - delay - first,
    { cycles: centreHz / sampleRateHz, begin: from - delay },
    stages[0],
    outputs,
  );
  for (let stage = 1; stage < stages.length; stage++) {
    const { taps, decimation } = stages[stage];
    const inputs = outputs;
    outputs = outputsOf(stage);
    if (decimation > 1 || count < AT_ONCE) decimated(inputs, taps, decimation, outputs);
    else {
      filtered(inputs.re, taps, outputs.re, outputs);
      filtered(inputs.im, taps, outputs.im, outputs);
    }
  }
  return out;
}

/** Arrays that cuts use again. Nothing is left in them. */
const scratch = createScratch(2 ** 19);

/** Samples that are mixed at once: they stay in the processor's cache. */
const MIXED = 2 ** 13;

/** Outputs of a filter without a decimation that are computed at once. */
const AT_ONCE = 4;

/** Output m is element `step`·m. */
interface Outputs {
  re: Float64Array;
  im: Float64Array;
  step: number;
  count: number;
}

/** Mixes samples to 0 and filters them by the first stage, a block at a time. @param offset The first one's complex sample. */
function mixedAndDecimated(
  numbers: Numbers,
  offset: number,
  { cycles, begin }: { cycles: number; begin: number },
  { taps, decimation }: CutStage,
  to: Outputs,
): void {
  const turns = phasors(cycles, TURN);
  // Long filters need more samples around.
  const most = Math.max(1, Math.ceil(Math.max(MIXED, 8 * taps.length) / decimation));
  const inputs = { re: scratch(0, most * decimation + taps.length), im: scratch(1, most * decimation + taps.length) };
  for (let done = 0; done < to.count; done += most) {
    const count = Math.min(most, to.count - done);
    const length = (count - 1) * decimation + taps.length;
    const skipped = done * decimation;
    mix(numbers, offset + skipped, { cycles, begin: begin + skipped, turns }, inputs, length);
    const at = to.step * done;
    decimated(inputs, taps, decimation, { re: to.re.subarray(at), im: to.im.subarray(at), step: to.step, count });
  }
}

/** Numbers of a recording: (value − middle)·scale, interleaved. */
interface Numbers extends Integers {
  values: ArrayLike<number>;
}

/** How a recording stores its numbers. */
export interface Integers {
  middle: number;
  scale: number;
}

const FLOATS: Integers = { middle: 0, scale: 1 };

/**
 * Mixes samples to 0. Nothing follows the loop: otherwise V8 would drop its fast code when it ends for the first time.
 *
 * @param offset Element 0 of the result is this complex sample. Samples that are not given count as 0.
 * @param cycles Frequency per sample. @param begin The recording's number of element 0. @param turns Phasors of that frequency.
 */
function mix(
  { values: samples, middle, scale }: Numbers,
  offset: number,
  { cycles, begin, turns }: { cycles: number; begin: number; turns: Float64Array },
  { re, im }: { re: Float64Array; im: Float64Array },
  length: number,
): void {
  const least = Math.min(length, Math.max(0, -offset));
  const most = Math.max(least, Math.min(length, samples.length / 2 - offset));
  re.fill(0, 0, least);
  im.fill(0, 0, least);
  re.fill(0, most, length);
  im.fill(0, most, length);
  for (let block = least; block < most; block += TURN) {
    const angle = -2 * Math.PI * ((cycles * (begin + block)) % 1);
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const end = Math.min(most, block + TURN);
    for (let i = block, at = 2 * (block + offset), k = 0; i < end; i++, at += 2, k += 2) {
      const turnRe = c * turns[k] - s * turns[k + 1];
      const turnIm = c * turns[k + 1] + s * turns[k];
      const a = (samples[at] - middle) * scale;
      const b = (samples[at + 1] - middle) * scale;
      re[i] = a * turnRe - b * turnIm;
      im[i] = a * turnIm + b * turnRe;
    }
  }
}

/**
 * Writes every `decimation`-th output of symmetric taps; output m is element `step`·m. Two outputs at a time with two sums each take turns,
 * since each addition waits for the one before it. An odd output at the end is computed twice.
 */
function decimated(
  { re, im }: { re: Float64Array; im: Float64Array },
  taps: Float64Array,
  decimation: number,
  to: Outputs,
): void {
  const reach = taps.length >> 1;
  for (let m = 0; m < to.count; m += 2) {
    const a = m * decimation + reach;
    const isPair = m + 1 < to.count;
    const b = isPair ? a + decimation : a;
    let [oddRe, oddIm, otherOddRe, otherOddIm] = [0, 0, 0, 0];
    let evenRe = taps[reach] * re[a];
    let evenIm = taps[reach] * im[a];
    let otherEvenRe = taps[reach] * re[b];
    let otherEvenIm = taps[reach] * im[b];
    for (let k = 1; k < reach; k += 2) {
      const odd = taps[reach + k];
      const even = taps[reach + k + 1];
      oddRe += odd * (re[a - k] + re[a + k]);
      oddIm += odd * (im[a - k] + im[a + k]);
      otherOddRe += odd * (re[b - k] + re[b + k]);
      otherOddIm += odd * (im[b - k] + im[b + k]);
      evenRe += even * (re[a - k - 1] + re[a + k + 1]);
      evenIm += even * (im[a - k - 1] + im[a + k + 1]);
      otherEvenRe += even * (re[b - k - 1] + re[b + k + 1]);
      otherEvenIm += even * (im[b - k - 1] + im[b + k + 1]);
    }
    if (reach % 2 === 1) {
      const last = taps[2 * reach];
      oddRe += last * (re[a - reach] + re[a + reach]);
      oddIm += last * (im[a - reach] + im[a + reach]);
      otherOddRe += last * (re[b - reach] + re[b + reach]);
      otherOddIm += last * (im[b - reach] + im[b + reach]);
    }
    const next = to.step * (isPair ? m + 1 : m);
    to.re[next] = otherOddRe + otherEvenRe;
    to.im[next] = otherOddIm + otherEvenIm;
    to.re[to.step * m] = oddRe + evenRe;
    to.im[to.step * m] = oddIm + evenIm;
  }
}

/**
 * Writes every output of a filter, four at a time: each value is read once for four taps. There are four outputs or more. The last ones may be computed
 * twice; all are the same sums at any place. Arrays of numbers in these loops, even where they are taken apart at once, would take four times as long.
 */
function filtered(
  values: Float64Array,
  taps: Float64Array,
  to: Float64Array,
  { step, count }: Pick<Outputs, "step" | "count">,
): void {
  const whole = taps.length & ~3;
  for (let group = 0; group < count; group += AT_ONCE) {
    const m = Math.min(group, count - AT_ONCE);
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let v0 = values[m];
    let v1 = values[m + 1];
    let v2 = values[m + 2];
    for (let k = 0, at = m; k < whole; k += 4, at += 4) {
      const v3 = values[at + 3];
      const v4 = values[at + 4];
      const v5 = values[at + 5];
      const v6 = values[at + 6];
      const t0 = taps[k];
      const t1 = taps[k + 1];
      const t2 = taps[k + 2];
      const t3 = taps[k + 3];
      a += t0 * v0 + t1 * v1 + t2 * v2 + t3 * v3;
      b += t0 * v1 + t1 * v2 + t2 * v3 + t3 * v4;
      c += t0 * v2 + t1 * v3 + t2 * v4 + t3 * v5;
      d += t0 * v3 + t1 * v4 + t2 * v5 + t3 * v6;
      v0 = v4;
      v1 = v5;
      v2 = v6;
    }
    for (let k = whole; k < taps.length; k++) {
      a += taps[k] * values[m + k];
      b += taps[k] * values[m + k + 1];
      c += taps[k] * values[m + k + 2];
      d += taps[k] * values[m + k + 3];
    }
    to[step * m] = a;
    to[step * (m + 1)] = b;
    to[step * (m + 2)] = c;
    to[step * (m + 3)] = d;
  }
}

/** e^{−j2π·cycles·n}, n from 0. */
function phasors(cycles: number, count: number): Float64Array {
  const values = new Float64Array(2 * count);
  for (let n = 0; n < count; n++) {
    values[2 * n] = Math.cos(2 * Math.PI * cycles * n);
    values[2 * n + 1] = -Math.sin(2 * Math.PI * cycles * n);
  }
  return values;
}
