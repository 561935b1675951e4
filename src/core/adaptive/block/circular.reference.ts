/** Circular convolution of a block with the channel, by its definition, and noise; all complex. */
export function circularChannel(sent: Float64Array, taps: Float64Array, noise: Float64Array): Float64Array {
  const N = sent.length / 2;
  const received = noise.slice();
  for (let n = 0; n < N; n++) {
    for (let l = 0; l < taps.length / 2; l++) {
      const from = (n - l + N) % N;
      received[2 * n] += taps[2 * l] * sent[2 * from] - taps[2 * l + 1] * sent[2 * from + 1];
      received[2 * n + 1] += taps[2 * l] * sent[2 * from + 1] + taps[2 * l + 1] * sent[2 * from];
    }
  }
  return received;
}
