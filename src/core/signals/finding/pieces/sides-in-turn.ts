import { energyOf, type Piece } from "./pieces.ts";
import { type CellRun, type RatioGrid, runsWithin } from "../regions.ts";

/** Bins of a region of which the sides are compared. */
const LEAST_WIDE = 24;
/** Places of a side, relative to all bins. A signal may be too weak at its edge to be seen without pauses. */
const SIDES = [
  [0.06, 0.18],
  [0.15, 0.27],
  [0.24, 0.36],
] as const;
/** Frames and share of the region's time that a side is on at least; share of that time in which it is; and difference of two sides' times, frames. */
const [LEAST_ON, LEAST_TIME, LEAST_FILL, DIFFERENCE] = [32, 0.4, 0.85, 16];

/**
 * Largest share of a region's energy that lies in the bands of its two parts at other times: a third signal may cover some of both bands for some time.
 */
const MOST_LOST = 0.25;
/** Ratio of the powers of two signals, in the bins that both may occupy, from which on these are the stronger one's alone. */
const FAR_STRONGER = 30;

/** Two signals that overlap: the sides of the region are on at different times, each without pauses. The cells that both may occupy belong to both. */
export function atTimes(grid: RatioGrid, piece: Piece): CellRun[][] | undefined {
  const { runs, firstFrame, endFrame, lowBin, highBin } = piece;
  const size = highBin - lowBin;
  if (size < LEAST_WIDE || endFrame - firstFrame < LEAST_ON) return undefined;
  const side = (from: number, to: number) => timeOn(runs, [lowBin + from * size, lowBin + to * size]);
  const isSteady = ({ start, stop, frames }: ReturnType<typeof timeOn>) =>
    stop - start >= Math.max(LEAST_ON, LEAST_TIME * (endFrame - firstFrame)) && frames >= LEAST_FILL * (stop - start);
  for (const [from, to] of SIDES) {
    const [low, high] = [side(from, to), side(1 - to, 1 - from)];
    if (!isSteady(low) || !isSteady(high)) continue;
    if (Math.max(Math.abs(low.start - high.start), Math.abs(low.stop - high.stop)) <= DIFFERENCE) return undefined;
    return cutAtTimes(grid, piece, low, high);
  }
  return undefined;
}

type TimeOn = Omit<ReturnType<typeof timeOn>, "frames">;

function cutAtTimes(grid: RatioGrid, piece: Piece, low: TimeOn, high: TimeOn): CellRun[][] | undefined {
  const { runs, lowBin, highBin, energy } = piece;
  const isAt = ({ start, stop }: TimeOn, frame: number) => frame >= start && frame < stop;
  // Where only one of them is on, its band is seen.
  const topOfLow = steadyBins(
    runs.filter(({ frame }) => isAt(low, frame) && !isAt(high, frame)),
    lowBin,
    highBin,
  )?.[1];
  const bottomOfHigh = steadyBins(
    runs.filter(({ frame }) => isAt(high, frame) && !isAt(low, frame)),
    lowBin,
    highBin,
  )?.[0];
  const top = topOfLow ?? bottomOfHigh;
  const bottom = bottomOfHigh ?? topOfLow;
  if (top === undefined || bottom === undefined || top >= highBin - 1 || bottom <= lowBin + 1) return undefined;
  // Sides that are on because other signals leak into them say nothing of the time in which this one is on.
  const lost = runs.flatMap((run) => {
    const from = isAt(low, run.frame) ? Math.max(run.low, top) : run.low;
    const to = isAt(high, run.frame) ? Math.min(run.high, bottom) : run.high;
    const outside =
      top < bottom
        ? [clipped(run, from, Math.min(to, top)), clipped(run, Math.max(from, bottom), to)]
        : [clipped(run, from, to)];
    return outside.flat();
  });
  if (energyOf(grid, lost) > MOST_LOST * energy) return undefined;
  const during = (side: TimeOn) => runs.filter(({ frame }) => isAt(side, frame));
  // Where one of them is far stronger, the cells that both may occupy are its own.
  const alone = (side: TimeOn, other: TimeOn) => {
    const own = during(side).filter(({ frame }) => !isAt(other, frame));
    return (
      energyOf(
        grid,
        own.flatMap((run) => clipped(run, bottom, top)),
      ) / Math.max(1, new Set(own.map(({ frame }) => frame)).size)
    );
  };
  const [ofLow, ofHigh] = [alone(low, high), alone(high, low)];
  const within = (
    side: TimeOn,
    other: TimeOn,
    [from, to]: readonly [number, number],
    beside: readonly [number, number],
  ) => {
    const own = during(side);
    const isYielding = side === low ? ofHigh > FAR_STRONGER * ofLow : ofLow > FAR_STRONGER * ofHigh;
    if (!isYielding) return runsWithin(grid, own, from, to);
    const isTogether = ({ frame }: CellRun) => isAt(other, frame);
    return [
      ...runsWithin(
        grid,
        own.filter((run) => !isTogether(run)),
        from,
        to,
      ),
      ...runsWithin(grid, own.filter(isTogether), ...beside),
    ].sort((a, b) => a.frame - b.frame);
  };
  // What lies between both bands is neither signal's.
  const between = top < bottom ? runsWithin(grid, runs, top, bottom) : [];
  return [
    within(low, high, [0, top], [0, Math.min(bottom, top)]),
    within(high, low, [bottom, grid.bins], [Math.max(bottom, top), grid.bins]),
    between,
  ];
}

const clipped = (run: CellRun, low: number, high: number): CellRun[] =>
  low < high
    ? [{ ...run, low: Math.max(run.low, low), high: Math.min(run.high, high) }].filter((part) => part.low < part.high)
    : [];

/** First frame in which a band is on, the frame after the last one, and how many frames it is on. */
function timeOn(runs: readonly CellRun[], [from, to]: readonly [number, number]) {
  const counts = new Map<number, number>();
  for (const { frame, low, high } of runs) {
    const common = Math.min(high, to) - Math.max(low, from);
    if (common > 0) counts.set(frame, (counts.get(frame) ?? 0) + common);
  }
  const on = [...counts].filter(([, count]) => count >= (to - from) / 2).map(([frame]) => frame);
  return { start: on[0] ?? 0, stop: (on[on.length - 1] ?? -1) + 1, frames: on.length };
}

/** The lowest bin that runs occupy for most of their time, and the bin after the highest one; undefined if the time is short. */
function steadyBins(runs: readonly CellRun[], lowBin: number, highBin: number): [number, number] | undefined {
  const frames = new Set(runs.map(({ frame }) => frame)).size;
  if (frames < DIFFERENCE) return undefined;
  const counts = new Uint32Array(highBin - lowBin);
  for (const { low, high } of runs) for (let k = low; k < high; k++) counts[k - lowBin]++;
  const isOn = (count: number) => count >= frames / 2;
  return [lowBin + counts.findIndex(isOn), lowBin + counts.findLastIndex(isOn) + 1];
}
