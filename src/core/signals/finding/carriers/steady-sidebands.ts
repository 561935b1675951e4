import { complex, mul, polar } from "../../../filter-design/complex.ts";
import type { SearchedGrid } from "../grids.ts";
import type { Piece } from "../pieces/pieces.ts";
import { meanExcess } from "../pieces/piece-overlap.ts";
import { zeroOf } from "../regions.ts";
import { binWidth } from "../resolution.ts";
import { type GridPlace, length, overlapInTime, type SegmentSignal, signalOf } from "../segment-signal.ts";
import { MOST_PAIR, RATIO } from "../sidebands.ts";
import { mixedDown } from "./subtraction.ts";

/** Largest distance of a sideband from its carrier, Hz; and its largest width, bins: a main lobe with its slopes. */
const [MOST_HZ, WIDEST] = [10_000, 12];
/** Bins by which the places of three lines that are one signal may differ from equal distances: each is within half a bin of its strongest one. */
const PLACE = 2;
/** Least share of the carrier's time in which a sideband is on. */
const LEAST_TIME = 0.5;
/** Least coherence of both sidebands, and tangent of its largest phase, beside 0 (amplitude) and π (phase). */
const [LEAST_COHERENCE, MOST_TILT] = [0.5, 0.25];

/** Where signals of a part were found. */
interface Part extends GridPlace, Pick<SearchedGrid, "grid"> {
  /** Returns the complex samples, interleaved. */
  samples(): Float32Array;
}

/**
 * Tells which lines a steady tone makes on both sides of a carrier, by the samples of a part. Relative to the carrier's phase, one of them is the conjugate of
 * the other one at all times. Independent tones are not: their distances from a third one differ, or their phases do.
 */
export function sidebandPhases(part: Part) {
  const boxOf = (line: Piece) => signalOf(line, part.grid, part);
  return {
    areConjugate: (carrier: Piece, a: Piece, b: Piece) =>
      areConjugate([boxOf(carrier), boxOf(a)], boxOf(b).peakHz, part),
    /** Tells whether some of the lines modulate a carrier. */
    areBeside: (carrier: Piece, lines: readonly Piece[]) =>
      sidebandsOf(boxOf(carrier), lines.map(boxOf), part).length > 0,
    /** Joins carriers with their lines where these lie too far apart to be one in the spectrum. Noise may hide the line of one side. */
    join(signals: SegmentSignal[]): void {
      for (const carrier of signals.toSorted((a, b) => b.power - a.power)) {
        if (!signals.includes(carrier)) continue;
        for (const side of sidebandsOf(carrier, signals, part)) {
          signals.splice(signals.indexOf(side), 1);
          const reach = Math.max(carrier.peakHz - side.lowHz, side.highHz - carrier.peakHz);
          carrier.lowHz = Math.min(carrier.lowHz, carrier.peakHz - reach);
          carrier.highHz = Math.max(carrier.highHz, carrier.peakHz + reach);
          carrier.power += side.power;
          carrier.isModulated = true;
        }
      }
    },
  };
}

/** Returns the signals that modulate a carrier. */
function sidebandsOf(carrier: SegmentSignal, others: readonly SegmentSignal[], part: Part): SegmentSignal[] {
  const width = binWidth(part.resolution);
  const lines = others.filter(
    (other) =>
      other !== carrier &&
      other.highHz - other.lowHz <= WIDEST * width &&
      Math.abs(other.peakHz - carrier.peakHz) <= MOST_HZ &&
      other.power <= MOST_PAIR * carrier.power &&
      overlapInTime(carrier, other) >= LEAST_TIME * length(carrier),
  );
  const found = new Set<SegmentSignal>();
  for (const line of lines) {
    if (found.has(line)) continue;
    const mirrorHz = 2 * carrier.peakHz - line.peakHz;
    const other = lines.find(({ peakHz }) => Math.abs(peakHz - mirrorHz) <= PLACE * width);
    if (!(other ? areAlike(line, other) : isAtMirror(line, mirrorHz, part))) continue;
    if (!areConjugate([carrier, line], other?.peakHz ?? mirrorHz, part)) continue;
    found.add(line);
    if (other) found.add(other);
  }
  return [...found];
}

const areAlike = ({ power: a }: SegmentSignal, { power: b }: SegmentSignal) => Math.max(a, b) <= RATIO * Math.min(a, b);

/** Tells whether a place beside a carrier has about the power of a line at the other side, though noise hides its own line. */
function isAtMirror(
  { start, stop, peak }: SegmentSignal,
  mirrorHz: number,
  { grid, start: origin, resolution }: Part,
): boolean {
  const bin = Math.round(mirrorHz / binWidth(resolution)) + zeroOf(grid);
  const time = [start, stop].map((sample) =>
    Math.max(0, Math.min(grid.frames, Math.round((sample - origin) / resolution.hop))),
  ) as [number, number];
  return [-1, 0, 1].some((beside) => meanExcess(grid, time, [bin + beside, bin + beside + 1]) >= peak / RATIO);
}

/** Tells whether the lines on both sides of a carrier are conjugate, relative to its phase, in all transforms alike. */
function areConjugate(
  [carrier, side]: readonly [SegmentSignal, SegmentSignal],
  otherHz: number,
  { samples, start, resolution: { length: size, window, sampleRateHz } }: Part,
): boolean {
  const [from, to] = [Math.max(carrier.start, side.start), Math.min(carrier.stop, side.stop)];
  const common = samples().subarray(2 * (from - start), 2 * (to - start));
  const step = size / 2;
  const [own, one, other] = [carrier.peakHz, side.peakHz, otherHz].map((hz) =>
    mixedDown(common, hz / sampleRateHz, { step, weights: window }),
  );
  const turn = (2 * Math.PI * step * (side.peakHz + otherHz - 2 * carrier.peakHz)) / sampleRateHz;
  let [re, im, ofOne, ofOther] = [0, 0, 0, 0];
  for (let i = 0; i < own.length; i += 2) {
    const away = complex(own[i], -own[i + 1]);
    const a = mul(complex(one[i], one[i + 1]), away);
    const b = mul(complex(other[i], other[i + 1]), away);
    const both = mul(mul(a, b), polar(1, turn * (i / 2 + 1)));
    re += both.re;
    im += both.im;
    ofOne += a.re ** 2 + a.im ** 2;
    ofOther += b.re ** 2 + b.im ** 2;
  }
  return Math.hypot(re, im) >= LEAST_COHERENCE * Math.sqrt(ofOne * ofOther) && Math.abs(im) <= MOST_TILT * Math.abs(re);
}
