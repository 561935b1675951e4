const LAG = 16;
const WINDOW = 48;

/**
 * Returns |ρ(n)|², the squared correlation coefficient of samples n … n + 47 and samples n + 16 … n + 63, after each
 * window's mean is subtracted: 0 to 1, and 0 where fewer than 64 samples follow or a window is constant.
 *
 * @param samples Complex [length].
 */
export function autocorrelation(samples: Float64Array): Float64Array {
  return Float64Array.from({ length: samples.length / 2 }, (_, n) => {
    if (2 * (n + LAG + WINDOW) > samples.length) return 0;
    const [early, late] = [n, n + LAG].map((from) => centred(samples.subarray(2 * from, 2 * (from + WINDOW))));
    const power = energy(early) * energy(late);
    let [re, im] = [0, 0];
    for (let i = 0; i < early.length; i += 2) {
      re += late[i] * early[i] + late[i + 1] * early[i + 1];
      im += late[i + 1] * early[i] - late[i] * early[i + 1];
    }
    return power > 0 ? (re * re + im * im) / power : 0;
  });
}

/**
 * Returns 1 for each sample n at which the energy has risen, else 0: samples n … n + 47 have more than `ratio` times the energy around
 * their mean of the 48 samples before n.
 *
 * @param samples Complex [length].
 */
export function risen(samples: Float64Array, ratio: number): Uint8Array {
  const energyFrom = (n: number) =>
    energy(centred(Float64Array.from({ length: 2 * WINDOW }, (_, i) => samples[2 * n + i] ?? 0)));
  return Uint8Array.from({ length: samples.length / 2 }, (_, n) =>
    Number(energyFrom(n) > ratio * energyFrom(n - WINDOW)),
  );
}

const energy = (window: Float64Array) => window.reduce((sum, value) => sum + value * value, 0);

/** Returns complex samples without their mean. */
function centred(window: Float64Array): Float64Array {
  const mean = [0, 1].map((part) => window.reduce((sum, value, i) => sum + (i % 2 === part ? value : 0), 0) / WINDOW);
  return window.map((value, i) => value - mean[i % 2]);
}
