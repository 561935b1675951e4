/** The sum of a·conj(b): aᴴb for interleaved complex vectors is `inner(b, a)`. */
export function inner(a: ArrayLike<number>, b: ArrayLike<number>): [number, number] {
  let [x, y] = [0, 0];
  for (let i = 0; i < a.length; i += 2) {
    x += a[i] * b[i] + a[i + 1] * b[i + 1];
    y += a[i + 1] * b[i] - a[i] * b[i + 1];
  }
  return [x, y];
}

/** A column depends on those before it where it has no more than this left, relative to its norm. */
const ROUNDING = 1e-6;

/** H = QR with r_kk ≥ 0, and z = Qᴴy: R complex [M][M], its lower triangle 0, and z [M]. H is complex [N][M], y [N]. */
export function qr(
  channel: ArrayLike<number>,
  received: ArrayLike<number>,
): { factor: Float64Array; rotated: Float64Array } {
  const N = received.length / 2;
  const M = channel.length / received.length;
  const columns = Array.from({ length: M }, (_, m) =>
    Float64Array.from({ length: 2 * N }, (_, i) => channel[2 * ((i >> 1) * M + m) + (i % 2)]),
  );
  const norms = columns.map((column) => Math.hypot(...column));
  const y = Float64Array.from(received);
  const factor = new Float64Array(2 * M * M);
  const rotated = new Float64Array(2 * M);
  for (let k = 0; k < M; k++) {
    const left = Math.hypot(...columns[k]);
    const norm = left > ROUNDING * norms[k] ? left : 0;
    factor[2 * (k * M + k)] = norm;
    const q = columns[k].map((value) => (norm > 0 ? value / norm : 0));
    const remove = (from: Float64Array) => {
      const [x, t] = inner(from, q);
      for (let i = 0; i < from.length; i += 2) {
        from[i] -= x * q[i] - t * q[i + 1];
        from[i + 1] -= x * q[i + 1] + t * q[i];
      }
      return [x, t];
    };
    for (let j = k + 1; j < M; j++) factor.set(remove(columns[j]), 2 * (k * M + j));
    rotated.set(remove(y), 2 * k);
  }
  return { factor, rotated };
}
