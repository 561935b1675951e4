import type { SearchedStep } from "./resolution-search.ts";
import { inBand, nearTo } from "./segment-signal.ts";
import type { TrackedSignal } from "./segment-tracker.ts";

/** Durations of marks that may be slow keying, seconds: dits of 60 to 4 words a minute, and longer marks. */
const [SHORTEST_S, LONGEST_DIT_S, LONGEST_S] = [0.02, 0.3, 3];
/** Widest mark, Hz: edges of some milliseconds, in bins of up to 2 kHz. Hz by which the narrower one of two may lie beside the other, and largest ratio of their peaks. */
const [WIDEST_HZ, BESIDE_HZ, POWERS] = [12_000, 1500, 8];
/** Dits of a mark, and of a gap, each with how far a length may be from it. A gap of five holds a dit that noise hides. */
const [DIT, DAH] = [
  [1, 0.2],
  [3, 0.35],
] as const;
const GAPS = [DIT, DAH, [5, 0.35], [7, 0.7]] as const;
/** Largest such distance where the search errs by more. */
const MOST_OFF = 0.45;
/** Marks without a visible pause between them have an odd number of dits, up to this one; and how far their length may be from it. */
const [MOST_DITS, DITS_OFF] = [15, 0.3];
/** Pause between two parts of one mark, in the shortest mark: the bound of two segments of the search divided it. */
const DIVIDED = 0.25;
/** Longest pause in the shortest mark before it, after which no mark belongs to those before it. */
const LONGEST_PAUSE = 10;
/** Fewest marks that show a dit; among them are at least this many short and this many long ones. */
const [FEWEST, FEWEST_OF_EACH] = [6, 2];

/** Least share of the marks of a tone that fit a dit if all of them are one signal, and largest ratio of the dits of its parts. */
const [DISTURBED, SAME_DIT] = [0.5, 1.4];

/** Marks that wait for a dit: where none of the last ones fits any, as in a network of bursts on one carrier, they wait no longer. */
const WAITING = 64;
/** Ratio of lengths that count as one when a dit is searched: far less than a mark may be off. */
const ALIKE = 1.01;

/** Marks of one carrier that follow each other, in order. */
interface Sequence {
  marks: TrackedSignal[];
  /** Number of marks from which the last ones are looked at again. */
  next: number;
  /** The shortest mark and the last stop, samples. */
  shortest: number;
  stop: number;
}

/** What the search of marks errs by. */
interface MarkErrors {
  /** Hz by which the carrier may seem to change from mark to mark. */
  hz: number;
  /** Samples by which the length of a mark may be wrong. */
  samples: number;
}

/**
 * Joins the marks of slow keying, as of Morse code, into one signal each: they have one carrier, lengths of one or three dits, and pauses of one, three or seven.
 * Bursts of one carrier, which fit no such grid, stay apart. Marks wait until nothing can follow them.
 */
