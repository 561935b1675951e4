/**
 * Returns a function that gives arrays of this thread to use again, since large new ones cost as much time as a filter or a stage of a
 * transform. The contents of an array are arbitrary. It is valid until the next call with the same index.
 *
 * @param most Most numbers of an array that is kept.
 */
export function createScratch(most: number): (index: number, length: number) => Float64Array<ArrayBuffer> {
  const kept: Float64Array<ArrayBuffer>[] = [];
  return (index, length) => {
    const known = kept[index];
    if (known && known.length >= length) return known.subarray(0, length);
    const made = new Float64Array(length);
    if (length <= most) kept[index] = made;
    return made;
  };
}
