import type { SignalClass } from "../classes.ts";
import { createDraws, type Draws } from "./draws.ts";
import { MODULATORS } from "./modulators.ts";
import { checkOptions, type GeneratorOptions } from "./options.ts";
import type { Waveform } from "./waveform.ts";

/** A burst with its parameters and its place. */
export interface PlannedBurst {
  /** Its number among the draws, from 1. */
  number: number;
  class: SignalClass;
  /** Samples of its edges before the start and after the stop. */
  lead: number;
  /** Makes its waveform. The symbols of many bursts would need gigabytes while these are planned. */
  waveform(): Waveform;
  /** First sample. */
  start: number;
  /** Sample after the last one. */
  stop: number;
  /** Carrier in Hz from the middle of the band. */
  carrier: number;
  /** Width in Hz that the burst needs, with its fading and drift. */
  room: number;
  snrDb: number;
  /** Change of the carrier from start to stop, Hz. */
  driftHz: number;
  /** It was put on another burst, or another burst on it. */
  overlaps: boolean;
}

/** Length of bursts in seconds. */
const SECONDS = [0.03, 0.08] as const;
/** Bursts at the same time, at most. */
const MOST_TOGETHER = 4;
/** Seconds and Hz between the boxes of two bursts. */
const [GAP_S, GAP_HZ] = [1e-3, 5000];
/** Share of the rate, on each side, in which no centre lies. */
const MARGIN = 0.1;
/** Draws of parameters, draws whose band is too wide among them, and tries to place each draw. */
const [ROUNDS, PARAMETER_TRIES, PLACE_TRIES] = [30, 200, 200];

/**
 * Returns the bursts of a recording, ordered by their starts. They do not overlap in time and frequency, except for the
 * share that the options name.
 *
 * @throws RangeError for invalid options, and if the bursts do not fit.
 */
export function planBursts(options: GeneratorOptions): PlannedBurst[] {
  checkOptions(options);
  const bursts: PlannedBurst[] = [];
  const timeline = createTimeline(SECONDS[1] * options.rate);
  for (let number = 1; number <= options.bursts; number++) {
    const burst = planned(number, bursts, timeline, options);
    bursts.push(burst);
    timeline.add(burst);
  }
  return bursts.toSorted((a, b) => a.start - b.start);
}

/** Bursts by their time, so that a new one is compared with its neighbours only. */
interface Timeline {
  add(burst: PlannedBurst): void;
  /** Returns at least the bursts that have a sample from `from` to `to`. */
  near(from: number, to: number): PlannedBurst[];
}

/** @param step Samples per cell: about the length of a burst. */
function createTimeline(step: number): Timeline {
  const cells = new Map<number, PlannedBurst[]>();
  const cellOf = (sample: number) => Math.floor(sample / step);
  let longest = 0;
  return {
    add(burst) {
      longest = Math.max(longest, burst.stop - burst.start);
      const cell = cellOf(burst.start);
      const before = cells.get(cell);
      if (before) before.push(burst);
      else cells.set(cell, [burst]);
    },
    near(from, to) {
      const found: PlannedBurst[] = [];
      for (let cell = cellOf(from - longest); cell <= cellOf(to); cell++) found.push(...(cells.get(cell) ?? []));
      return found;
    },
  };
}

/** Returns a burst in a place that others leave free, and marks those on which it lies. */
function planned(
  number: number,
  others: readonly PlannedBurst[],
  timeline: Timeline,
  options: GeneratorOptions,
): PlannedBurst {
  const { seed, classes, overlap, bursts, seconds, rate } = options;
  const draws = createDraws(seed, "parameters", number);
  const places = createDraws(seed, "place", number);
  const overlaps = places.uniform(0, 1) < overlap && others.length > 0;
  for (let round = 0; round < ROUNDS; round++) {
    const burst = drawn(classes[(number - 1) % classes.length], number, draws, options);
    const found = placed({ ...burst, overlaps }, others, timeline, places, options);
    if (!found) continue;
    for (const other of overlaps ? besides(found, timeline, rate) : []) other.overlaps ||= areClose(found, other, rate);
    return found;
  }
  throw new RangeError(
    `${bursts} bursts do not fit in ${seconds} s of ${rate} Hz: no free place for number ${number}; use fewer bursts or more seconds`,
  );
}

