import { isImage, middleOf } from "./images.ts";
import { EDGE_POWER, onLevel, pauseFrames, type Piece, pieceOf } from "./pieces.ts";
import { valueOfRank } from "./ranks.ts";
import type { RatioGrid, CellRun } from "./regions.ts";

/** Frames by which starts and stops of one signal's parts may differ. */
const TIMING = 3;
/** Least correlation of the powers of one signal's parts, and its least multiple of the standard deviation of no correlation. */
const [CORRELATION, DEVIATIONS] = [0.2, 5];
/** Independent powers per frame: frames overlap. */
const INDEPENDENT = 0.37;
/** Frames on each side over which changes of the powers are slow. */
const SLOW = 8;
/** Frames in which two parts must be together, to be compared. */
const LEAST_TOGETHER = 16;
/** Largest peak density of a side lobe relative to its signal, and its largest distance in widths of the signal. */
const [LOBE_POWER, LOBE_DISTANCE] = [0.1, 3];
/** Range of the power at the mirrored place of a side lobe, relative to its own. */
const [LEAST_MIRROR, MOST_MIRROR] = [0.3, 3.5];
/** Energy, time, width in bins and distance in bins of a fringe of a signal: relative to it, at most. */
const [FRINGE_ENERGY, FRINGE_TIME, FRINGE_BINS, FRINGE_DISTANCE] = [0.02, 0.25, 12, 2];
/** Energy of a fainter fringe, relative to its signal, and its peak over the noise: it may be farther away. */
const [FAINT_ENERGY, FAINT_PEAK] = [0.002, 12];
/** Largest peak of what surrounds a strong signal, its skirts, relative to its mean power density. */
const SKIRT_POWER = 0.003;
/** Width of signals that have skirts, bins: a carrier has none. */
const LEAST_WIDE = 24;
/** Least share of a part's band within its signal's. */
const INSIDE_BAND = 0.6;
/** Largest power of a signal in its pauses, relative to what is on. */
const PAUSE_POWER = 0.5;
/** Longest pulse in frames, longest pause after it, in pulses, and frames in which a very short pulse appears. */
const [PULSE, PULSE_PAUSE, WINDOW] = [24, 3, 2];
/** Longest fade that its slopes show, frames; frames before and after it in which the power is low, and how low: relative to the median. */
const [STEEP_FADE, SLOPE, FADED] = [32, 5, 0.6];
/** Longest fade, in frames and in lengths of the longer part, and frames at its ends to which the parts leak. */
const [LONGEST_FADE, FADE_LENGTHS, LEAKING] = [256, 2, 2];
/** Frames of fades for which short transforms are needed; their frames at the ends to which the parts leak, and those more, over the band's bins, of pulses. */
const [SHORT_FADE, FINE_LEAKING, FINE_TAIL] = [12, 7, 128];
/** Range of the power that remains in a fade, relative to the weaker part's; and its least multiple of the standard deviation of noise. */
const [LEAST_REMAINS, MOST_REMAINS, REMAINS_DEVIATIONS] = [0.01, 0.6, 3.5];
/** Largest power in the middle half of a fade, relative to the rest of it; and fewest frames in which it is compared. */
const [MOST_DIP, LEAST_DIP_FRAMES] = [0.9, 48];
/** Independent powers per cell: frames and bins overlap. */
const INDEPENDENT_CELLS = 0.2;
/** Longest part of a train of pulses that has no visible pause, and longest pause in it, frames. */
const [TRAIN, MOST_PAUSE] = [40, 16];
/** Frames over which a share of time is counted: a fading signal's powers differ more over longer times. */
const FILL_FRAMES = 8;
/** Least share of its time that a pulse fills. */
const PULSE_FILL = 0.4;
/** Longest run of zeros within a keyed signal, frames; its power, relative to what is on; its least share; and the longest run in mean ones. */
const [LONGEST_ZEROS, KEYED_POWER, LEAST_OFF, PAUSES] = [12, 0.25, 0.25, 8];
/** Widest unused middle of OFDM, and its largest distance from the middle, in units of the band. */
const [NULL_WIDTH, NULL_PLACE] = [1 / 24, 1 / 40];
/** Bins of the fine grid in a band that it separates from others. */
const FINE_BINS = 3;
/** Largest ratio of the peaks, and of the widths, of two parts of a weak signal. */
const [ALIKE, WIDTHS] = [3, 5];
/** Largest ratio of the peaks of two sweeps. */
const SWEEP_POWERS = 10;
/** Common share of the bands of two sweeps, of the narrower one's. */
const SAME_BAND = 0.7;

