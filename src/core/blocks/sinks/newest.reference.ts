/** Returns the last `keep` items of all pages so far. */
export const newestItems = (x: Float32Array, keep: number, width: number): Float32Array =>
  x.slice(Math.max(0, x.length - keep * width));