/** A burst without a place, and its length in samples. */
interface Unplaced extends Omit<PlannedBurst, "start" | "stop" | "carrier"> {
  length: number;
}

function drawn(
  name: SignalClass,
  number: number,
  draws: Draws,
  { seed, rate, seconds, snr, drift, fading, frequency }: GeneratorOptions,
): Omit<Unplaced, "overlaps"> {
  const length = Math.round(draws.uniform(SECONDS[0], Math.min(SECONDS[1], 0.8 * seconds)) * rate);
  const snrDb = draws.uniform(...snr);
  const driftHz = draws.uniform(-1, 1) * drift * 1e-6 * frequency;
  const spreadHz = Math.abs(driftHz) + 2 * fading;
  const bandHz = (1 - 2 * MARGIN) * rate;
  let least = Infinity;
  for (let attempt = 0; attempt < PARAMETER_TRIES; attempt++) {
    const position = draws.position();
    const waveformOf = (own: Draws) =>
      MODULATORS[name]({ class: name, rate, length, draws: own, content: createDraws(seed, "samples", number) });
    const waveform = waveformOf(draws);
    const room = waveform.room + spreadHz;
    if (room <= bandHz) {
      const { length, lead } = waveform;
      const again = () => waveformOf(createDraws(seed, "parameters", number, position));
      return { number, class: name, length, lead, waveform: again, room, snrDb, driftHz };
    }
    least = Math.min(least, room);
  }
  const moved = spreadHz > 0 ? `, ${Math.ceil(spreadHz)} Hz of them for its drift and fading` : "";
  const remedy = spreadHz > bandHz / 2 ? "use less drift or fading" : "use a higher --rate, or leave the class out";
  throw new RangeError(
    `burst ${number} (${name}) needs at least ${Math.ceil(least)} Hz${moved}, and a rate of ${rate} Hz has room for ${Math.floor(bandHz)} Hz; ${remedy}`,
  );
}

/** Returns at least the bursts that are close to a burst in time. */
const besides = ({ start, stop }: PlannedBurst, timeline: Timeline, rate: number) =>
  timeline.near(start - GAP_S * rate, stop + GAP_S * rate);

function placed(
  { length, ...burst }: Unplaced,
  others: readonly PlannedBurst[],
  timeline: Timeline,
  draws: Draws,
  { rate, seconds }: GeneratorOptions,
): PlannedBurst | undefined {
  const { lead } = burst;
  const last = Math.round(seconds * rate) - length - lead;
  // The band of the burst stays within the recording's, and its carrier outside of the margins.
  const reach = Math.min((0.5 - MARGIN) * rate, (rate - burst.room) / 2);
  for (let attempt = 0; attempt < PLACE_TRIES; attempt++) {
    const below = burst.overlaps ? draws.choice(others) : undefined;
    const start = below
      ? Math.round(draws.uniform(below.start - length / 2, below.stop - length / 2))
      : Math.round(draws.uniform(lead, last));
    const carrier = below
      ? below.carrier + (draws.uniform(-0.5, 0.5) * (below.room + burst.room)) / 2
      : draws.uniform(-reach, reach);
    const tried: PlannedBurst = { ...burst, start, stop: start + length, carrier };
    const isInside = start >= lead && start <= last && Math.abs(carrier) <= reach;
    if (!isInside) continue;
    const near = besides(tried, timeline, rate);
    const isFree = burst.overlaps || !near.some((other) => areClose(tried, other, rate));
    if (isFree && isRoomy(tried, near)) return tried;
  }
  return undefined;
}

function areClose(a: PlannedBurst, b: PlannedBurst, rate: number): boolean {
  const gap = GAP_S * rate;
  const inTime = a.start - gap < b.stop && b.start - gap < a.stop;
  return inTime && Math.abs(a.carrier - b.carrier) < (a.room + b.room) / 2 + GAP_HZ;
}

/** Tells whether a burst, together with others, keeps to the most bursts at the same time. */
function isRoomy(burst: PlannedBurst, others: readonly PlannedBurst[]): boolean {
  const near = others.filter(({ start, stop }) => start < burst.stop && burst.start < stop);
  const starts = [burst.start, ...near.map(({ start }) => Math.max(start, burst.start))];
  return starts.every((at) => near.filter(({ start, stop }) => start <= at && at < stop).length < MOST_TOGETHER);
}
