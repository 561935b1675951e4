/** Returns the LLRs of a packet's coded bits from the rows of its symbols' bits, of which `first` belong to the training. */
export const inCodewordOrder = (rows: ArrayLike<number>, first: number, placeOf: Uint32Array): Float64Array =>
  Float64Array.from(placeOf, (place) => rows[first + place]);
