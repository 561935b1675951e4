/** Fewest samples at the limit. */
const LEAST = 8;
/** Values above this share of the largest one are near the limit. */
const NEAR = 0.9;

/**
 * Returns the samples whose I or Q lies at a limit, in order, and the limit. There is a limit if more values lie at the
 * largest magnitude than near it.
 *
 * @param samples Complex samples, interleaved.
 */
export function clippedSamples(samples: Float32Array): { samples: number[]; limit: number } {
  let most = 0;
  for (let i = 0; i < samples.length; i++) most = Math.max(most, Math.abs(samples[i]));
  const at: number[] = [];
  const close = NEAR * most;
  let near = 0;
  for (let i = 0; i < samples.length; i++) {
    const size = Math.abs(samples[i]);
    if (size === most) at.push(i >> 1);
    else if (size > close) near++;
  }
  return { samples: at.length >= LEAST && at.length > near ? at : [], limit: most };
}