/** A grid of short transforms beside a grid of long ones: `hops` of its frames and `bins` of its bins are one of the long one's. */
export interface FineGrid extends RatioGrid {
  hops: number;
  /** Bins of the long grid per bin. */
  group: number;
  /** Its frame in the middle of the long grid's frame 0. */
  middle: number;
}

/**
 * Joins the parts of each signal.
 *
 * @param fine Shows faster changes of the power.
 * @param hasProducts A limit of the samples makes power in pauses, so it shows no fades.
 */
export function merged(
  grid: RatioGrid,
  pieces: readonly Piece[],
  { fine, hasProducts = false }: { fine?: FineGrid; hasProducts?: boolean } = {},
): Piece[] {
  // What follows without a pause first: a pulse could otherwise be joined with the one after the next.
  const following = joinedBy(pieces, isFollowing, (runs) => pieceOf(grid, runs));
  const lasting = fine && !hasProducts ? joinedOverFades({ grid, fine }, following) : following;
  const isSame = (a: Piece, b: Piece) => areOne(a, b, { grid, fine });
  return joinedBy(lasting, isSame, (runs, a, b) => pieceOf(grid, runs, Math.max(a.longest, b.longest)));
}

function joinedBy(
  pieces: readonly Piece[],
  isSame: (a: Piece, b: Piece) => boolean,
  made: (runs: readonly CellRun[], a: Piece, b: Piece) => Piece,
): Piece[] {
  const waiting = pieces.toSorted((a, b) => b.energy - a.energy);
  const signals: Piece[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const piece = next;
    const found = signals.findIndex((signal) => isSame(signal, piece));
    if (found < 0) {
      signals.push(piece);
      continue;
    }
    // What joined may join others.
    const [other] = signals.splice(found, 1);
    const runs = [...other.runs, ...piece.runs].sort((x, y) => x.frame - y.frame);
    waiting.unshift(made(runs, other, piece));
  }
  return signals;
}

interface Grids {
  grid: RatioGrid;
  fine: FineGrid | undefined;
}
type FadeGrids = Grids & { fine: FineGrid };

/** Tells whether two pieces belong to one signal. */
function areOne(a: Piece, b: Piece, { grid, fine }: Grids): boolean {
  const [strong, weak] = a.peak >= b.peak ? [a, b] : [b, a];
  if (isImage(grid, strong, weak)) return false;
  return (
    isFollowing(strong, weak) ||
    isNextPulse(strong, weak, fine) ||
    isKeyed(strong, weak, fine) ||
    isFaded(strong, weak) ||
    isInside(strong, weak) ||
    isInPause(strong, weak) ||
    isInPause(weak, strong) ||
    isLobe(grid, strong, weak) ||
    (hasTimingOf(strong, weak) &&
      isNear(strong, weak) &&
      (areShort(strong, weak) || isNull(strong, weak) || areCorrelated(strong, weak, fine)))
  );
}

const width = ({ lowBin, highBin }: Piece) => highBin - lowBin;
const overlap = (a: readonly [number, number], b: readonly [number, number]) =>
  Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
const bandOf = ({ lowBin, highBin }: Piece) => [lowBin, highBin] as const;
const timeOf = ({ start, stop }: Piece) => [start, stop] as const;

