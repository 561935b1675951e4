import { type Ledger, uncounted } from "./ledger.ts";

/** The counted units of one point. Ranges are [from, to), in units. */
export interface Coverage {
  db: number;
  /** Number of counted units that the result uses. */
  counted: number;
  /** Ranges that are not counted yet. The stop rule may make the last of them superfluous. */
  missing: [from: number, to: number][];
  /** The stop rule needs no unit from this one on. Undefined: it is not met. */
  stopped?: number;
}

/** Returns what a ledger has counted of each of the given points, dB. */
export function coverageOf(ledger: Ledger, points: readonly number[]): Coverage[] {
  return points.map((db) => {
    const missing = uncounted(ledger, db, 0, ledger.units);
    const stopped = ledger.points.find((point) => point.db === db)?.stopped;
    const gaps = missing.reduce((sum, [from, to]) => sum + to - from, 0);
    const counted = (stopped ?? ledger.units) - gaps;
    return stopped === undefined ? { db, counted, missing } : { db, counted, missing, stopped };
  });
}
