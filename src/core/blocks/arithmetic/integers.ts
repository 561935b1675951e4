/** Returns the nearest integer, of two the even one, within the range of 32 bits; 0 for NaN. */
export function nearestInteger(value: number): number {
  if (Number.isNaN(value)) return 0;
  const below = Math.floor(value);
  const half = value - below === 0.5;
  const rounded = half ? below + (below % 2 === 0 ? 0 : 1) : Math.round(value);
  // Adding 0 turns −0 into 0.
  return Math.min(2 ** 31 - 1, Math.max(-(2 ** 31), rounded)) + 0;
}