/** One sweep after the other in the same band; or a weak signal again, after noise that cancelled it; or cells of one signal among each other. */
function isFollowing(a: Piece, b: Piece): boolean {
  const time = overlap(timeOf(a), timeOf(b));
  const isTouching =
    time > -TIMING + 1 && time <= TIMING + 1 && Math.max(a.peak, b.peak) < SWEEP_POWERS * Math.min(a.peak, b.peak);
  const isMixed = time > 0 && overlap(bandOf(a), bandOf(b)) >= SAME_BAND * Math.max(width(a), width(b));
  const isResumed = time <= 0 && -time < Math.min(pauseFrames(a), pauseFrames(b)) && areAlike(a, b);
  return (
    isMixed || ((isTouching || isResumed) && overlap(bandOf(a), bandOf(b)) >= SAME_BAND * Math.min(width(a), width(b)))
  );
}

const areAlike = (a: Piece, b: Piece) =>
  Math.max(a.peak, b.peak) < ALIKE * Math.min(a.peak, b.peak) &&
  Math.max(width(a), width(b)) < WIDTHS * Math.min(width(a), width(b));

/** The next pulse of a train: a short one in the same band, after a pause that is not much longer than a pulse. */
function isNextPulse(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  const pause = -overlap(timeOf(a), timeOf(b));
  const longest = Math.max(a.longest, b.longest);
  if (pause < 0 || longest > TRAIN || pause > Math.min(MOST_PAUSE, PULSE_PAUSE * (longest - WINDOW))) return false;
  if (overlap(bandOf(a), bandOf(b)) < SAME_BAND * Math.min(width(a), width(b))) return false;
  return !fine || Math.min(fillOf(fine, a), fillOf(fine, b)) >= PULSE_FILL;
}

/** The same signal after a short fade: its power falls slowly before the pause, and rises slowly after it. */
function isFaded(a: Piece, b: Piece): boolean {
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  const pause = second.start - first.stop;
  if (pause < -TIMING || pause > STEEP_FADE) return false;
  if (overlap(bandOf(a), bandOf(b)) < SAME_BAND * Math.max(width(a), width(b))) return false;
  const last = first.stop - first.firstFrame - 1;
  const next = second.start - second.firstFrame;
  return (
    isLow(first.envelope.subarray(last - SLOPE, last - 1), first) &&
    isLow(second.envelope.subarray(next + 2, next + 1 + SLOPE), second)
  );
}

/** Joins each part with what is left of the same signal before a fade. */
function joinedOverFades(grids: FadeGrids, pieces: readonly Piece[]): Piece[] {
  const over: Piece[] = [];
  let near: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.start - b.start)) {
    const isNear = ({ stop }: Piece) => stop + LONGEST_FADE > piece.start;
    over.push(...near.filter((before) => !isNear(before)));
    near = near.filter(isNear).sort((a, b) => b.stop - a.stop);
    // The last one before, because between others it lies in the pause.
    const i = near.findIndex(
      (before) => !near.some((other) => isBetween(other, before, piece)) && isAgain(grids, before, piece),
    );
    const [before] = i < 0 ? [] : near.splice(i, 1);
    near.push(
      before ? pieceOf(grids.grid, [...before.runs, ...piece.runs], Math.max(before.longest, piece.longest)) : piece,
    );
  }
  return [...over, ...near];
}

/** Tells whether a part lies in the pause between two others, in their band and as strong: the power in the pause is its own, and no fade. */
const isBetween = (part: Piece, first: Piece, second: Piece) =>
  part !== first &&
  part.start >= first.stop &&
  part.stop <= second.start &&
  part.peak > MOST_REMAINS * Math.min(first.peak, second.peak) &&
  [first, second].every(
    (piece) => overlap(bandOf(part), bandOf(piece)) >= SAME_BAND * Math.min(width(part), width(piece)),
  );

/** The same signal again: in the same band, after a pause in which it is not off. */
function isAgain(grids: FadeGrids, first: Piece, second: Piece): boolean {
  const pause = second.start - first.stop;
  const longest = FADE_LENGTHS * Math.max(first.stop - first.start, second.stop - second.start);
  if (pause < 0 || pause > longest) return false;
  if (overlap(bandOf(first), bandOf(second)) < SAME_BAND * Math.min(width(first), width(second))) return false;
  return remainsIn(grids, first, second);
}

