/** Returns the texts of the numbers from `first` to before `end`, for WGSL whose loops are written out. */
export const enumerated = (first: number, end: number, of: (k: number) => string, separator = ", ") =>
  Array.from({ length: end - first }, (_, k) => of(first + k)).join(separator);
