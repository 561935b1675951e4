import { symmetry } from "../filter-design/fir/response.ts";
import { tapsRoundOff } from "../filter-design/fir/round-off.ts";
import { complexTapsZeros, tapsZeros } from "../filter-design/fir/zeros.ts";
import { stepResponse } from "../filter-design/cascade.ts";
import { abs, arg, type Complex } from "../filter-design/complex.ts";
import type { ComplexSection } from "../filter-design/complex-sections.ts";
import {
  design,
  type Filter,
  filterResponse,
  isComplex,
  isRecursive,
  tapsCount,
  toPoints,
} from "../filter-design/registry.ts";
import type { Response } from "../filter-design/response.ts";
import { type RoundOff, roundOff } from "../filter-design/round-off.ts";
import type { Section } from "../filter-design/sections.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { type Stability, stability } from "../filter-design/stability.ts";
import { MOST_ZEROS, type FilterMethod } from "./experiment.ts";
import { type MaskBand, maskOf } from "./mask.ts";
import { refusalsOf } from "./pass.ts";
import { impulsePairs, type Ringing, ringing } from "./ringing.ts";

/** A band of the mask, and the gains that the filter has there. */
export interface MaskUse extends MaskBand {
  lowestDb: number;
  highestDb: number;
  kept: boolean;
}

/** All that is shown of a filter, as plain data; frequencies in the units of the design's rate. */
export interface FilterView extends Response {
  spec: FilterSpec;
  /** Samples/s, or 2 where frequencies are in units of the Nyquist frequency. */
  rate: number;
  kind: "fir" | "iir";
  /** Frequencies go from 0 to half the rate for real coefficients, from minus half the rate for complex ones. */
  coefficients: "real" | "complex";
  /** Number of poles, or of taps less one. */
  order: number;
  /** Of a FIR filter with real coefficients; of one with complex ones, pairs. */
  taps?: Float64Array;
  complexTaps?: Float64Array;
  symmetry?: "even" | "odd";
  /** Of an IIR filter with real coefficients, in their order; of one with complex ones. */
  sections?: readonly Section[];
  complexSections?: readonly ComplexSection[];
  /** Absent for more taps than MOST_ZEROS. */
  zeros?: readonly Complex[];
  poles: readonly Complex[];
  /** Of complex coefficients its magnitude. */
  gain: number;
  stability: Stability;
  /** Absent for an unstable filter. */
  ringing?: Ringing;
  /** What float32 will do to it; of no use for an unstable filter, and not known for complex coefficients. */
  roundOff?: RoundOff;
  /** Where the response is given: rising, dense where it changes quickly. */
  frequency: Float64Array;
  /** Samples 0, 1, 2 … of the responses to 1, 0, 0 … and to 1, 1, 1 … */
  impulse: Float64Array;
  step: Float64Array;
  /** Their imaginary parts, of complex coefficients. */
  imaginary?: { impulse: Float64Array; step: Float64Array };
  mask?: readonly MaskUse[];
  /** The methods that do not take it, each with the reason. */
  refusals: Partial<Record<FilterMethod, string>>;
}

/** @throws TypeError or RangeError that says why there is no such filter. */
export const viewFilter = (spec: FilterSpec): FilterView => viewOf(spec, design(spec));

/** A filter that was designed as a spec asks. */
export function viewOf(spec: FilterSpec, filter: Filter): FilterView {
  const { rate = 2 } = spec;
  const bands = maskOf(spec);
  const points = pointsOf(filter);
  const grid = gridOf(
    filter,
    points,
    (bands ?? []).flatMap(({ from, to }) => [(2 * from) / rate, (2 * to) / rate]),
  );
  const response = filterResponse(filter, grid);
  const frequency = grid.map((f) => (f * rate) / 2);
  const verdict = isRecursive(filter) ? filter.stability : stability([]);
  const rings = verdict.stable ? ringing(filter) : undefined;
  const times = timesOf(filter, rings);
  return {
    spec,
    rate,
    kind: isRecursive(filter) ? "iir" : "fir",
    coefficients: isComplex(filter) ? "complex" : "real",
    ...points,
    ...response,
    ...times,
    frequency,
    ...coefficientsOf(filter),
    stability: verdict,
    ringing: rings,
    roundOff: roundOffOf(filter),
    mask: bands?.map((band) => ({ ...band, ...gainsIn(band, frequency, response.gainDb) })),
    refusals: refusalsOf(filter),
  };
}

type Coefficients = "order" | "taps" | "complexTaps" | "symmetry" | "sections" | "complexSections";

