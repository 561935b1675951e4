/** Length of a block of sound, s. Blocks overlap by half. */
const BLOCK_S = 0.008;
/** Most blocks that are compared: of long bursts some of them tell enough. */
const MOST_BLOCKS = 128;
/** Band of sound in a block, Hz: what is slower is hum or fading. */
const [FROM_HZ, TO_HZ] = [300, 3500];
/** Depths of AM: largest amplitudes of its sound over the carrier's. All are equally likely. */
const DEPTHS = [0.3, 0.4, 0.5, 0.65, 0.8, 1] as const;
/** Root mean square of sound in a loud block and in a quiet one, over its largest amplitude in the burst. */
const [LOUD, QUIET] = [
  [0.28, 0.4, 0.55],
  [0, 0.03, 0.08, 0.16],
] as const;
/** Shares of the blocks that are loud. */
const LOUD_SHARES = [0.06, 0.12, 0.25, 0.5, 0.9] as const;
/** Root mean squares that a steady carrier may have, too: of its amplitude by hum, slow starts and the filtered ends of a burst; of its phase by hum and phase noise. */
export const [STEADY_AMPLITUDE, STEADY_PHASE] = [
  [0, 0.005, 0.01],
  [0, 0.01, 0.03, 0.06, 0.085],
] as const;
/** Middles of voices and notes, Hz; their width is a quarter of that, and 100 Hz. */
const MIDDLES = [400, 750, 1300, 2200] as const;
/** Frequency above which speech falls, Hz. */
const CORNER_HZ = 700;
/** Independent values per value of overlapping blocks. */
const INDEPENDENT = 0.5;
/** Noise levels around the one in quadrature, in its standard deviations. */
const NOISES = [-2, -1, 0, 1, 2] as const;
/** Least noise, in powers of sound whose root mean square is 1: without noise, likelihoods are sums of large numbers, of which only errors of rounding remain. */
const LEAST_NOISE = 1e-12;

/** Powers by block and frequency. */
interface BlockPowers {
  blocks: number;
  /** Frequencies of each block, Hz. */
  hz: Float64Array;
  inPhase: Float64Array;
  quadrature: Float64Array;
  /** Power of all frequencies of a block if the root mean square of its sound is 1. */
  full: number;
}

/**
 * Returns the logarithm of the likelihood of sound in phase with a carrier over the likelihood of a steady carrier in noise. Speech is loud in few
 * moments, at few frequencies: over all of a burst its power may lie under the noise, and its loud moments above it. Any sound of a usual
 * depth has a moment in which it reaches this depth.
 *
 * @param values In phase and in quadrature, relative to the carrier, at `sampleRateHz`.
 * @param steadyLevels Root mean squares that a steady carrier may have in phase.
 * @returns Undefined if the burst is too short for a block.
 */
export function loudMomentsIn(
  inPhase: Float64Array,
  quadrature: Float64Array,
  sampleRateHz: number,
  steadyLevels: readonly number[],
): number | undefined {
  const powers = blockPowersOf(inPhase, quadrature, sampleRateHz);
  if (!powers) return undefined;
  const { blocks, hz } = powers;
  const count = blocks * hz.length;
  const [sumInPhase, sumQuadrature] = [sumOf(powers.inPhase), sumOf(powers.quadrature)];
  if (!(sumQuadrature > 0)) return undefined;
  const noiseOnly = (noise: number) =>
    -INDEPENDENT * (2 * count * Math.log(noise) + (sumInPhase + sumQuadrature) / noise);
  const least = LEAST_NOISE * powers.full;
  const both = Math.max(least, (sumInPhase + sumQuadrature) / (2 * count));
  const step = 1 / Math.sqrt(INDEPENDENT * count);
  const quadratureNoise = Math.max(least, sumQuadrature / count);
  const noises = [both, ...NOISES.map((sds) => quadratureNoise * Math.exp(sds * step))];
  const shapes = shapesOf(hz);
  let steady = noiseOnly(both);
  const hypotheses = new Float64Array(DEPTHS.length * LOUD_SHARES.length).fill(-Infinity);
  for (const noise of noises) {
    const alone = noiseOnly(noise);
    const gains = (levels: readonly number[], depth: number) =>
      gainsOf(
        powers,
        shapes,
        noise,
        levels.map((level) => level * depth),
      );
    steady = Math.max(steady, alone + sumOf(gains(steadyLevels, 1)));
    for (const [i, depth] of DEPTHS.entries()) {
      const [quiet, loud] = [gains(QUIET, depth), gains(LOUD, depth)];
      for (const [j, share] of LOUD_SHARES.entries()) {
        const [less, more] = [Math.log(1 - share), Math.log(share)];
        let [sum, none] = [0, 0];
        for (let b = 0; b < blocks; b++) {
          sum += logOfSum([less + quiet[b], more + loud[b]]);
          none += less + quiet[b];
        }
        // One block or more is loud.
        const some = sum + Math.log1p(-Math.exp(none - sum)) - Math.log1p(-Math.exp(blocks * less));
        const at = i * LOUD_SHARES.length + j;
        hypotheses[at] = Math.max(hypotheses[at], alone + some);
      }
    }
  }
  return logOfSum(hypotheses) - Math.log(hypotheses.length) - steady;
}

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

