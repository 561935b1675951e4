/** Returns how many samples a recording still has, at most `end`, where its file has become shorter. Those before `begin` are there. */
export async function samplesLeft(
  { read }: { read: (start: number, count: number, channel?: number) => Promise<ArrayLike<number>> },
  { begin, end, channel }: { begin: number; end: number; channel?: number },
): Promise<number> {
  const isThere = (sample: number) =>
    read(sample, 1, channel).then(
      ({ length }) => length > 0,
      () => false,
    );
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isThere(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
