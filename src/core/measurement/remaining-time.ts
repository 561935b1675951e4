/** Estimates how long a run still takes. */
export interface RemainingTime {
  /**
   * Takes the progress at a time, and returns the remaining time, ms. Returns undefined while the run's speed is not known, or
   * changes too much.
   *
   * @param now ms, from any monotonic clock.
   * @param share Part of the work that is done, 0 to 1.
   * @param steady False if the progress says nothing about the time, for example because a stop rule will end points early.
   */
  at(now: number, share: number, steady?: boolean): number | undefined;
}

/** Shortest time from the first result to an estimate, ms: a device's first pages are short and slow. */
const LEAST_MS = 1000;
/** Fewest advances in the later half of the time since the first result. */
const LEAST_ADVANCES = 4;
/** Largest ratio of the speeds in that half and in the last quarter. */
const AGREEMENT = 1.4;
/** Most remembered advances. Then every second one is forgotten. */
const MOST = 256;

/** Returns an estimate from the speed in the later half of the time since the first result. It excludes the run's start. */
export function createRemainingTime(): RemainingTime {
  let advances: { now: number; share: number }[] = [];
  /** Returns the first advance in the last part of the time. */
  const begin = (part: number) => {
    const [first, last] = [advances[0], advances[advances.length - 1]];
    return advances.findIndex(({ now }) => now >= last.now - part * (last.now - first.now));
  };
  return {
    at(now, share, steady = true) {
      if (!steady) advances = [];
      const last = advances.at(-1);
      if (!steady || share <= 0) return undefined;
      if (!last || share > last.share) advances.push({ now, share });
      if (advances.length > MOST) advances = advances.filter((_, i) => i % 2 === 0 || i === MOST);
      const newest = advances[advances.length - 1];
      const [half, quarter] = [begin(1 / 2), begin(1 / 4)];
      const speedSince = (i: number) => (newest.share - advances[i].share) / (newest.now - advances[i].now);
      const enough = advances.length - 1 - half >= LEAST_ADVANCES && quarter > half && quarter < advances.length - 1;
      if (!enough || newest.now - advances[0].now < LEAST_MS) return undefined;
      const [slow, fast] = [speedSince(half), speedSince(quarter)].toSorted((a, b) => a - b);
      if (fast > AGREEMENT * slow) return undefined;
      return Math.max(0, (1 - newest.share) / speedSince(half) - (now - newest.now));
    },
  };
}
