/** Returns numbers with 0 in place of NaN and infinity, which a state would keep for ever. */
export const finiteNumbers = (x: Float64Array): Float64Array => x.map((value) => (Number.isFinite(value) ? value : 0));
