import { fillOf, type FineGrid, finePower, keyedLevel, type OffTimes, offTimes } from "./fine-power.ts";
import { areAlike, isSameBand, overlap, timeOf } from "./pieces/piece-overlap.ts";
import { mainBand, type Piece, strongestBin } from "./pieces/pieces.ts";

/** Longest pause after a pulse, in pulses, and frames in which a very short pulse appears. */
const [PULSE_PAUSE, WINDOW] = [3, 2];
/** Longest part of a train of pulses that has no visible pause, and longest pause in it, frames; and longest pause between pulses of one carrier, whose bands are that narrow, bins. */
const [TRAIN, MOST_PAUSE, MOST_CARRIER_PAUSE, CARRIER] = [40, 16, 40, 10];
/** Least share of its time that a pulse fills. */
const PULSE_FILL = 0.3;
/** Share of a pulse's power that its strongest bins hold; most such bins of a carrier, also if it drifts; and frames of a pulse that show more. */
const [MOST_OF_POWER, CARRIER_BINS, SHORT_PULSE] = [0.9, 8, 8];
/** Longest run of zeros within a keyed signal, frames; its least share; and the longest run in mean ones. */
const [LONGEST_ZEROS, LEAST_OFF, PAUSES] = [12, 0.25, 8];
/** Pulses of a part whose gaps say nothing; longest mean pulse of a part with few or short gaps, in mean pulses of the train beside it; its least power at that train's carrier, relative to its strongest bin; and largest ratio of their powers while on. */
const [FEW_PULSES, LONG_PULSE, LEAST_AT_CARRIER, PULSE_POWERS] = [2, 3, 0.5, 2];
/** Largest product of a pulse's band and its time; and long frames per transform. */
const [MOST_TIME_BAND, HOPS] = [24, 4];

/** The next pulse of a train: a short one in the same band, after a pause that is not much longer than a pulse. */
export function isNextPulse(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  const pause = -overlap(timeOf(a), timeOf(b));
  const longest = Math.max(a.longest, b.longest);
  const most = isCarrier(a) && isCarrier(b) && areAlike(a, b) ? MOST_CARRIER_PAUSE : MOST_PAUSE;
  if (pause < 0 || longest > TRAIN || pause > Math.min(most, PULSE_PAUSE * (longest - WINDOW))) return false;
  if (!isSameBand(a, b, Math.min) || isModulated(a) || isModulated(b)) return false;
  return !fine || Math.min(fillOf(fine, a), fillOf(fine, b)) >= PULSE_FILL;
}

/** Tells whether a part is too wide for its duration to be the pulse of a carrier: it is one burst. */
function isModulated({ spectrum, longest }: Piece): boolean {
  if (longest <= SHORT_PULSE) return false;
  const bins = spectrum.filter((value) => value > 0).sort();
  let rest = MOST_OF_POWER * bins.reduce((sum, value) => sum + value, 0);
  for (let i = 1; i <= CARRIER_BINS; i++) rest -= bins[bins.length - i] ?? 0;
  return rest > 0;
}

/** Tells whether a part is as narrow as the pulse of a carrier, whose edges are wider. */
const isCarrier = (piece: Piece) => mainBand(piece)[1] - mainBand(piece)[0] <= CARRIER;

/** Tells whether the strongest bins of two parts are neighbours, or the same: a keyed carrier is its signal's strongest bin. */
const haveOneCarrier = (a: Piece, b: Piece) => Math.abs(strongestBin(a) - strongestBin(b)) <= 1;

/**
 * The same signal after a run of zeros: both parts are keyed on and off, and the pause is not much longer than their other pauses. Or one of them is, and the other
 * one holds few of its pulses. Or both are a pulse or two.
 */
export function isKeyed(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  const pause = Math.max(0, -overlap(timeOf(a), timeOf(b)));
  if (!fine || pause > LONGEST_ZEROS) return false;
  const isTrain = (piece: Piece) => {
    const times = offTimes(fine, piece);
    return isOftenOff(times) && pause * fine.hops <= (PAUSES * times.off) / times.pauses;
  };
  const trains = [a, b].filter(isTrain);
  if (trains.length === 2) return areOneTrain(fine, a, b);
  if (trains.length === 1) return holdsPulsesOf(fine, trains[0], trains[0] === a ? b : a);
  const isPulse = (piece: Piece) => {
    const times = offTimes(fine, piece);
    return isShortPulse(fine, piece, times) && pause * fine.hops <= PAUSES * meanPulse(times);
  };
  return isPulse(a) && isPulse(b) && haveOneKeyedCarrier(fine, a, b);
}

/** Tells whether two trains of pulses have the same carrier and power. Their mean powers and visible bands differ if one is off for more of its time. */
const areOneTrain = (fine: FineGrid, a: Piece, b: Piece) =>
  (areAlike(a, b) && (isSameBand(a, b, Math.max) || (isSameBand(a, b, Math.min) && haveOneCarrier(a, b)))) ||
  (haveOneKeyedCarrier(fine, a, b) && haveOneKeyedCarrier(fine, b, a));

/** Tells whether a part holds few pulses, as a single one or long ones with short gaps, of the carrier of a train, as strong, and not much longer. */
function holdsPulsesOf(fine: FineGrid, train: Piece, part: Piece): boolean {
  const [own, others] = [offTimes(fine, part), offTimes(fine, train)];
  // One or two pulses have hardly a gap, but their ends are off.
  if ((isOftenOff(own) && own.pauses > FEW_PULSES) || meanPulse(own) > LONG_PULSE * meanPulse(others)) return false;
  return haveOneKeyedCarrier(fine, train, part);
}

/** Tells whether a part is a short pulse or two without a modulation, whose band would be wide for its time. */
const isShortPulse = ({ hops }: FineGrid, piece: Piece, times: OffTimes) =>
  times.pauses <= FEW_PULSES &&
  piece.longest <= SHORT_PULSE &&
  (mainBand(piece)[1] - mainBand(piece)[0]) * meanPulse(times) <= MOST_TIME_BAND * HOPS * hops;

/** Tells whether a part has much of its power at the carrier of another one, and there the same power while on. */
function haveOneKeyedCarrier(fine: FineGrid, keyed: Piece, part: Piece): boolean {
  const carrier = strongestBin(keyed) - part.lowBin;
  const near = part.spectrum.subarray(Math.max(0, carrier - 1), Math.max(0, carrier + 2));
  if (Math.max(0, ...near) < LEAST_AT_CARRIER * Math.max(...part.spectrum)) return false;
  const levels = [offTimes(fine, keyed).level, keyedLevel(finePower(fine, keyed, timeOf(part)))];
  return Math.max(...levels) < PULSE_POWERS * Math.min(...levels);
}

const isOftenOff = ({ off, frames }: OffTimes) => off >= LEAST_OFF * frames;

/** Mean length of the pulses, short frames. */
const meanPulse = ({ frames, off, pauses }: OffTimes) => (frames - off) / Math.max(1, pauses);