/** Returns log Σ exp(value). */
export function logOfSum(values: ArrayLike<number>): number {
  let [most, sum] = [-Infinity, 0];
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i]);
  for (let i = 0; i < values.length; i++) sum += Math.exp(values[i] - most);
  return most + Math.log(sum);
}

/** Spectra that the sound of a block may have. Each adds up to 1. */
function shapesOf(hz: Float64Array): Float64Array[] {
  const shapes = [
    hz.map((value) => 1 / (1 + (value / CORNER_HZ) ** 2)),
    hz.map(() => 1),
    ...MIDDLES.map((middle) => hz.map((value) => Math.exp(-(((value - middle) / (middle / 4 + 100)) ** 2)))),
  ];
  return shapes.map((shape) => {
    const sum = sumOf(shape);
    return shape.map((value) => value / sum);
  });
}

/** Returns, for each block, the logarithm of the mean likelihood of sound over noise alone, for all levels and all shapes. */
function gainsOf(
  { blocks, hz, inPhase, full }: BlockPowers,
  shapes: readonly Float64Array[],
  noise: number,
  levels: readonly number[],
): Float64Array {
  const size = hz.length;
  const sounds = levels.flatMap((level) =>
    // Silence counts as much as a level with all of its shapes.
    (level === 0 ? [shapes[0]] : shapes).map((shape, _, { length }) => ({
      level,
      shape,
      weight: 1 / length / levels.length,
    })),
  );
  // Plain loops: these are the inner loops of many hypotheses.
  const slopes = new Float64Array(sounds.length * size);
  const constants = new Float64Array(sounds.length);
  for (let i = 0; i < sounds.length; i++) {
    const { level, shape, weight } = sounds[i];
    let gain = 0;
    for (let k = 0; k < size; k++) {
      const power = level ** 2 * full * shape[k];
      gain += Math.log1p(power / noise);
      slopes[i * size + k] = power / (noise * (noise + power));
    }
    constants[i] = Math.log(weight) - INDEPENDENT * gain;
  }
  const terms = new Float64Array(sounds.length);
  const gains = new Float64Array(blocks);
  for (let b = 0; b < blocks; b++) {
    for (let i = 0; i < terms.length; i++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += slopes[i * size + k] * inPhase[b * size + k];
      terms[i] = constants[i] + INDEPENDENT * sum;
    }
    gains[b] = logOfSum(terms);
  }
  return gains;
}

function blockPowersOf(inPhase: Float64Array, quadrature: Float64Array, sampleRateHz: number): BlockPowers | undefined {
  const length = Math.round(BLOCK_S * sampleRateHz);
  const first = Math.ceil((FROM_HZ * length) / sampleRateHz);
  const last = Math.floor((Math.min(TO_HZ, 0.45 * sampleRateHz) * length) / sampleRateHz);
  const all = Math.floor((2 * (inPhase.length - length)) / length) + 1;
  if (all < 1 || last < first) return undefined;
  const every = Math.ceil(all / MOST_BLOCKS);
  const blocks = Math.ceil(all / every);
  const hz = Float64Array.from({ length: last - first + 1 }, (_, k) => ((first + k) * sampleRateHz) / length);
  const window = Float64Array.from({ length }, (_, n) => 1 - Math.cos((2 * Math.PI * (n + 0.5)) / length));
  const energy = window.reduce((sum, weight) => sum + weight * weight, 0);
  const waves = [Math.cos, Math.sin].map((wave) =>
    Array.from({ length: hz.length }, (_, k) =>
      window.map((weight, n) => weight * wave((2 * Math.PI * (first + k) * n) / length)),
    ),
  );
  const powersOf = (values: Float64Array) => {
    const powers = new Float64Array(blocks * hz.length);
    for (let b = 0; b < blocks; b++) {
      const block = withoutTrend(values, Math.round((b * every * length) / 2), length);
      for (let k = 0; k < hz.length; k++) {
        let [re, im] = [0, 0];
        for (let n = 0; n < length; n++) {
          re += block[n] * waves[0][k][n];
          im += block[n] * waves[1][k][n];
        }
        powers[b * hz.length + k] = re * re + im * im;
      }
    }
    return powers;
  };
  return { blocks, hz, inPhase: powersOf(inPhase), quadrature: powersOf(quadrature), full: (energy * length) / 2 };
}

/** Returns a block of values without the polynomial of degree 2 that fits best: fading and hum. */
function withoutTrend(values: Float64Array, from: number, length: number): Float64Array {
  // Legendre polynomials are orthogonal, and nearly so for many values.
  const place = (n: number) => (2 * n + 1) / length - 1;
  let [mean, slope, curve] = [0, 0, 0];
  for (let n = 0; n < length; n++) {
    const x = place(n);
    mean += values[from + n] / length;
    slope += (3 * x * values[from + n]) / length;
    curve += (2.5 * (3 * x * x - 1) * values[from + n]) / length;
  }
  return Float64Array.from({ length }, (_, n) => {
    const x = place(n);
    return values[from + n] - mean - slope * x - (curve * (3 * x * x - 1)) / 2;
  });
}
