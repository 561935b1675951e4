import { fft } from "../../../fft/fft.float64.ts";
import { type Wave, waveAt } from "./subtraction.ts";

/** Most samples that are compared; least coherence of the two sides of a carrier, by chance it is 1 over the root of time · bandwidth; and tangent of its largest phase, beside 0 and π. */
const [MOST_SAMPLES, LEAST_COHERENCE, MOST_TILT] = [2 ** 17, 0.5, 0.5];

/**
 * Tells whether a signal beside or around a carrier modulates it: relative to the carrier's phase, one side is then the conjugate of the other, with a constant phase: 0 for amplitude,
 * π for phase. A burst over a carrier has nothing at the mirrored frequencies, or something else.
 *
 * @param samples Complex samples, interleaved, without the carrier. @param during Samples [from, to) of the signal.
 * @param band Its lowest and highest distance from the carrier, cycles per sample.
 */
export function isModulation(
  samples: Float32Array,
  wave: Wave,
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
): boolean {
  const size = Math.min(MOST_SAMPLES, 2 ** Math.floor(Math.log2(Math.max(1, to - from))));
  const spectrum = fft(mixedByWave(samples, wave, [Math.floor((from + to - size) / 2), size]));
  let [re, im, own, mirrored] = [0, 0, 0, 0];
  for (let k = Math.round(low * size); k <= Math.round(high * size); k++) {
    const [a, b] = [k, -k].map((bin) => 2 * ((bin + size) % size));
    re += spectrum[a] * spectrum[b] - spectrum[a + 1] * spectrum[b + 1];
    im += spectrum[a] * spectrum[b + 1] + spectrum[a + 1] * spectrum[b];
    own += spectrum[a] ** 2 + spectrum[a + 1] ** 2;
    mirrored += spectrum[b] ** 2 + spectrum[b + 1] ** 2;
  }
  return Math.hypot(re, im) >= LEAST_COHERENCE * Math.sqrt(own * mirrored) && Math.abs(im) <= MOST_TILT * Math.abs(re);
}

/** Returns samples from a first one on, relative to a carrier's phase. */
function mixedByWave(samples: Float32Array, wave: Wave, [first, size]: readonly [number, number]): Float64Array {
  const mixed = new Float64Array(2 * size);
  for (let i = 0; i < size; i++) {
    const n = first + i;
    const { phase } = waveAt(wave, n);
    const [c, s] = [Math.cos(phase), Math.sin(phase)];
    mixed[2 * i] = samples[2 * n] * c + samples[2 * n + 1] * s;
    mixed[2 * i + 1] = samples[2 * n + 1] * c - samples[2 * n] * s;
  }
  return mixed;
}