/** Tells whether a pause between two parts holds power: more than noise, and less than the parts. Keyed bursts are off in their pauses. */
function remainsIn({ grid, fine }: FadeGrids, first: Piece, second: Piece): boolean {
  const band = [Math.max(first.lowBin, second.lowBin), Math.min(first.highBin, second.highBin)] as const;
  const isShort = second.start - first.stop < SHORT_FADE;
  const leaking = isShort ? FINE_LEAKING + FINE_TAIL / (band[1] - band[0]) : LEAKING;
  const [from, to] = isShort
    ? [first.stop - 0.5, second.start + 0.5].map((at) => at * fine.hops + fine.middle)
    : [first.stop, second.start];
  const time = [Math.ceil(from + leaking), Math.floor(to - leaking)] as const;
  if (time[1] <= time[0]) return false;
  const { power, cells, dip } = isShort ? middlePower(fine, time, fineBand(fine, band)) : middlePower(grid, time, band);
  const part = Math.min(...[first, second].map((piece) => piece.energy / (piece.stop - piece.start) / width(piece)));
  return (
    (isShort || dip < MOST_DIP) &&
    power * Math.sqrt(INDEPENDENT_CELLS * cells) >= REMAINS_DEVIATIONS &&
    power >= LEAST_REMAINS * part &&
    power <= MOST_REMAINS * part
  );
}

/**
 * Returns the mean power of the middle half of the frames' powers: the ends of parts beside them, or another signal for a short time, do not count;
 * and the power in the middle half of the time, relative to the rest.
 */
