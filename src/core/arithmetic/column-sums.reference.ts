/** y[k] = Σr x[r][k] of a matrix with `columns` columns. */
export function columnSums(x: Float64Array, columns: number): Float64Array {
  const y = new Float64Array(columns);
  for (const [i, value] of x.entries()) y[i % columns] += value;
  return y;
}