export function createKeyingJoiner(sampleRateHz: number, errors?: MarkErrors) {
  const error = errors?.samples ?? 0;
  let open: Sequence[] = [];
  const isMark = ({ start, stop, lowHz, highHz, clear, limits, marks }: TrackedSignal) =>
    !marks &&
    stop - start >= SHORTEST_S * sampleRateHz &&
    stop - start <= LONGEST_S * sampleRateHz &&
    highHz - lowHz <= WIDEST_HZ &&
    !clear &&
    !limits;
  const longestPause = (shortest: number) => LONGEST_PAUSE * Math.min(shortest, LONGEST_DIT_S * sampleRateHz);
  const isNext = ({ marks, stop, shortest }: Sequence, found: TrackedSignal) => {
    const last = marks[marks.length - 1];
    const mark = nearTo(found, last, sampleRateHz);
    const pause = mark.start - stop;
    const isBeside = errors ? Math.abs(mark.peakHz - last.peakHz) > errors.hz : isBandBeside(mark, last);
    const powers = Math.max(last.peak, mark.peak) / Math.min(last.peak, mark.peak);
    return pause <= longestPause(shortest) && !isBeside && powers <= POWERS;
  };
  const add = (mark: TrackedSignal) => {
    const found = open.find((sequence) => isNext(sequence, mark));
    if (!found) {
      open.push({ marks: [mark], next: WAITING, shortest: mark.stop - mark.start, stop: mark.stop });
      return;
    }
    found.marks.push(nearTo(mark, found.marks[0], sampleRateHz));
    found.shortest = Math.min(found.shortest, mark.stop - mark.start);
    found.stop = Math.max(found.stop, mark.stop);
  };
  return {
    /**
     * Returns signals that are complete, in the order of their ends, roughly.
     *
     * @param settled Signals that stop before this sample are known.
     */
    completed(found: readonly TrackedSignal[], settled: number): TrackedSignal[] {
      const others = found.filter((signal) => !isMark(signal));
      for (const mark of found.filter(isMark).toSorted((a, b) => a.start - b.start)) add(mark);
      const isOver = ({ stop, shortest }: Sequence) => stop + longestPause(shortest) < settled;
      const over = open.filter((sequence) => isOver(sequence) || isInVain(sequence, error));
      open = open.filter((sequence) => !over.includes(sequence));
      return [
        ...others,
        ...over
          .flatMap(({ marks }) => (errors ? joinedDisturbed(marks, error) : joined(marks, error)))
          .map((signal) => inBand(signal, sampleRateHz)),
      ].sort((a, b) => a.stop - b.stop);
    },
    /** The first sample of the marks that wait. */
    waitingFrom: () => open.reduce((least, { marks }) => Math.min(least, marks[0].start), Infinity),
  };
}

/** Tells whether the whole band of a mark lies beside the band of another one. */
function isBandBeside(mark: TrackedSignal, last: TrackedSignal): boolean {
  const [below, above] = [mark.lowHz - last.lowHz, mark.highHz - last.highHz];
  return Math.min(Math.abs(below), Math.abs(above)) > BESIDE_HZ && below * above > 0;
}

/** Joins marks in what a search finds, as {@link createKeyingJoiner} does. */
export async function* withKeying(
  steps: AsyncGenerator<SearchedStep, void, undefined>,
  sampleRateHz: number,
  errors?: MarkErrors,
): AsyncGenerator<SearchedStep, void, undefined> {
  const keying = createKeyingJoiner(sampleRateHz, errors);
  for await (const step of steps) {
    // An error follows where the file has become shorter.
    const isLast = step.progress === 1 || step.left !== undefined;
    const found = keying
      .completed(step.found, isLast ? Infinity : step.settled)
      .map((signal) => (errors && signal.marks ? { ...signal, isTone: true } : signal));
    yield { ...step, found, settled: Math.min(step.settled, keying.waitingFrom()) };
  }
}

/** Tells whether enough marks have come since the last look, and none of the last ones fits a dit. */
function isInVain(sequence: Sequence, error: number): boolean {
  const { marks, next } = sequence;
  if (marks.length < next) return false;
  sequence.next = marks.length + WAITING;
  const { from, to } = bestFit(undivided(marks.slice(-WAITING)), error);
  return to - from < FEWEST;
}

/** Marks [from, to) of a sequence that fit a dit of this many samples. */
interface Fit {
  from: number;
  to: number;
  dit: number;
}

/** Joins a sequence as {@link joined} does. If that joins most of its marks, and with one dit, the others belong to it too: other tones disturb them. */
function joinedDisturbed(found: readonly TrackedSignal[], error: number): TrackedSignal[] {
  const parts = joined(found, error);
  const fits = parts.flatMap(({ marks }) => (marks ? [marks.map(([start, stop]) => ({ start, stop }))] : []));
  const count = fits.reduce((sum, marks) => sum + marks.length, 0);
  if (parts.length === 1 || count < DISTURBED * found.length) return parts;
  const dits = fits.map((marks) => bestFit(undivided(marks), error).dit);
  return Math.max(...dits) <= SAME_DIT * Math.min(...dits) ? [wholeOf(found)] : parts;
}

