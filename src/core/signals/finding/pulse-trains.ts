import { fillOf, type FineGrid, offTimes } from "./fine-power.ts";
import { areAlike, isSameBand, overlap, timeOf } from "./piece-overlap.ts";
import { mainBand, type Piece, strongestBin } from "./pieces.ts";

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

/** The same signal after a run of zeros: both parts are keyed on and off, and the pause is not much longer than their other pauses. */
export function isKeyed(a: Piece, b: Piece, fine: FineGrid | undefined): boolean {
  const pause = -overlap(timeOf(a), timeOf(b));
  if (!fine || pause < 0 || pause > LONGEST_ZEROS || !areAlike(a, b)) return false;
  if (!isSameBand(a, b, Math.max) && !(isSameBand(a, b, Math.min) && haveOneCarrier(a, b))) return false;
  return [a, b].every((piece) => {
    const { frames, off, pauses } = offTimes(fine, piece);
    return off >= LEAST_OFF * frames && pause * fine.hops <= (PAUSES * off) / pauses;
  });
}
