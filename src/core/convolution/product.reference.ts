/** Returns X·H per bin; a shorter H repeats. Complex, interleaved. */
export function spectrumProduct(X: Float64Array, H: Float64Array): Float64Array {
  return X.map((value, i) => {
    const [re, im] = H.subarray((i - (i & 1)) % H.length);
    return i & 1 ? X[i - 1] * im + value * re : value * re - X[i + 1] * im;
  });
}