function coefficientsOf(filter: Filter): Pick<FilterView, Coefficients> {
  if (!isRecursive(filter)) {
    const order = tapsCount(filter) - 1;
    const { taps } = filter;
    return filter.kind === "fir" ? { order, taps, symmetry: symmetry(taps) } : { order, complexTaps: taps };
  }
  const order = Math.max(filter.zpk.poles.length, filter.zpk.zeros.length);
  return filter.kind === "iir" ? { order, sections: filter.sections } : { order, complexSections: filter.sections };
}

function pointsOf(filter: Filter): Pick<FilterView, "zeros" | "poles" | "gain"> {
  if (filter.kind === "iir") return filter.zpk;
  if (filter.kind === "complex-iir") return { ...filter.zpk, gain: abs(filter.zpk.gain) };
  const few = tapsCount(filter) <= MOST_ZEROS;
  if (filter.kind === "fir") {
    const { taps } = filter;
    return { zeros: few ? tapsZeros(taps) : undefined, poles: [], gain: taps.find((tap) => tap !== 0) ?? 0 };
  }
  const taps = toPoints(filter.taps);
  const gain = taps.map(abs).find((tap) => tap !== 0) ?? 0;
  return { zeros: few ? complexTapsZeros(taps) : undefined, poles: [], gain };
}

function roundOffOf(filter: Filter): RoundOff | undefined {
  if (filter.kind === "fir") return tapsRoundOff(filter.taps);
  return filter.kind === "iir" && filter.stability.stable ? roundOff(filter.sections) : undefined;
}

/** Frequencies in units of the Nyquist frequency: even ones, some for a logarithmic axis, and more about poles, zeros and edges. */
function gridOf(filter: Filter, { zeros, poles }: Pick<FilterView, "zeros" | "poles">, edges: readonly number[]) {
  const even = isRecursive(filter) ? 1024 : Math.min(4096, Math.max(1024, 6 * tapsCount(filter)));
  const least = isComplex(filter) ? -1 : 0;
  const points = [...edges];
  for (let i = least * even; i <= even; i++) points.push(i / even);
  for (let i = 0; i < 300; i++) points.push(10 ** (-5 + i / 60), least * 10 ** (-5 + i / 60));
  if (isRecursive(filter)) {
    for (const point of [...(zeros ?? []), ...poles].filter(({ im }) => least < 0 || im >= 0)) {
      const [middle, width] = [arg(point) / Math.PI, Math.max(Math.abs(1 - abs(point)), 1e-6) / Math.PI];
      points.push(middle);
      for (let step = width / 8; step < 4 / even; step *= 1.5) points.push(middle - step, middle + step);
    }
  }
  return Float64Array.from(new Set(points.filter((f) => f >= least && f <= 1))).sort();
}

/** Growth after which an unstable filter's response is visible. */
const GROWN = 100;
const SHORTEST = 24;
/** Samples of a response that are drawn at most. */
const LONGEST = 8192;

function timesOf(filter: Filter, rings: Ringing | undefined): Pick<FilterView, "impulse" | "step" | "imaginary"> {
  const length = lengthOf(filter, rings);
  const pairs = impulsePairs(filter, length);
  const [impulse, imaginary] = [0, 1].map((part) => pairs.filter((_, i) => i % 2 === part));
  if (filter.kind === "iir") return { impulse, step: stepResponse(filter.sections, length) };
  if (filter.kind === "fir") return { impulse, step: summed(impulse) };
  return { impulse, step: summed(impulse), imaginary: { impulse: imaginary, step: summed(imaginary) } };
}

/** Samples of the responses in time that are shown: until the impulse response has decayed, or visibly grown. */
function lengthOf(filter: Filter, rings: Ringing | undefined): number {
  if (!isRecursive(filter)) return tapsCount(filter) + Math.max(4, tapsCount(filter) >> 3);
  const { radius } = filter.stability;
  const unstable = radius === 1 ? 128 : Math.log(GROWN) / Math.log(radius);
  const least = SHORTEST + 2 * filter.sections.length;
  return Math.round(Math.min(LONGEST, Math.max(least, rings ? rings.last + 1 : unstable)));
}

function summed(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** Rounding of a gain that touches its limit, dB. */
const HAIR = 1e-6;

function gainsIn({ from, to, floorDb, ceilingDb }: MaskBand, frequency: Float64Array, gainDb: Float64Array) {
  // Edges have come through a division by the rate and back.
  const hair = 1e-12 * to;
  let [lowestDb, highestDb] = [Infinity, -Infinity];
  frequency.forEach((f, i) => {
    if (f < from - hair || f > to + hair) return;
    lowestDb = Math.min(lowestDb, gainDb[i]);
    highestDb = Math.max(highestDb, gainDb[i]);
  });
  return { lowestDb, highestDb, kept: lowestDb >= floorDb - HAIR && highestDb <= ceilingDb + HAIR };
}
