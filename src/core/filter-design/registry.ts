import { firTaps, isFirSpec } from "./fir/design.ts";
import { tapsResponse } from "./fir/response.ts";
import { atOnce, type Sliced } from "./slices.ts";
import { defaultBand, toNyquist } from "./bands.ts";
import { abs, type Complex, complex, sub } from "./complex.ts";
import { complexResponse } from "./complex-response.ts";
import { type ComplexSection, complexZpk, type ComplexZpk } from "./complex-sections.ts";
import { designIir, designIirToMask } from "./iir/iir.ts";
import type { Mask } from "./mask.ts";
import { closeConjugates, fromPlane } from "./plane.ts";
import { type Response, zpkResponse } from "./response.ts";
import { orderSections } from "./round-off.ts";
import { fromSections, type Section, toSections } from "./sections.ts";
import { type FilterSpec, type ListedPoint, type ListedSection, parseFilterSpec } from "./spec.ts";
import { type Stability, stability } from "./stability.ts";
import { show, type Zpk } from "./zpk.ts";

/** Real taps. */
export interface DesignedFir {
  kind: "fir";
  taps: Float64Array;
}

/** Sections of second order with real coefficients. */
export interface IirFilter {
  kind: "iir";
  zpk: Zpk;
  /** In the order with the least float32 noise, or as given for type "sections". */
  sections: Section[];
  stability: Stability;
}

/** Complex taps, for complex samples. */
export interface ComplexFirFilter {
  kind: "complex-fir";
  /** Pairs. */
  taps: Float64Array;
}

/** Sections with complex coefficients, for complex samples. */
export interface ComplexIirFilter {
  kind: "complex-iir";
  zpk: ComplexZpk;
  /** As they were given. */
  sections: ComplexSection[];
  stability: Stability;
}

/** A filter with poles, of real or complex coefficients. */
export type RecursiveFilter = IirFilter | ComplexIirFilter;
/** A filter without poles, of real or complex taps. */
export type TapsFilter = DesignedFir | ComplexFirFilter;
/** A designed filter: taps, or sections of second order. */
export type Filter = TapsFilter | RecursiveFilter;

export const isRecursive = (filter: Filter): filter is RecursiveFilter =>
  filter.kind === "iir" || filter.kind === "complex-iir";

/** True if a filter's output is complex for real samples. */
export const isComplex = ({ kind }: Pick<Filter, "kind">): boolean => kind === "complex-fir" || kind === "complex-iir";

export const tapsCount = ({ kind, taps }: TapsFilter): number => (kind === "fir" ? taps.length : taps.length / 2);

/**
 * Returns the filter of a JSON object, e.g. {"type": "butterworth", "order": 8, "cutoff": 0.1}. The Nyquist frequency is 1, as in SciPy, or half of "rate". An unstable filter is returned too, with the fact in its stability.
 *
 * @throws TypeError or RangeError that names what is wrong.
 *
 * @example
 * ```ts
 * import { designFilter } from "threeray/filter-design";
 *
 * const filter = designFilter({ type: "butterworth", order: 8, cutoff: 0.1 });
 * if (filter.kind === "iir") console.log(filter.sections.length, filter.stability.stable); // 4 true
 * ```
 */
export const design = (input: FilterSpec): Filter => atOnce(designInSlices(input));

/** `design`, which for many taps may take seconds. */
export function* designInSlices(input: FilterSpec): Sliced<Filter> {
  const spec = parseFilterSpec(input);
  const nyquist = (spec.rate ?? 2) / 2;
  if (spec.type === "taps") return listedTaps(spec.taps);
  if (spec.type === "sections") return listedSections(spec.sections);
  if (spec.type === "zeros-poles") return iir(fromPoints(spec, nyquist));
  if (isFirSpec(spec)) return { kind: "fir", taps: yield* firTaps(spec) };
  if ("pass" in spec) {
    const { type, ripple, attenuation } = spec;
    const mask: Mask = {
      pass: toNyquist(spec.pass, nyquist),
      stop: toNyquist(spec.stop, nyquist),
      ripple,
      attenuation,
    };
    return iir(designIirToMask(type, mask));
  }
  const { type: family, rate: _, ...rest } = spec as FamilySpec;
  const cutoff = toNyquist(rest.cutoff, nyquist);
  return iir(designIir({ ...rest, family, cutoff, band: rest.band ?? defaultBand(cutoff) }));
}

