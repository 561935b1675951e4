/** Largest growth factor of a range: the first ranges are too short for an exact time. */
const GROWTH = 64;
/** Shortest range near the end, as a part of the wanted length: many tiny ones would cost more than they save. */
const LEAST = 1 / 8;

/** Lengths of ranges, in units, from the measured speed. */
interface Pace {
  /**
   * Returns the length of the next range. Near the end ranges get shorter, so that all lanes finish together.
   *
   * @param left Units that no lane has taken.
   */
  next(left: number): number;
  /** Takes the time in which a lane counted a range. */
  measured(units: number, ms: number): void;
  /** True while ranges are shorter than wanted, because none was long enough for an exact time. */
  growing(): boolean;
}

/**
 * @param trial Length of the first range, in units.
 * @param targetMs Returns the wanted duration of a range.
 * @param lanes Returns the number of lanes that share the work.
 */
export function createPace(trial: number, targetMs: () => number, lanes: () => number): Pace {
  let size = trial;
  let growing = true;
  return {
    next: (left) => Math.max(1, Math.floor(Math.min(size, Math.max(LEAST * size, left / (2 * lanes()))))),
    measured(units, ms) {
      const wanted = ms > 0 ? (units * targetMs()) / ms : Infinity;
      const most = GROWTH * Math.max(size, units);
      growing = wanted > most;
      size = Math.max(1, Math.min(wanted, most));
    },
    growing: () => growing,
  };
}