/** Joins the longest part of a sequence of marks that fits a dit, and the same before and after it. */
function joined(found: readonly TrackedSignal[], error: number): TrackedSignal[] {
  if (found.length < FEWEST) return [...found];
  const marks = undivided(found);
  const { from, to } = bestFit(marks, error);
  if (to - from < FEWEST) return [...found];
  const [start, stop] = [marks[from].start, marks[to - 1].stop];
  const [before, rest] = [found.filter((mark) => mark.start < start), found.filter((mark) => mark.start >= start)];
  const [fitting, after] = [rest.filter((mark) => mark.stop <= stop), rest.filter((mark) => mark.stop > stop)];
  return [...joined(before, error), wholeOf(fitting), ...joined(after, error)];
}

/** Returns marks in order, without those that the bounds of segments made of one. */
function undivided(found: readonly Pick<TrackedSignal, "start" | "stop">[]): { start: number; stop: number }[] {
  const least = DIVIDED * Math.min(...found.map(({ start, stop }) => stop - start));
  const marks: { start: number; stop: number }[] = [];
  for (const { start, stop } of found) {
    const last = marks.at(-1);
    if (last && start - last.stop < least) last.stop = Math.max(last.stop, stop);
    else marks.push({ start, stop });
  }
  return marks;
}

/** Returns the longest run [from, to) of marks that fits a dit, of those that the marks' own lengths give. */
function bestFit(marks: readonly { start: number; stop: number }[], error: number): Fit {
  let best = { from: 0, to: 0, dit: 0 };
  let last = 0;
  for (const length of marks.map(({ start, stop }) => stop - start).toSorted((a, b) => a - b)) {
    if (length < ALIKE * last) continue;
    last = length;
    for (const [dits] of [DIT, DAH]) {
      const fit = longestFit(marks, length / dits, error);
      if (fit.to - fit.from > best.to - best.from) best = fit;
    }
  }
  return best;
}

/** Returns the longest run [from, to) of marks whose lengths and pauses fit a dit, with enough dits and dahs; or an empty one. */
function longestFit(marks: readonly { start: number; stop: number }[], dit: number, error: number): Fit {
  let best = { from: 0, to: 0, dit };
  let from = 0;
  let counts = [0, 0];
  const end = (to: number) => {
    if (Math.min(...counts) >= FEWEST_OF_EACH && to - from > best.to - best.from) best = { from, to, dit };
  };
  for (const [i, { start, stop }] of marks.entries()) {
    const kind = kindOf((stop - start) / dit, error / dit);
    const isAfter = i > from && GAPS.some((gap) => isNear((start - marks[i - 1].stop) / dit, gap, error / dit));
    if (kind < 0 || !isAfter) {
      end(i);
      [from, counts] = [kind < 0 ? i + 1 : i, [0, 0]];
    }
    if (kind >= 0) counts[kind]++;
  }
  end(marks.length);
  return best;
}

/** Returns 0 for a dit, 1 for a dah or several marks without a visible pause, and −1 for a length that none of them has. */
function kindOf(dits: number, error: number): number {
  const single = [DIT, DAH].findIndex((mark) => isNear(dits, mark, error));
  if (single >= 0) return single;
  const odd = 2 * Math.round((dits - 1) / 2) + 1;
  return odd > DAH[0] && odd <= MOST_DITS && Math.abs(dits - odd) <= DITS_OFF ? 1 : -1;
}

/** @param error Of the length. */
const isNear = (length: number, [dits, off]: readonly [number, number], error: number) =>
  Math.abs(length - dits) <= Math.max(off, Math.min(MOST_OFF, error));

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

function wholeOf(marks: readonly TrackedSignal[]): TrackedSignal {
  const mean = (of: (mark: TrackedSignal) => number) => marks.reduce((sum, mark) => sum + of(mark), 0) / marks.length;
  return {
    ...marks[0],
    stop: marks[marks.length - 1].stop,
    // Clicks make some marks wider.
    lowHz: median(marks.map(({ lowHz }) => lowHz)),
    highHz: median(marks.map(({ highHz }) => highHz)),
    peak: Math.max(...marks.map(({ peak }) => peak)),
    power: mean(({ power }) => power),
    noiseDensity: mean(({ noiseDensity }) => noiseDensity),
    marks: marks.map(({ start, stop }) => [start, stop] as const),
    notes: [...new Set(marks.flatMap(({ notes }) => notes))],
  };
}
