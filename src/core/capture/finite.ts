/** Replaces each complex sample that holds a NaN or an infinity by zero, in place; returns how many there were. */
export function zeroNonFinite(pairs: Float32Array): number {
  let replaced = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    if (Number.isFinite(pairs[i]) && Number.isFinite(pairs[i + 1])) continue;
    pairs.fill(0, i, i + 2);
    replaced++;
  }
  return replaced;
}
