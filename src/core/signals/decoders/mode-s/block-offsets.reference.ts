/** Returns the medians of I and of Q of each block: of every ⌊size/2048⌋-th sample, and of two in the middle the greater one. */
export const blockOffsets = (samples: ArrayLike<number>, block: number): number[] =>
  Array.from({ length: Math.ceil(samples.length / 2 / block) }, (_, b) => {
    const size = Math.min(block, samples.length / 2 - b * block);
    const stride = Math.max(1, Math.floor(size / 2048));
    return [0, 1].map((part) => {
      const values: number[] = [];
      for (let n = 0; n < size; n += stride) values.push(samples[2 * (b * block + n) + part]);
      return values.sort((x, y) => x - y)[values.length >> 1];
    });
  }).flat();