function middlePower(grid: RatioGrid, [from, to]: readonly [number, number], band: readonly [number, number]) {
  const powers = Float64Array.from({ length: to - from }, (_, i) => meanExcess(grid, [from + i, from + i + 1], band));
  const [first, last] = [Math.floor(powers.length / 4), Math.ceil((3 * powers.length) / 4)];
  const inside = mean(powers.subarray(first, last));
  const outside = (mean(powers) * powers.length - inside * (last - first)) / (powers.length - (last - first));
  return {
    power: mean(powers.sort().subarray(first, last)),
    cells: powers.length * (band[1] - band[0]),
    dip: powers.length < LEAST_DIP_FRAMES ? 0 : inside / outside,
  };
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

const isLow = (part: Float64Array, { envelope }: Piece) =>
  part.length > 0 && part.reduce((sum, value) => sum + value, 0) < FADED * part.length * onLevel(envelope);

/** Makes a property of a piece known after its first computation: pieces are compared in pairs. */
function knownOf<T>(compute: (fine: FineGrid, piece: Piece) => T): (fine: FineGrid, piece: Piece) => T {
  const known = new WeakMap<FineGrid, WeakMap<Piece, { value: T }>>();
  return (fine, piece) => {
    const ofGrid = known.get(fine) ?? new WeakMap<Piece, { value: T }>();
    known.set(fine, ofGrid);
    const found = ofGrid.get(piece) ?? { value: compute(fine, piece) };
    ofGrid.set(piece, found);
    return found.value;
  };
}

/** Share of a piece's time in which its power, by short transforms, is near its largest close to it. Very short bursts fill little of a long transform. */
export const fillOf = knownOf((fine, piece) => {
  const power = finePower(fine, piece, timeOf(piece));
  const size = FILL_FRAMES * fine.hops;
  let [filled, energy] = [0, 0];
  for (let from = 0; from < power.length; from += size) {
    const part = power.subarray(from, from + size);
    let own = 0;
    for (let i = 0; i < part.length; i++) own += part[i];
    if (own <= 0) continue;
    const limit = EDGE_POWER * valueOfRank(part.slice(), Math.floor(0.95 * part.length));
    let count = 0;
    for (let i = 0; i < part.length; i++) if (part[i] >= limit) count++;
    filled += (own * count) / part.length;
    energy += own;
  }
  return energy > 0 ? filled / energy : 0;
});

/** Short frames of a piece, those in which it is off, and its pauses. */
const offTimes = knownOf((fine, piece) => {
  const power = finePower(fine, piece, timeOf(piece));
  const limit = KEYED_POWER * onLevel(power);
  const off = power.filter((value) => value < limit).length;
  const pauses = power.filter((value, t) => t > 0 && value < limit && power[t - 1] >= limit).length;
  return { frames: power.length, off, pauses };
});

/** The same signal after a run of zeros: both parts are keyed on and off, and the pause is not much longer than their other pauses. */
function isKeyed(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  const pause = -overlap(timeOf(a), timeOf(b));
  if (!fine || pause < 0 || pause > LONGEST_ZEROS || !areAlike(a, b)) return false;
  if (overlap(bandOf(a), bandOf(b)) < SAME_BAND * Math.max(width(a), width(b))) return false;
  return [a, b].every((piece) => {
    const { frames, off, pauses } = offTimes(fine, piece);
    return off >= LEAST_OFF * frames && pause * fine.hops <= (PAUSES * off) / pauses;
  });
}

const isWithin = (whole: Piece, part: Piece) =>
  part.start >= whole.start - TIMING &&
  part.stop <= whole.stop + TIMING &&
  overlap(bandOf(whole), bandOf(part)) >= INSIDE_BAND * width(part);

/** A part within the box of its signal: weak, or on at the same time. */
const isInside = (strong: Piece, weak: Piece) =>
  isWithin(strong, weak) && (weak.peak <= LOBE_POWER * strong.peak || hasTimingOf(strong, weak));

/** A part in a pause of its signal. */
function isInPause(whole: Piece, part: Piece): boolean {
  if (!isWithin(whole, part)) return false;
  const during = whole.envelope.subarray(Math.max(0, part.start - whole.firstFrame), part.stop - whole.firstFrame);
  return during.reduce((sum, value) => sum + value, 0) < PAUSE_POWER * during.length * onLevel(whole.envelope);
}

/** A side lobe: near its signal, weaker, at the same time; and the other side of the signal has one too, or it is much weaker. */
function isLobe(grid: RatioGrid, strong: Piece, weak: Piece): boolean {
  const inTime = weak.start >= strong.start - 2 * TIMING && weak.stop <= strong.stop + 2 * TIMING;
  if (!inTime || !isNear(strong, weak)) return false;
  if (isFringe(strong, weak)) return true;
  if (weak.peak > LOBE_POWER * strong.peak) return false;
  const density = strong.energy / (strong.stop - strong.start) / width(strong);
  if (weak.peak < SKIRT_POWER * density && width(strong) > LEAST_WIDE) return true;
  const middle = Math.round(2 * middleOf(strong));
  const mirror = meanExcess(grid, timeOf(weak), [middle - weak.highBin + 1, middle - weak.lowBin + 1]);
  const own = meanExcess(grid, timeOf(weak), bandOf(weak));
  return (mirror > LEAST_MIRROR * own && mirror < MOST_MIRROR * own) || hasTimingOf(strong, weak);
}

/** A small part of a signal's slope that noise has cut off: short, narrow and beside it. */
function isFringe(strong: Piece, weak: Piece): boolean {
  const isSmall = weak.energy < FRINGE_ENERGY * strong.energy && width(weak) <= FRINGE_BINS;
  const isBrief = weak.stop - weak.start < FRINGE_TIME * (strong.stop - strong.start);
  const distance = -overlap(bandOf(strong), bandOf(weak));
  const isFaint = weak.energy < FAINT_ENERGY * strong.energy && weak.peak < FAINT_PEAK;
  return isSmall && isBrief && distance <= (isFaint ? width(strong) / 2 : FRINGE_DISTANCE);
}

function meanExcess(
  { ratios, bins }: RatioGrid,
  [start, stop]: readonly [number, number],
  [low, high]: readonly [number, number],
): number {
  let [sum, count] = [0, 0];
  for (let t = start; t < stop; t++) {
    for (let k = Math.max(0, low); k < Math.min(bins, high); k++, count++) sum += ratios[t * bins + k] - 1;
  }
  return count ? sum / count : 0;
}

const hasTimingOf = (a: Piece, b: Piece) =>
  Math.abs(a.start - b.start) <= TIMING && Math.abs(a.stop - b.stop) <= TIMING;

const isNear = (strong: Piece, weak: Piece) => -overlap(bandOf(strong), bandOf(weak)) <= LOBE_DISTANCE * width(strong);

/** Two parts too short for their powers to be compared: their equal times suffice, unless the recording's ends made them. */
const areShort = (a: Piece, b: Piece) => Math.max(a.stop - a.start, b.stop - b.start) <= PULSE && a.start > 0;

/** The halves of OFDM beside its unused middle carrier. */
function isNull(a: Piece, b: Piece): boolean {
  const [low, high] = a.lowBin < b.lowBin ? [a, b] : [b, a];
  const whole = high.highBin - low.lowBin;
  const offset = (low.highBin + high.lowBin - low.lowBin - high.highBin) / 2;
  return high.lowBin - low.highBin <= NULL_WIDTH * whole && Math.abs(offset) <= NULL_PLACE * whole;
}

/** Tells whether the powers of two pieces change together, or one against the other as the tones of FSK. */
function areCorrelated(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  // The edges would correlate any two bursts.
  const time = [Math.max(a.start, b.start) + TIMING, Math.min(a.stop, b.stop) - TIMING] as const;
  if (time[1] - time[0] < LEAST_TOGETHER) return false;
  const isWide = fine !== undefined && Math.min(width(a), width(b)) >= FINE_BINS * fine.group;
  const [x, y] = [a, b].map((piece) => {
    const power = isWide
      ? finePower(fine, piece, time)
      : piece.envelope.slice(time[0] - piece.firstFrame, time[1] - piece.firstFrame);
    return lessSlow(power, SLOW * (isWide ? fine.hops : 1));
  });
  const product = (p: Float64Array, q: Float64Array) => p.reduce((sum, value, i) => sum + value * (q[i] ?? 0), 0);
  const correlation = Math.abs(product(x, y)) / Math.sqrt(product(x, x) * product(y, y));
  return correlation >= CORRELATION && correlation * Math.sqrt(INDEPENDENT * x.length) >= DEVIATIONS;
}

/** Takes the mean of the neighbourhood from each value: any two signals that fade have powers that change slowly together. */
function lessSlow(values: Float64Array, reach: number): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (const [i, value] of values.entries()) sums[i + 1] = sums[i] + value;
  return values.map((value, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(values.length, i + reach + 1)];
    return value - (sums[to] - sums[from]) / (to - from);
  });
}

