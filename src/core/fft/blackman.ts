/** Blackman's window 0.42 − 0.5·cos(2πn/N) + 0.08·cos(4πn/N), 0 ≤ n < N, of period N as transforms want it. */
export function blackman(N: number): Float64Array {
  return Float64Array.from({ length: N }, (_, n) => {
    const angle = (2 * Math.PI * n) / N;
    return 0.42 - 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle);
  });
}
