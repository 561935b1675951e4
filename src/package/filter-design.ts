/**
 * The design of FIR and IIR filters in float64, on the processor: windows, least squares, Remez exchange; Butterworth, Chebyshev,
 * elliptic and Bessel filters; by order, or the smallest one that keeps a mask.
 *
 * @module
 */
export { designFir, type FirSpec } from "../core/filter-design/fir/design.ts";
export {
  type ComplexFirFilter,
  type ComplexIirFilter,
  design as designFilter,
  type DesignedFir,
  type Filter,
  filterResponse,
  type IirFilter,
  type RecursiveFilter,
  type TapsFilter,
} from "../core/filter-design/registry.ts";
export { windowed as designWindowed, type WindowedDesign } from "../core/filter-design/fir/windowed.ts";
export { tapsResponse } from "../core/filter-design/fir/response.ts";
export type { Response } from "../core/filter-design/response.ts";
export type { FilterSpec, FilterType } from "../core/filter-design/spec.ts";
export type { Stability } from "../core/filter-design/stability.ts";
export { WINDOWS, type Window, type WindowName, windowValues } from "../core/filter-design/windows.ts";
