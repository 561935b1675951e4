import { symmetry } from "../filter-design/fir/response.ts";
import { tapsRoundOff } from "../filter-design/fir/round-off.ts";
import { tapsZeros } from "../filter-design/fir/zeros.ts";
import { impulseResponse, stepResponse } from "../filter-design/cascade.ts";
import { abs, arg, type Complex } from "../filter-design/complex.ts";
import { design, type Filter, filterResponse } from "../filter-design/registry.ts";
import type { Response } from "../filter-design/response.ts";
import { type RoundOff, roundOff } from "../filter-design/round-off.ts";
import type { Section } from "../filter-design/sections.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { type Stability, stability } from "../filter-design/stability.ts";
import { type MaskBand, maskOf } from "./mask.ts";

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
  kind: Filter["kind"];
  /** Number of poles, or of taps less one. */
  order: number;
  /** Of a FIR filter. */
  taps?: Float64Array;
  symmetry?: "even" | "odd";
  /** Of an IIR filter, in their order. */
  sections?: readonly Section[];
  /** Absent for more taps than MOST_ZEROS. */
  zeros?: readonly Complex[];
  poles: readonly Complex[];
  gain: number;
  stability: Stability;
  /** What float32 will do to it; of no use for an unstable filter. */
  roundOff?: RoundOff;
  /** Where the response is given: rising, dense where it changes quickly. */
  frequency: Float64Array;
  /** Samples 0, 1, 2 … of the responses to 1, 0, 0 … and to 1, 1, 1 … */
  impulse: Float64Array;
  step: Float64Array;
  mask?: readonly MaskUse[];
}

/** Zeros of longer filters than this are not sought. */
export const MOST_ZEROS = 320;

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
  const times = timesOf(filter);
  return {
    spec,
    rate,
    kind: filter.kind,
    ...points,
    ...response,
    ...times,
    frequency,
    ...(filter.kind === "fir"
      ? { taps: filter.taps, symmetry: symmetry(filter.taps), order: filter.taps.length - 1 }
      : { sections: filter.sections, order: Math.max(filter.zpk.poles.length, filter.zpk.zeros.length) }),
    stability: filter.kind === "fir" ? stability([]) : filter.stability,
    roundOff: roundOffOf(filter),
    mask: bands?.map((band) => ({ ...band, ...gainsIn(band, frequency, response.gainDb) })),
  };
}

function pointsOf(filter: Filter): Pick<FilterView, "zeros" | "poles" | "gain"> {
  if (filter.kind === "iir") return filter.zpk;
  const { taps } = filter;
  return {
    zeros: taps.length <= MOST_ZEROS ? tapsZeros(taps) : undefined,
    poles: [],
    gain: taps.find((tap) => tap !== 0) ?? 0,
  };
}

function roundOffOf(filter: Filter): RoundOff | undefined {
  if (filter.kind === "fir") return tapsRoundOff(filter.taps);
  return filter.stability.stable ? roundOff(filter.sections) : undefined;
}

/** Frequencies in units of the Nyquist frequency: even ones, some for a logarithmic axis, and more about poles, zeros and edges. */
function gridOf(filter: Filter, { zeros, poles }: Pick<FilterView, "zeros" | "poles">, edges: readonly number[]) {
  const even = filter.kind === "fir" ? Math.min(4096, Math.max(1024, 6 * filter.taps.length)) : 1024;
  const points = [...edges];
  for (let i = 0; i <= even; i++) points.push(i / even);
  for (let i = 0; i < 300; i++) points.push(10 ** (-5 + i / 60));
  if (filter.kind === "iir") {
    for (const point of [...(zeros ?? []), ...poles].filter(({ im }) => im >= 0)) {
      const [middle, width] = [arg(point) / Math.PI, Math.max(Math.abs(1 - abs(point)), 1e-6) / Math.PI];
      points.push(middle);
      for (let step = width / 8; step < 4 / even; step *= 1.5) points.push(middle - step, middle + step);
    }
  }
  return Float64Array.from(new Set(points.filter((f) => f >= 0 && f <= 1))).sort();
}

/** Part of its height below which a response has died away; above its inverse it has grown enough to be seen. */
const FAINT = 0.01;
const SHORTEST = 24;
const LONGEST = 2000;

function timesOf(filter: Filter): Pick<FilterView, "impulse" | "step"> {
  if (filter.kind === "fir") {
    const { taps } = filter;
    const length = taps.length + Math.max(4, taps.length >> 3);
    const impulse = Float64Array.from({ length }, (_, n) => taps[n] ?? 0);
    let sum = 0;
    return { impulse, step: impulse.map((tap) => (sum += tap)) };
  }
  const { radius } = filter.stability;
  const settled = radius > 0 && radius !== 1 ? Math.abs(Math.log(FAINT) / Math.log(radius)) : 0;
  const least = SHORTEST + 2 * filter.sections.length;
  const length = Math.round(Math.min(radius === 1 ? 128 : LONGEST, Math.max(least, settled)));
  return { impulse: impulseResponse(filter.sections, length), step: stepResponse(filter.sections, length) };
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