/** Power over the noise of a piece's band, by short transforms, in frames [from, to) of the long ones. */
function finePower(fine: FineGrid, piece: Piece, [from, to]: readonly [number, number]): Float64Array {
  const { ratios, frames, bins, hops, middle } = fine;
  const [low, high] = fineBand(fine, bandOf(piece));
  const first = Math.max(0, from * hops + middle);
  const last = Math.min(frames, to * hops + middle);
  const power = new Float64Array(Math.max(0, last - first));
  const end = Math.min(bins, high);
  // Plain loops: long pieces have many thousands of short frames.
  for (let i = 0; i < power.length; i++) {
    const row = (first + i) * bins;
    let sum = 0;
    for (let k = row + low; k < row + end; k++) sum += ratios[k] - 1;
    power[i] = sum;
  }
  return power;
}

/** The bins of the fine grid that lie in a band of the long one; at least one. */
function fineBand({ group, bins }: FineGrid, [lowBin, highBin]: readonly [number, number]): readonly [number, number] {
  // Bin k of the fine grid has its middle at bin k·group of the long one.
  const low = Math.ceil((lowBin + group / 4) / group);
  const high = Math.floor((highBin - 1 - group / 4) / group) + 1;
  if (high > low) return [low, Math.min(bins, high)];
  const middle = Math.round((lowBin + highBin - 1) / 2 / group);
  return [middle, middle + 1];
}