/**
 * Response of a filter at frequencies in units of the Nyquist frequency; negative ones for complex filters only.
 *
 * @example
 * ```ts
 * import { designFilter, filterResponse } from "threeray/filter-design";
 *
 * // A Butterworth filter has −3 dB at its cut-off.
 * const filter = designFilter({ type: "butterworth", order: 4, cutoff: 0.25 });
 * const { gainDb } = filterResponse(filter, [0.25]);
 * console.log(gainDb[0].toFixed(2)); // -3.01
 * ```
 */
export function filterResponse(filter: Filter, frequencies: ArrayLike<number>): Response {
  if (filter.kind === "fir") return tapsResponse(filter.taps, frequencies);
  if (filter.kind === "iir") return zpkResponse(filter.zpk, frequencies);
  if (filter.kind === "complex-fir") {
    return complexResponse([{ b: toPoints(filter.taps), a: [complex(1)] }], frequencies);
  }
  const quotients = filter.sections.map(({ b, a }) => ({ b, a: [complex(1), ...a] }));
  return complexResponse(quotients, frequencies);
}

/** Pairs as complex numbers. */
export const toPoints = (pairs: ArrayLike<number>): Complex[] =>
  Array.from({ length: pairs.length / 2 }, (_, k) => complex(pairs[2 * k], pairs[2 * k + 1]));

const isReal = (listed: ListedPoint) => typeof listed === "number" || listed[1] === 0;

function listedTaps(listed: readonly ListedPoint[]): TapsFilter {
  const points = listed.map(toPoint);
  return listed.every(isReal)
    ? { kind: "fir", taps: Float64Array.from(points, ({ re }) => re) }
    : { kind: "complex-fir", taps: Float64Array.from(points.flatMap(({ re, im }) => [re, im])) };
}

function listedSections(listed: readonly ListedSection[]): RecursiveFilter {
  if (listed.flat().every(isReal)) {
    const sections = listed.map((row) => row.map((value) => toPoint(value).re) as unknown as Section);
    return iir(fromSections(sections), sections);
  }
  const sections = listed.map((row): ComplexSection => {
    const [b0, b1, b2, , a1, a2] = row.map(toPoint);
    return { b: [b0, b1, b2], a: [a1, a2] };
  });
  const zpk = complexZpk(sections);
  return { kind: "complex-iir", zpk, sections, stability: stability(zpk.poles) };
}

type FamilySpec = Extract<FilterSpec, { order: number }>;
type PointsSpec = Extract<FilterSpec, { type: "zeros-poles" }>;

function iir(zpk: Zpk, given?: Section[]): IirFilter {
  const verdict = stability(zpk.poles);
  const sections = given ?? toSections(zpk);
  if (!given && verdict.stable) checkResolved(zpk, sections);
  // An unstable filter has no finite noise to order by.
  const ordered = given || !verdict.stable ? sections : orderSections(sections);
  return { kind: "iir", zpk, sections: ordered, stability: verdict };
}

/** Poles nearer to the unit circle than this are checked. */
const NEAR_CIRCLE = 0.1;
/** Largest error of the roots of float64 coefficients, as a part of a pole's distance from the unit circle. */
const MISSED = 0.1;

/** @throws RangeError for poles so near the unit circle that float64 coefficients cannot represent them. */
function checkResolved({ poles }: Zpk, sections: readonly Section[]): void {
  const held = fromSections(sections).poles;
  for (const pole of poles) {
    const left = 1 - abs(pole);
    if (left > NEAR_CIRCLE || held.some((other) => abs(sub(other, pole)) <= MISSED * left)) continue;
    throw new RangeError(
      `filter: float64 coefficients must represent each pole, but pole ${show(pole)} is only ${left.toPrecision(2)} inside ` +
        "the unit circle; move the edges away from 0 and the Nyquist frequency and from each other, or lower the rate",
    );
  }
}

const toPoint = (point: ListedPoint): Complex =>
  typeof point === "number" ? complex(point) : complex(point[0], point[1]);

function fromPoints({ zeros, poles, gain, frequency, level }: PointsSpec, nyquist: number): Zpk {
  const points = { zeros: zeros.map(toPoint), poles: poles.map(toPoint) };
  if (frequency === undefined && level === undefined) {
    return { zeros: closeConjugates(points.zeros), poles: closeConjugates(points.poles), gain: gain ?? 1 };
  }
  if (gain !== undefined || frequency === undefined) {
    throw new RangeError(
      `filter: zeros-poles must have gain, or frequency and level, got ${JSON.stringify({ gain, frequency, level })}`,
    );
  }
  return fromPlane({ ...points, frequency: frequency / nyquist, level: level ?? 1 });
}
