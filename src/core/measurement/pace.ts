/** Largest growth factor of a range: the first ranges are too short for an exact time. */
const GROWTH = 8;

/** Lengths of ranges, in units, from the measured speed. */
export interface Pace {
  /**
   * Returns the length of the next range. Near the end ranges get shorter, so that all lanes finish together.
   *
   * @param left Units that no lane has taken.
   */
  next(left: number): number;
  /** Takes the time in which a lane counted a range. */
  measured(units: number, ms: number): void;
}

/**
 * @param trial Length of the first range, in units.
 * @param targetMs Duration of a range.
 * @param lanes Returns the number of lanes that share the work.
 */
export function createPace(trial: number, targetMs: number, lanes: () => number): Pace {
  let size = trial;
  return {
    next: (left) => Math.max(1, Math.min(Math.floor(size), Math.ceil(left / (2 * lanes())))),
    measured(units, ms) {
      const wanted = ms > 0 ? (units * targetMs) / ms : Infinity;
      size = Math.max(1, Math.min(wanted, GROWTH * Math.max(size, units)));
    },
  };
}
