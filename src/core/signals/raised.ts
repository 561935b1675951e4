/**
 * Returns x to a power, with amplitudes that grow less, which damps noise.
 *
 * @param samples x, interleaved complex.
 * @param power 2, 4 or 8.
 * @param amplitude 1 for |x|, 2 for |x|².
 */
export function raised(samples: Float64Array, power: number, amplitude: 1 | 2): Float64Array<ArrayBuffer> {
  const result = new Float64Array(samples.length);
  for (let i = 0; i < samples.length; i += 2) {
    const re = samples[i];
    const im = samples[i + 1];
    const square = re * re + im * im;
    if (square === 0) continue;
    let x = re * re - im * im;
    let y = 2 * re * im;
    // Each square divided by |x|² is as long as x².
    for (let at = 2; at < power; at *= 2) {
      const next = (x * x - y * y) / square;
      y = (2 * x * y) / square;
      x = next;
    }
    const scale = amplitude === 2 ? 1 : 1 / Math.sqrt(square);
    result[i] = x * scale;
    result[i + 1] = y * scale;
  }
  return result;
}
