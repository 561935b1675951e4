import { cascade, restState } from "../filter-design/cascade.ts";
import { complexCascade, complexRestState, type ComplexSection } from "../filter-design/complex-sections.ts";
import type { Filter } from "../filter-design/registry.ts";
import type { Section } from "../filter-design/sections.ts";
import type { SampleKind } from "../flow/graph/block.ts";

/** A filter in float64, from rest, which takes its signal piece by piece: the reference for float32. */
export type ExactFilter = (x: ArrayLike<number>) => Float64Array;

/** @throws RangeError for complex coefficients and real samples. */
export function exactFilter(filter: Filter, kind: SampleKind): ExactFilter {
  if (filter.kind === "complex-fir" || filter.kind === "complex-iir") {
    if (kind === "real") throw new RangeError(`filters/exact: ${filter.kind} takes complex samples, got real ones`);
    return filter.kind === "complex-fir" ? exactComplexFir(filter.taps) : exactComplexSections(filter.sections);
  }
  const part = () => (filter.kind === "fir" ? exactFir(filter.taps) : exactSections(filter.sections));
  if (kind === "real") return part();
  const [re, im] = [part(), part()];
  return (x) => {
    const half = (first: number) => Float64Array.from({ length: x.length / 2 }, (_, n) => x[2 * n + first]);
    const [real, imaginary] = [re(half(0)), im(half(1))];
    return Float64Array.from({ length: x.length }, (_, i) => (i % 2 ? imaginary : real)[i >> 1]);
  };
}

function exactFir(taps: Float64Array): ExactFilter {
  let history = new Float64Array(taps.length - 1);
  return (x) => {
    const all = new Float64Array(history.length + x.length);
    all.set(history);
    for (let n = 0; n < x.length; n++) all[history.length + n] = x[n];
    const y = new Float64Array(x.length);
    for (let n = 0; n < y.length; n++) {
      let sum = 0;
      for (let k = 0; k < taps.length; k++) sum += taps[k] * all[history.length + n - k];
      y[n] = sum;
    }
    history = all.slice(x.length);
    return y;
  };
}

function exactSections(sections: readonly Section[]): ExactFilter {
  const state = restState(sections);
  return (x) => cascade(sections, x, state);
}

/** (c + jd)·x = c·x + d·(jx): two real filters, one for the signal and one for the signal times j. */
function exactComplexFir(taps: Float64Array): ExactFilter {
  const parts = [0, 1].map((part) => {
    const own = taps.filter((_, i) => i % 2 === part);
    return [exactFir(own), exactFir(own)];
  });
  return (x) => {
    const half = (part: number) => Float64Array.from({ length: x.length / 2 }, (_, n) => x[2 * n + part]);
    const [[cRe, cIm], [dRe, dIm]] = parts.map(([re, im]) => [re(half(0)), im(half(1))]);
    return Float64Array.from({ length: x.length }, (_, i) =>
      i % 2 ? cIm[i >> 1] + dRe[i >> 1] : cRe[i >> 1] - dIm[i >> 1],
    );
  };
}

function exactComplexSections(sections: readonly ComplexSection[]): ExactFilter {
  const state = complexRestState(sections);
  return (x) => complexCascade(sections, x, state);
}
