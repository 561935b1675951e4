/** Returns z[n] = a[n] + j·b[n] of rows 2p and 2p + 1, complex pairs; a last row without a partner is paired with zeros. */
export function pairRows(x: Float64Array, length: number): Float64Array {
  const rows = x.length / length;
  const z = new Float64Array(2 * length * Math.ceil(rows / 2));
  for (const [i, value] of x.entries()) {
    const [row, n] = [Math.floor(i / length), i % length];
    z[2 * ((row >> 1) * length + n) + (row & 1)] = value;
  }
  return z;
}
